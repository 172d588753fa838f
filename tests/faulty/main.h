/* main.h - renames the command line's main, so that a test can call it. */
#ifndef TEST_FAULTY_MAIN_H
#define TEST_FAULTY_MAIN_H

int minos_main(int argc, char **argv);

#endif
