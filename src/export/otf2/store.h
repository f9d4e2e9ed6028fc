/* store.h: what of an OTF2 trace has no place in the tables of an archive, so that it can be
 * written again as it was: NAME.tri/foreign, tables as those of a sealed archive (doc/otf2.md). */
#ifndef EXPORT_OTF2_STORE_H
#define EXPORT_OTF2_STORE_H

#include "archive/archive.h"
#include "export/otf2/records.h"
#include "util/error.h"

#define FOREIGN_FOLDER "foreign"
#define FOREIGN_VERSION 1

/* Attributes of the next enter or leave: no event of its own. */
#define FOREIGN_ATTACHED 0

/* From here on, the lane calls a region so: the first one that is the same, and the other. No
 * event, either. */
#define FOREIGN_ALIAS (UINT32_C(1) << 16)

enum foreign_stream {
    FOREIGN_DEFINITIONS_BYTES,
    FOREIGN_MARKERS_BYTES,
    FOREIGN_EVENTS_BYTES, /* all but those enters and leaves that acts tell of */
    FOREIGN_TICKS_BYTES,  /* of a clock that is finer than ns: what ns do not tell of each of these
                             enters and leaves */
    FOREIGN_STREAMS
};

/* An event, and where it belongs. */
struct foreign_event {
    uint32_t kind;   /* enum foreign_event_kind, FOREIGN_ATTACHED or FOREIGN_ALIAS */
    uint64_t before; /* enters and leaves of acts on its lane before it */
    uint64_t time;   /* ticks of the trace */
};

/* A lane's part of the streams. */
struct foreign_lane {
    uint32_t place, lane; /* numbers */
    uint64_t location;
    uint64_t first[FOREIGN_STREAMS], size[FOREIGN_STREAMS]; /* bytes; of events and ticks */
};

struct foreign_writer;

/* Makes the folder below an archive. NULL with an error. */
struct foreign_writer *foreign_create(const char *archive, struct error *error);
void foreign_put_record(struct foreign_writer *writer, enum foreign_stream stream, uint32_t kind,
                        const struct foreign_record *record);
void foreign_begin_lane(struct foreign_writer *writer, uint32_t place, uint32_t lane,
                        uint64_t location);
void foreign_put_event(struct foreign_writer *writer, const struct foreign_event *event,
                       const struct foreign_record *record);
void foreign_put_ticks(struct foreign_writer *writer, uint64_t low);
void foreign_end_lane(struct foreign_writer *writer);
bool foreign_close(struct foreign_writer *writer, struct error *error); /* frees it */

/* What was kept of the trace that an archive was made from. */
struct foreign_reader;

/* NULL without an error: it was made from no trace. */
struct foreign_reader *foreign_open(const char *archive, struct error *error);
void foreign_free(struct foreign_reader *reader);
size_t foreign_lane_count(const struct foreign_reader *reader);
struct foreign_lane foreign_lane_at(const struct foreign_reader *reader, size_t number);

/* A place in a stream. Zero-initialise by foreign_seek. */
struct foreign_cursor {
    const uint8_t *at, *end;
    uint64_t before, time; /* of the event before */
    bool damaged;
};

struct foreign_cursor foreign_seek(const struct foreign_reader *reader, enum foreign_stream stream,
                                   uint64_t first, uint64_t size);
struct foreign_cursor foreign_seek_all(const struct foreign_reader *reader,
                                       enum foreign_stream stream);

/* False: there is no more, or what is there is damaged. */
bool foreign_read_record(struct foreign_cursor *cursor, uint32_t *kind,
                         struct foreign_record *record);
bool foreign_read_event(struct foreign_cursor *cursor, struct foreign_event *event,
                        struct foreign_record *record);
uint64_t foreign_read_ticks(struct foreign_cursor *cursor);

#endif
