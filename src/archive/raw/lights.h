/* lights.h: makes nodes of light regions: regions without a probe of their own, which the anchor
 * around them counted (format/light.h). It also estimates the times of nodes of which only some
 * visits were timed. */
#ifndef ARCHIVE_RAW_LIGHTS_H
#define ARCHIVE_RAW_LIGHTS_H

#include "archive/raw/raw.h"
#include "format/light.h"
#include "format/profile.h"
#include "util/pairs.h"

/* The table of light regions of a place. */
struct raw_lights {
    struct format_light *all; /* by record; 0 is the header */
    uint32_t *next;           /* by record: the next one with the same anchor; 0: none */
    size_t count;
    uint32_t
        *first; /* by raw row of a region: its first light region, if it is an anchor; 0: none */
    uint8_t *is_light; /* by raw row of a region */
};

/* The visits of a node that have ended, and their passes (format/profile.h). */
struct lights_passes {
    uint64_t ended, passes;
};

/* The anchors, nodes of light regions and sampled nodes of one profile. */
struct lights_met {
    const struct raw_lights *lights;
    struct lights_anchor *anchors;
    size_t anchor_count, anchor_room;
    uint64_t *values; /* of all anchors, one after the other */
    size_t value_count, value_room;
    struct lights_below *below; /* nodes of light regions in visits that had a probe */
    size_t below_count, below_room;
    struct pairs below_rows; /* (record of the parent, raw region) -> index in `below` */
    struct pairs claims;     /* (record, 0) -> the row or anchor that uses the node's own counts */
    struct lights_passes *passes; /* by record */
    size_t pass_count, pass_room;
    struct lights_sampled *sampled;
    size_t sampled_count, sampled_room;
    struct pairs sampled_rows; /* (record of the node, 0) -> index in `sampled` */
};

/* Reads the table of a place; it is empty if there is none. To be freed with raw_lights_free. */
void raw_lights_read(const struct archive_raw_reader *reader, struct archive_raw_place *place,
                     struct raw_lights *lights);
void raw_lights_free(struct raw_lights *lights);

/* Notes a node that was read; `row` is its row in the archive. */
void lights_meet_node(struct lights_met *met, const struct format_node *raw, uint32_t row,
                      bool is_loop);

/* The header of an anchor's values. */
struct lights_values {
    uint32_t node, lost;
    uint16_t sums, ranges;
};
/* Notes the values of the anchor that was met last. */
void lights_meet_values(struct lights_met *met, const struct lights_values *head,
                        const uint64_t *values);

/* Notes the record of a sampled node, which lights_meet_node has met before; `row` is its row in
 * the archive. */
void lights_meet_sampled(struct lights_met *met, const struct format_sampled *raw, uint32_t row,
                         const struct archive_nodes *nodes, const struct archive_ticks *moments);

/* Adds the nodes of light regions below their anchors and estimates times, after all records of a
 * profile were met. `nodes` maps (row of the parent, row of the region) to rows of nodes. */
void lights_expand(struct lights_met *met, struct archive_raw_reader *reader,
                   struct archive_raw_place *place, struct pairs *nodes);
void lights_met_free(struct lights_met *met);

#endif
