/* openmp.h: chooses the runtime library of OpenMP programs compiled with gcc: libgomp, which they
 * were made for, or on request LLVM's, which has the same interface. */
#ifndef LAUNCH_OPENMP_H
#define LAUNCH_OPENMP_H

/* Sets the environment for the argument of --openmp: own or llvm. If a program of the command needs
 * libgomp and LLVM's library cannot replace it, one line says why, and what to do. `folder` is made
 * for the time of the run. */
void openmp_set_environment(const char *word, char **command, const char *folder);

/* Removes the folder after the run. */
void openmp_clean(const char *folder);

#endif
