/* nodes.h: computed fields of nodes, and helpers that several streams share. */
#ifndef QUERY_DATA_NODES_H
#define QUERY_DATA_NODES_H

#include "query/data/data.h"
#include "util/buffer.h"

bool query_data_node(struct query_data *data, enum query_field_function function, uint64_t row,
                     int64_t *value);

/* Appends the node's step of its call path: its name, or its kind and line. */
void query_data_path_step(const struct query_data *data, size_t node, struct buffer *to);

/* Returns the event type (enum archive_kind) of a region's visits. */
int64_t query_data_region_type(const struct query_data *data, uint32_t region);

/* Finds the text PLACE-N of an activity, and its row. False if there is none. */
bool query_data_number(struct query_data *data, uint32_t place, uint32_t number, int64_t *value);
bool query_data_activity(struct query_data *data, uint32_t place, uint32_t number, int64_t *value);

#endif
