/* file.h: hooks of MPI-IO: a call is also added to the file that it uses, as with all I/O. */
#ifndef MEASURE_MPI_FILE_H
#define MEASURE_MPI_FILE_H

#include "measure/mpi/type.h"

void file_opened(struct wrap_call *call, const char *name, const MPI_File *file);
void file_closing(struct wrap_call *call, const MPI_File *file);
void file_used(struct wrap_call *call, MPI_File file);
void file_asked(struct wrap_call *call, MPI_File file, MPI_Count count, MPI_Datatype type);
void file_moved(struct wrap_call *call, MPI_File file, const MPI_Status *status);

#endif
