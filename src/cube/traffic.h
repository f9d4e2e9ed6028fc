/* traffic.h: what lanes sent and received, message by message, and what kind of message it was. */
#ifndef CUBE_TRAFFIC_H
#define CUBE_TRAFFIC_H

#include "archive/archive.h"

enum traffic_way {
    TRAFFIC_SENT,
    TRAFFIC_RECEIVED,
    TRAFFIC_WAYS,
};

/* One end of a message. Who puts data into a collective operation sends once, and who gets data out
 * of it receives once. */
struct traffic_end {
    enum traffic_way way;
    uint32_t lane;   /* row */
    uint32_t region; /* row: the call that sends it, or sees that it came */
    uint32_t kind;   /* row: the call that sent it, whose name tells its kind; 0: not known */
    uint64_t moment; /* ns, on the clock of all cycles: when sending began, or receiving ended */
    uint64_t bytes;
};

/* Whether single messages are known at all: archive_find_messages has found some. */
bool traffic_is_known(const struct archive *archive);

/* Both ends of every message, as far as they are known. */
typedef void traffic_take(void *to, const struct traffic_end *end);
void traffic_each(const struct archive *archive, traffic_take *take, void *to);

/* 0 bytes, 1, 2 to 3, 4 to 7, ...: which of these, and what it is called. */
enum { TRAFFIC_SIZES = 65 };
uint32_t traffic_size(uint64_t bytes);
char *traffic_size_label(uint32_t size); /* "1 to 2 KiB"; to be freed */

/* By row of regions: the first region of the same name; to be freed. */
uint32_t *traffic_kinds(const struct archive *archive);

#endif
