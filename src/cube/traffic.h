/* traffic.h: the messages that lanes sent and received, and their kinds. */
#ifndef CUBE_TRAFFIC_H
#define CUBE_TRAFFIC_H

#include "archive/archive.h"

enum traffic_way {
    TRAFFIC_SENT,
    TRAFFIC_RECEIVED,
    TRAFFIC_WAYS,
};

/* One end of a message. A rank that contributes data to a collective operation sends once; a rank
 * that gets data out of it receives once. */
struct traffic_end {
    enum traffic_way way;
    uint32_t lane;   /* row */
    uint32_t region; /* row: the call that sends it, or completes the receive */
    uint32_t kind;   /* row: the call that sent it, whose name is its kind; 0: unknown */
    uint64_t moment; /* ns, on the clock of all cycles: start of the send, or end of the receive */
    uint64_t bytes;  /* ARCHIVE_UNKNOWN: not known */
};

/* True if single messages are known: archive_find_messages found some. */
bool traffic_is_known(const struct archive *archive);

/* Passes both ends of every message, as far as known, to `take`. */
typedef void traffic_take(void *to, const struct traffic_end *end);
void traffic_each(const struct archive *archive, traffic_take *take, void *to);

/* Size classes: 0 bytes, 1, 2 to 3, 4 to 7, ..., and not known. traffic_size returns the class of a
 * size. */
enum { TRAFFIC_SIZES = 66 };
uint32_t traffic_size(uint64_t bytes);
char *traffic_size_label(uint32_t size); /* "1 to 2 KiB"; the caller frees it */

/* Returns, by row of regions, the first region of the same name; the caller frees the array. */
uint32_t *traffic_kinds(const struct archive *archive);

#endif
