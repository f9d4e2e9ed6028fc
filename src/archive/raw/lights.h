/* lights.h: regions without a probe of their own, which an anchor around them counted
 * (format/light.h), as nodes like all others; and times of visits of which only some were timed. */
#ifndef ARCHIVE_RAW_LIGHTS_H
#define ARCHIVE_RAW_LIGHTS_H

#include "archive/raw/raw.h"
#include "format/light.h"
#include "format/profile.h"
#include "util/pairs.h"

/* The table of a place. */
struct raw_lights {
    struct format_light *all; /* by record; 0 is the header */
    uint32_t *next;           /* by record: the next one of the same anchor; 0: none */
    size_t count;
    uint32_t *first; /* by raw row of a region: the first one of which it is the anchor; 0: none */
    uint8_t *is_light; /* by raw row of a region */
};

/* What one profile has of anchors, of nodes of light regions, and of sampled ones. */
struct lights_met {
    const struct raw_lights *lights;
    struct lights_anchor *anchors;
    size_t anchor_count, anchor_room;
    uint64_t *values; /* of all anchors */
    size_t value_count, value_room;
    struct lights_below *below; /* nodes of light regions */
    size_t below_count, below_room;
    struct pairs below_rows; /* (record of the parent, raw region) -> number in `below` */
    struct pairs claims;     /* (record, 0) -> the anchor in whose expansion its own counts serve */
    struct lights_sampled *sampled;
    size_t sampled_count, sampled_room;
    struct pairs sampled_rows; /* (record of the node, 0) -> number in `sampled` */
};

void raw_lights_read(const struct raw_reader *reader, struct raw_place *place,
                     struct raw_lights *lights);
void raw_lights_free(struct raw_lights *lights);

/* A node was read; `row` is that of the archive. */
void lights_meet_node(struct lights_met *met, const struct format_node *raw, uint32_t row,
                      bool is_loop);

/* The values of the anchor met last. */
struct lights_values {
    uint32_t node, lost;
    uint16_t sums, ranges;
};
void lights_meet_values(struct lights_met *met, const struct lights_values *head,
                        const uint64_t *values);

/* The node of the record was met before; `row` is its own. */
void lights_meet_sampled(struct lights_met *met, const struct format_sampled *raw, uint32_t row,
                         const struct archive_nodes *nodes, const struct moments *moments);

/* Makes the nodes, below those of the anchors, and estimates times. `nodes`: the rows of nodes by
 * (parent's row, region's row). When all records of a profile were met. */
void lights_expand(struct lights_met *met, struct raw_reader *reader, struct raw_place *place,
                   struct pairs *nodes);
void lights_met_free(struct lights_met *met);

#endif
