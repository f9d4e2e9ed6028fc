/* sample_file.h: the file of a place's samples, as it is written. */
#ifndef ARCHIVE_LIVE_SAMPLE_FILE_H
#define ARCHIVE_LIVE_SAMPLE_FILE_H

#include "format/sample.h"
#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* One sample is put together in memory. */
struct sample_file {
    char *path;
    int fd; /* less than 0: it cannot be written */
    uint64_t size;
    uint64_t samples;
    bool rests;           /* it is not open, but could be */
    struct buffer sample; /* the one that is put together */
    size_t part;          /* where its last part begins */
};

void sample_file_open(struct sample_file *file, char *path, uint64_t interval); /* takes the path */
void sample_file_close(struct sample_file *file);

void sample_file_begin(struct sample_file *file);
void sample_file_part(struct sample_file *file, uint32_t lane, uint64_t from, uint64_t to);
void sample_file_entry(struct sample_file *file, const struct format_sample_entry *entry);

/* Takes the last part away if it has no entries; false then. */
bool sample_file_keep_part(struct sample_file *file);

/* Appends the sample, if there is anything in it. */
void sample_file_write(struct sample_file *file);

/* Nothing more comes, but there may be too much in it later: there is a limit to open files. */
void sample_file_rest(struct sample_file *file);

/* Each two samples become one. */
void sample_file_halve(struct sample_file *file, uint64_t interval);

/* The sample at the beginning of some bytes, or NULL: it is not complete, or makes no sense. Every
 * number in it that says how much follows is right. */
const struct format_sample *sample_check(const void *bytes, size_t size);

/* The first part and the next one of such a sample. */
const struct format_sample_part *sample_first(const struct format_sample *sample);
const struct format_sample_part *sample_next(const struct format_sample_part *part);
const struct format_sample_entry *sample_entries(const struct format_sample_part *part);

#endif
