/* export.h: archives in other people's formats. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "archive/archive.h"
#include "export/sink.h"

#include <signal.h>

/* What stacks and trees are weighed by. */
enum export_measure {
    EXPORT_TIME, /* ns */
    EXPORT_VISITS,
    EXPORT_TRIPS,
    EXPORT_BYTES,
    EXPORT_INSTRUCTIONS, /* of binaries whose loops were counted: these have no time */
    EXPORT_MEASURES,
};

const char *export_measure_word(enum export_measure measure);

struct export_options {
    const char *output; /* a file or folder; NULL: the standard output */
    bool force;         /* what is there may be replaced */
    const char *table;  /* of csv and json: only this one; NULL: all */
    bool lanes;         /* of folded: a stack for each lane */
    enum export_measure measure;
    double min_percent; /* of dot: what takes less is left out */
};

struct export_job;

/* What was chosen; instructions instead of a time that was not measured. */
enum export_measure export_measure(const struct export_job *job);

/* What is written, and to where: a format gets `out` if it is a stream, else `path`. */
struct export_job {
    struct archive *archive;
    const struct export_options *options;
    struct sink *out;
    const char *path; /* of a file or folder that is not there yet; it gets its final name later */
    struct progress *progress;
    const volatile sig_atomic_t *stop; /* whether somebody interrupts it; may be NULL */
    uint64_t percent;                  /* that was shown last */
    bool wrote_events;                 /* the format sets it: what is missing in the log matters */
};

enum export_shape {
    EXPORT_STREAM, /* goes to a file or to the standard output */
    EXPORT_FILE,   /* a file that the format makes itself */
    EXPORT_FOLDER, /* a folder that the format makes itself */
    EXPORT_TABLES, /* a folder, made already, for a file per table; with --table a stream */
};

struct export_format {
    const char *name, *help;
    enum export_shape shape;
    const char *suffixes; /* of a folder's files: one with other files is not replaced */
    bool (*write)(struct export_job *job, struct error *error);
};

/* The formats; the last one has no name. */
extern const struct export_format export_formats[];

const struct export_format *export_find(const char *name); /* NULL: none */

/* Whether it can be written to the standard output. */
bool export_is_stream(const struct export_format *format, const struct export_options *options);

/* Writes all of it, or leaves nothing under its final name. */
bool export_run(const struct export_format *format, struct export_job *job, struct error *error);

/* To be called every some thousand events: shows how far it is. False: it was interrupted, or what
 * was written did not get there. */
bool export_go_on(struct export_job *job, uint64_t done, uint64_t all, struct error *error);

/* Whether visits were logged. */
bool export_has_events(const struct archive *archive);

/* How many acts there are, or about as many: for progress alone. */
uint64_t export_acts(const struct archive *archive);

/* The formats, each in a file of its own. */
bool export_chrome(struct export_job *job, struct error *error);
bool export_callgrind(struct export_job *job, struct error *error);
bool export_folded(struct export_job *job, struct error *error);
bool export_dot(struct export_job *job, struct error *error);
bool export_csv(struct export_job *job, struct error *error);
bool export_json(struct export_job *job, struct error *error);
bool export_sqlite(struct export_job *job, struct error *error);
bool export_otf2(struct export_job *job, struct error *error);

#endif
