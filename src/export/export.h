/* export.h: writes archives in the formats of other tools. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "archive/archive.h"
#include "export/sink.h"

#include <signal.h>

/* The measure that weighs stacks and trees. */
enum export_measure {
    EXPORT_TIME, /* ns */
    EXPORT_VISITS,
    EXPORT_TRIPS,
    EXPORT_BYTES,
    EXPORT_INSTRUCTIONS, /* for binaries whose loops were counted */
    EXPORT_MEASURES,
};

const char *export_measure_word(enum export_measure measure);

struct export_options {
    const char *output; /* a file or folder; NULL: the standard output */
    bool force;         /* existing output may be replaced */
    const char *table;  /* csv, json: write only this table; NULL: all */
    bool lanes;         /* folded: one stack per lane */
    enum export_measure measure;
    double min_percent; /* dot: hide nodes below this share */
};

struct export_job;

/* Returns the chosen measure; for an archive of loops that were counted and not timed, instructions
 * instead of time. */
enum export_measure export_measure(const struct export_job *job);

/* One export. A format writes to `out` if it is a stream, else to `path`. */
struct export_job {
    struct archive *archive;
    const struct export_options *options;
    struct export_sink *out;
    const char *path; /* a new file or folder; it gets its final name at the end */
    struct progress *progress;
    const volatile sig_atomic_t *stop; /* set when the user interrupts; may be NULL */
    uint64_t percent;                  /* the progress shown last */
    bool wrote_events; /* set by a format that writes events: missing ones are then reported */
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
    const char *suffixes; /* of the folder's files: a folder with other files is not replaced */
    bool (*write)(struct export_job *job, struct error *error);
};

/* The formats; the last one has no name. */
extern const struct export_format export_formats[];

const struct export_format *export_find(const char *name); /* NULL: none */

/* True if the format can be written to the standard output. */
bool export_is_stream(const struct export_format *format, const struct export_options *options);

/* Writes an export completely, or leaves nothing under its final name. */
bool export_run(const struct export_format *format, struct export_job *job, struct error *error);

/* Shows the progress; to be called every few thousand events. Returns false with an error if the
 * export was interrupted, or if writing failed. */
bool export_go_on(struct export_job *job, uint64_t done, uint64_t all, struct error *error);

/* True if the archive has events. */
bool export_has_events(const struct archive *archive);

/* Returns the approximate number of events, for the progress bar. */
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
