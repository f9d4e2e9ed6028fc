/* store.h: stores what the tables of an archive cannot hold of an OTF2 trace, so that the trace can
 * be written again as it was: NAME.tri/foreign, in tables like those of a sealed archive
 * (doc/otf2.md). */
#ifndef EXPORT_OTF2_STORE_H
#define EXPORT_OTF2_STORE_H

#include "archive/archive.h"
#include "export/otf2/records.h"
#include "util/error.h"

#define FOREIGN_FOLDER "foreign"
#define FOREIGN_VERSION 1

/* Pseudo event: attributes of the next enter or leave. */
#define FOREIGN_ATTACHED 0

/* Pseudo event: from here on, the first of several equal regions stands for another of them.
 * Values: both numbers. */
#define FOREIGN_ALIAS (UINT32_C(1) << 16)

/* The streams of bytes in the store. */
enum foreign_stream {
    FOREIGN_DEFINITIONS_BYTES,
    FOREIGN_MARKERS_BYTES,
    FOREIGN_EVENTS_BYTES, /* all events except enters and leaves that became acts */
    FOREIGN_TICKS_BYTES,  /* for clocks finer than ns: the ticks within the ns of each of these
                             enters and leaves */
    FOREIGN_STREAMS
};

/* A stored event and its position among the acts. */
struct foreign_event {
    uint32_t kind;   /* enum foreign_event_kind, FOREIGN_ATTACHED or FOREIGN_ALIAS */
    uint64_t before; /* number of enters and leaves of acts on its lane before it */
    uint64_t time;   /* ticks of the trace */
};

/* The parts of the streams that belong to a lane. */
struct foreign_lane {
    uint32_t place, lane; /* numbers */
    uint64_t location;
    uint64_t first[FOREIGN_STREAMS], size[FOREIGN_STREAMS]; /* in bytes; for events and ticks */
};

struct foreign_writer;

/* Creates the store of an archive. NULL with an error. */
struct foreign_writer *foreign_create(const char *archive, struct error *error);
/* Append a definition or marker, and the events of one lane after another. foreign_put_ticks()
 * appends the ticks within a ns of an enter or leave. Failures are reported by foreign_close(). */
void foreign_put_record(struct foreign_writer *writer, enum foreign_stream stream, uint32_t kind,
                        const struct foreign_record *record);
void foreign_begin_lane(struct foreign_writer *writer, uint32_t place, uint32_t lane,
                        uint64_t location);
void foreign_put_event(struct foreign_writer *writer, const struct foreign_event *event,
                       const struct foreign_record *record);
void foreign_put_ticks(struct foreign_writer *writer, uint64_t low);
void foreign_end_lane(struct foreign_writer *writer);
bool foreign_close(struct foreign_writer *writer, struct error *error); /* frees the writer */

/* The store of an imported archive, for reading. */
struct foreign_reader;

/* Opens the store of an archive. NULL without an error if the archive was not imported. */
struct foreign_reader *foreign_open(const char *archive, struct error *error);
void foreign_free(struct foreign_reader *reader);
size_t foreign_lane_count(const struct foreign_reader *reader);
struct foreign_lane foreign_lane_at(const struct foreign_reader *reader, size_t number);

/* A position in a stream, made by foreign_seek(). */
struct foreign_cursor {
    const uint8_t *at, *end;
    uint64_t before, time; /* of the previous event */
    bool damaged;
};

/* Return a cursor for a part of a stream, or for all of it. It is damaged if the part is not there.
 */
struct foreign_cursor foreign_seek(const struct foreign_reader *reader, enum foreign_stream stream,
                                   uint64_t first, uint64_t size);
struct foreign_cursor foreign_seek_all(const struct foreign_reader *reader,
                                       enum foreign_stream stream);

/* Read the next record or event; false if there is no more, or the data is damaged
 * (cursor->damaged). */
bool foreign_read_record(struct foreign_cursor *cursor, uint32_t *kind,
                         struct foreign_record *record);
bool foreign_read_event(struct foreign_cursor *cursor, struct foreign_event *event,
                        struct foreign_record *record);
/* Returns the ticks within a ns of the next enter or leave; 0 if there are no more. */
uint64_t foreign_read_ticks(struct foreign_cursor *cursor);

#endif
