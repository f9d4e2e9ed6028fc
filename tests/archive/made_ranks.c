/* made_ranks.c: two ranks of an MPI program; the second waits for the first. */
#include "made.h"

#define MS UINT64_C(1000000)

enum { WORLD = 1, MESSAGES = 3 };

static const uint64_t sizes[MESSAGES] = {8, 8, 4096};

/* Rank 0 sends three messages, 100 ms after one another. */
static void send_all(struct made_place *place, uint32_t node)
{
    for (uint64_t i = 0; i < MESSAGES; i++) {
        made_act(place, node, MADE_START + (100 + 100 * i) * MS, 10 * MS);
        made_value(place, FORMAT_VALUE_SENT, format_order(WORLD, i));
        made_value(place, FORMAT_VALUE_TO, format_address(1, 7));
        made_value(place, FORMAT_VALUE_SIZE, sizes[i]);
    }
}

/* Rank 1 waits for each of them from 50 ms before it is sent. */
static void receive_all(struct made_place *place, uint32_t node)
{
    for (uint64_t i = 0; i < MESSAGES; i++) {
        made_act(place, node, MADE_START + (50 + 100 * i) * MS, 60 * MS);
        made_value(place, FORMAT_VALUE_RECEIVED, format_order(WORLD, i));
        made_value(place, FORMAT_VALUE_FROM, format_address(0, 7));
        made_value(place, FORMAT_VALUE_GOT, sizes[i]);
    }
}

static uint32_t add_site(struct made_place *place, struct made_profile *profile, uint32_t parent,
                         struct format_region row, const char *name, uint64_t count, uint64_t time)
{
    return made_node(profile, parent, made_region(place, row, name, "ring.c", ""), count, time);
}

struct made *made_ranks(void)
{
    struct made *made = made_new();
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t rank = 1 - i; /* the second process is rank 0 */
        struct made_place *place = made_add_place(made);
        struct made_profile *profile = made_add_profile(place);
        made_rank(place, rank, 2);
        place->record.parent_place = -1;
        place->record.state = FORMAT_PLACE_EXITED;
        place->record.end = MADE_START + 1000 * MS;
        uint32_t root = made_lane(profile, 0, "ring", MADE_START, MADE_START + 1000 * MS);
        struct format_region routine = {.kind = TRI_KIND_ROUTINE, .line = 5, .end_line = 30};
        uint32_t all = add_site(place, profile, root, routine, "main", 1, 900 * MS);
        struct format_region send = {
            .kind = TRI_KIND_COMM, .flags = TRI_WRITES, .line = 10, .routine = 1};
        struct format_region receive = {
            .kind = TRI_KIND_COMM, .flags = TRI_READS, .line = 12, .routine = 1};
        struct format_region barrier = {.kind = TRI_KIND_CLOCK, .line = 20, .routine = 1};
        uint32_t node = rank ? add_site(place, profile, all, receive, "MPI_Recv", 3, 180 * MS)
                             : add_site(place, profile, all, send, "MPI_Send", 3, 30 * MS);
        made_at(profile, node)->bytes = 4112;
        if (rank)
            receive_all(place, node);
        else
            send_all(place, node);
        uint32_t last =
            add_site(place, profile, all, barrier, "MPI_Barrier", 1, rank ? 10 * MS : 200 * MS);
        made_act(place, last, MADE_START + 600 * MS, (uint32_t)(rank ? 10 * MS : 200 * MS));
        made_act(place, all, MADE_START + 50 * MS, 900 * MS);
    }
    return made;
}
