/* preloads.h: the libraries that `triptych run` preloads to measure programs that were not rebuilt.
 */
#ifndef LAUNCH_PRELOADS_H
#define LAUNCH_PRELOADS_H

#include "launch/vocabularies.h"

#include <stdbool.h>

/* True if these are words of --collect: threads, openmp, io, mpi, vocabulary, all or none. */
bool launch_preloads_read(const char *words);

/* Builds a missing collector for the command. This may take a while; the run has not begun yet. */
void launch_preloads_prepare(const char *words, char **command);

/* True if described functions are among these words. */
bool launch_preloads_describe(const char *words);

/* Sets the environment of the command, with the path of its archive; `openmp` is the argument of
 * --openmp. One line says what cannot be measured. */
void launch_preloads_set_environment(const char *words, const char *openmp,
                                     const struct launch_vocabularies *vocabularies, char **command,
                                     const char *archive);

/* Preloads the library that counts C++ in the binary, if a program of the command is marked for it;
 * `times`: it is timed, too. To be called before launch_preloads_set_environment. */
void launch_preloads_count(char **command, bool times);

/* Returns the sentence that says why nothing was measured if no program of the command could be
 * measured at all, to be freed; NULL: there is another reason. */
char *launch_preloads_why_not(char **command);

/* Removes, after the run, the files that only the run needed. */
void launch_preloads_clean(const char *archive);

#endif
