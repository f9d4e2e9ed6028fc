/* mpi.h: which MPI a command uses, and what its processes need to be measured. */
#ifndef LAUNCH_MPI_H
#define LAUNCH_MPI_H

#include <stdbool.h>

/* Builds the library that mpi_library() returns, if it is missing. */
void mpi_prepare(char **command);

/* Returns the path of the library to preload for the MPI that the command's programs use, or that
 * its launcher belongs to if the programs do not show it; to be freed. Returns NULL for a command
 * without MPI. Lines on stderr say if program and launcher do not match, or if the MPI is not
 * known. */
char *mpi_library(char **command);

/* Returns the program that an MPI launcher starts, to name the archive after; to be freed. Returns
 * NULL if there is no launcher, or if its program is not known. */
char *mpi_program(char **command);

/* True if Triptych may communicate between the ranks: all of them are measured, as far as the
 * command tells. A rank that is not measured would never answer. */
bool mpi_ranks_are_alike(char **command);

/* True if this process itself was started as a rank: nothing is known about the others. */
bool mpi_is_rank(void);

/* Returns the command with options that make its launcher pass the environment on to other
 * machines; to be freed, with its new words, by mpi_free_command(). To be called when the
 * environment is complete. */
char **mpi_command(char **command);
void mpi_free_command(char **words, char **command);

#endif
