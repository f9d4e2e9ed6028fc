/* mpi.h: which MPI a command uses, and what its processes need to be measured. */
#ifndef LAUNCH_MPI_H
#define LAUNCH_MPI_H

#include <stdbool.h>

/* Builds the library that mpi_library() finds, if it is missing. */
void mpi_prepare(char **command);

/* The path of the library to preload for the MPI of the command's programs, or of its launcher
 * where they do not tell, to be freed; NULL for a command without MPI. What does not fit together,
 * or cannot be seen, is said on stderr. */
char *mpi_library(char **command);

/* The program that a launcher of MPI starts, for the archive's name; to be freed. NULL: there is no
 * launcher, or what it starts is not known. */
char *mpi_program(char **command);

/* Whether ranks may speak with each other for Triptych: all of them are listened to, as far as the
 * command tells. One that is not would never answer. */
bool mpi_ranks_are_alike(char **command);

/* Whether this process was started as a rank: nothing is known of the others. */
bool mpi_is_rank(void);

/* The command with what makes its launcher pass the environment on to other machines; to be freed
 * with its new words by mpi_free_command(). The environment is complete. */
char **mpi_command(char **command);
void mpi_free_command(char **words, char **command);

#endif
