/* openmp.h: OpenMP programs made for libgomp, which tells nothing of what it does: they run on
 * LLVM's runtime library instead, which can stand in for it. */
#ifndef CMD_OPENMP_H
#define CMD_OPENMP_H

#include <stdbool.h>

/* The words of --openmp: auto, own or llvm. */
bool openmp_read(const char *word);

/* Sets what the command needs for it: auto, if a program of the command needs libgomp and LLVM's
 * library has all that it takes from there; own: nothing; llvm: in any case. Where it cannot be
 * done, one line says why, and what to do. The folder is made for the time of the run. */
void openmp_set_environment(const char *word, char **command, const char *folder);

/* The run has ended. */
void openmp_clean(const char *folder);

#endif
