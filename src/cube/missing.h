/* missing.h: which events an archive lacks, in words. */
#ifndef CUBE_MISSING_H
#define CUBE_MISSING_H

#include "archive/archive.h"
#include "util/buffer.h"

/* A stretch of time of a lane of which nothing is known, as its events were dropped. */
struct missing_stretch {
    uint64_t from, to; /* ns, on the clock of all cycles */
};

/* False: there is none. */
bool missing_on_lane(const struct archive *archive, uint32_t lane, struct missing_stretch *stretch);

/* From when to when acts of a lane were filtered. False: none was, or it is not known. */
bool missing_filtered_on_lane(const struct archive *archive, uint32_t lane,
                              struct missing_stretch *stretch);

/* Whether any lane has a stretch of which nothing is known. */
bool missing_stretches(const struct archive *archive);

/* Events that were dropped; and whether there are more of which only the bytes are known. */
uint64_t missing_dropped(const struct archive *archive, bool *at_least);

/* What was not logged, because its kind was not chosen or by a filter, is drawn as what is around
 * it, unless more than a tenth of the time that would be drawn so was of another class: of such a
 * time it is not known what it was. */
struct missing_hidden {
    uint8_t *nodes;   /* by row: what is in it and in nothing logged below it is not known */
    uint8_t *lanes;   /* by row: nor is what seems to be the program while acts were filtered */
    uint32_t *roots;  /* by row of lanes: its root; ARCHIVE_NONE: none */
    uint8_t *classes; /* by row of regions: enum cycles_class */
    bool outside;     /* of a part of another archive: nor is what a lane did outside of all visits
                         that were selected */
    bool any;
};

struct missing_hidden missing_hidden_new(const struct archive *archive);
void missing_hidden_free(struct missing_hidden *hidden);

/* Adds the reason why something is hidden, for a picture in which it is unknown. */
void missing_hidden_write(struct buffer *to, const struct archive *archive);

/* Adds which kinds of visits were not logged as they were not chosen, how many and where: "not
 * chosen by --events: 12 visits of io: 12 of rank 0". False: none. */
bool missing_kinds_write(struct buffer *to, const struct archive *archive);

/* Adds how many events are missing, where, when and why: "1,200 events were dropped (--max-size was
 * reached): 1,200 of rank 0 from 0.52 s to 3.1 s". False: none is, and nothing was added. */
bool missing_write(struct buffer *to, const struct archive *archive);

#endif
