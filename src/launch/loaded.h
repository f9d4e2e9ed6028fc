/* loaded.h: the files that a program consists of when it runs. */
#ifndef LAUNCH_LOADED_H
#define LAUNCH_LOADED_H

#include "launch/program.h"

/* Calls `see` with each shared library that the dynamic loader would load for a program, wherever
 * it finds it: the name by which it is needed ("libpvm3.so.3"), and the file. False if that is not
 * known. The program does not run. */
bool launch_loaded_each(const struct launch_program *program,
                        void (*see)(const char *name, const char *path, void *data), void *data);

#endif
