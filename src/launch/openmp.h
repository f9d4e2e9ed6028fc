/* openmp.h: which runtime library OpenMP programs of gcc run on: libgomp, for which they were made,
 * or on request LLVM's, which can stand in for it. */
#ifndef LAUNCH_OPENMP_H
#define LAUNCH_OPENMP_H

/* Sets what the command needs for the word of --openmp, own or llvm. Where a program of the command
 * needs libgomp and LLVM's library cannot stand in for it, one line says why, and what to do. The
 * folder is made for the time of the run. */
void openmp_set_environment(const char *word, char **command, const char *folder);

/* The run has ended. */
void openmp_clean(const char *folder);

#endif
