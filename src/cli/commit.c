/* commit.c - the commit that this program was built from; cmake/Commit.cmake writes the header. */
#include "minos_commit.h"

#include "cli/cli.h"

const char *program_commit(void) { return MINOS_COMMIT[0] == '\0' ? NULL : MINOS_COMMIT; }
