/* buffer_names.h: names the buffers of MPI calls after a run, from the debugging information of the
 * program. It is done once, by the command that ran the program: who reads an archive reads names,
 * and opens no binaries for them. */
#ifndef ARCHIVE_WRITE_BUFFER_NAMES_H
#define ARCHIVE_WRITE_BUFFER_NAMES_H

/* Writes the files buffer_names (format/buffer.h) of an archive that is not sealed, where there are
 * names. */
void archive_name_buffers(const char *path);

#endif
