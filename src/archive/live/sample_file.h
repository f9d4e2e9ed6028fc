/* sample_file.h: writes the file of a place's samples, and reads samples (format/sample.h). */
#ifndef ARCHIVE_LIVE_SAMPLE_FILE_H
#define ARCHIVE_LIVE_SAMPLE_FILE_H

#include "format/sample.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* The file while it is written. A sample is assembled in memory. */
struct archive_sample_file {
    char *path;
    int fd; /* less than 0: it cannot be written */
    uint64_t size;
    uint64_t samples;
    bool rests;           /* closed, but can be opened again */
    struct buffer sample; /* the sample that is being assembled */
    size_t part;          /* offset of its last part */
};

void archive_sample_file_open(struct archive_sample_file *file, char *path,
                              uint64_t interval); /* takes over the path */
void archive_sample_file_close(struct archive_sample_file *file);

void archive_sample_file_begin(struct archive_sample_file *file);
void archive_sample_file_part(struct archive_sample_file *file, uint32_t lane, uint64_t from,
                              uint64_t to);
void archive_sample_file_entry(struct archive_sample_file *file,
                               const struct format_sample_entry *entry);

/* Removes the last part if it has no entries, and returns false then. */
bool archive_sample_file_keep_part(struct archive_sample_file *file);

/* Appends the sample to the file, unless it is empty. */
void archive_sample_file_write(struct archive_sample_file *file);

/* Closes the file for now, since open files are limited. Nothing more is written, but it may have
 * to be halved. */
void archive_sample_file_rest(struct archive_sample_file *file);

/* Joins every two successive samples into one, in a new file that replaces the old one. `interval`
 * is the sampling interval from now on, in ns. */
void archive_sample_file_halve(struct archive_sample_file *file, uint64_t interval);

/* Returns the sample at the beginning of some bytes; NULL if it is incomplete or damaged. All
 * counts in it were checked. */
const struct format_sample *archive_sample_check(const void *bytes, size_t size);

/* Return the first part of such a sample, the part after another one, and the entries of a part. */
const struct format_sample_part *archive_sample_first(const struct format_sample *sample);
const struct format_sample_part *archive_sample_next(const struct format_sample_part *part);
const struct format_sample_entry *archive_sample_entries(const struct format_sample_part *part);

#endif
