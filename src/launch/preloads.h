/* preloads.h: listening to programs that were not rebuilt: what `triptych run` preloads. */
#ifndef LAUNCH_PRELOADS_H
#define LAUNCH_PRELOADS_H

#include <stdbool.h>

/* The words of --collect: threads, openmp, io, mpi, all or none. */
bool collect_read(const char *words);

/* Builds what is missing to listen to the command. It may take a while, before the run begins. */
void collect_prepare(const char *words, char **command);

/* Sets the environment that the command is started with, its archive's included; `openmp` is the
 * word of --openmp. One line says what cannot be listened to. */
void collect_set_environment(const char *words, const char *openmp, char **command,
                             const char *archive);

/* The run has ended: takes away what was made for it alone. */
void collect_clean(const char *archive);

#endif
