/* nodes.h: what is computed of nodes, and of what several streams share. */
#ifndef QUERY_DATA_NODES_H
#define QUERY_DATA_NODES_H

#include "query/data/data.h"
#include "util/buffer.h"

bool query_data_node(struct query_data *data, enum field_function function, uint64_t row,
                     int64_t *value);

/* Adds what a node that has a path is in it: a name, or a kind and a line. */
void query_data_path_step(const struct query_data *data, size_t node, struct buffer *to);

/* enum archive_kind: what kind of acts visits of a region are. */
int64_t query_data_region_type(const struct query_data *data, uint32_t region);

/* Text PLACE-N of an activity, and its row; false: there is none. */
bool query_data_number(struct query_data *data, uint32_t place, uint32_t number, int64_t *value);
bool query_data_activity(struct query_data *data, uint32_t place, uint32_t number, int64_t *value);

#endif
