/*
 * beside.h - names of files and folders that are written first and then renamed.
 */
#ifndef CLI_BESIDE_H
#define CLI_BESIDE_H

/* PATH.new-PID-ATTEMPT, in the folder of the path, with a shorter last part where it would be too
 * long. To be freed; NULL when out of memory. */
char *name_beside(const char *path, unsigned attempt);

#endif
