/* pack.h: packs answers for a standalone HTML file. */
#ifndef SERVE_PACK_H
#define SERVE_PACK_H

#include "util/buffer.h"

#include <stdbool.h>

/* Adds bytes as base64. */
void serve_pack_base64(struct buffer *to, const void *bytes, size_t size);

/* Adds bytes as base64 of a gzip file. False if there is no memory for it. */
bool serve_pack_gzip(struct buffer *to, const void *bytes, size_t size);

#endif
