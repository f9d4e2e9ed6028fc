/* write_ranks.c: writes the archive of an MPI program with very many ranks, as they would have left
 * it when they ended: write_ranks FOLDER RANKS ITERATIONS [log] [apart]
 *
 * Ranks are a torus, as square as can be. In each iteration a rank posts four receives, computes,
 * sends to its four neighbours, waits for all, and takes part in a sum of all ranks; in every tenth
 * one in a sum of its row. One tick is one ns. With `log`, all that is of MPI is logged. With
 * `apart`, every host has a clock of its own, of which it is not quite known how it stands to that
 * of rank 0. */
#include "format/communicator.h"
#include "format/event.h"
#include "format/place.h"
#include "format/profile.h"
#include "format/region.h"

#include <triptych/probes.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define START UINT64_C(1000000000)

enum {
    WORLD = 1,
    SELF = 2,
    ROW = 3,    /* rows of the table of communicators */
    SIDES = 4,  /* left, right, up, down: the other one is side ^ 1 */
    PARTS = 60, /* routines that compute, each with two nested loops */
    PHASES = 2, /* that call all of them */
    REGIONS = 16 + 3 * PARTS,
    RECORDS = 32 + 3 * PARTS * PHASES,
    STRINGS = 8192,
    EVERY = 10, /* iterations to a sum of a row */
    PER_HOST = 16,
    CALL = 300 /* ns of a call that does not wait */
};

struct torus {
    uint32_t ranks, width, height;
    uint64_t iterations;
    uint64_t *begin, *longest; /* of each iteration: ns from the start; the longest computing */
    bool apart;
};

/* What a rank calls: nodes of its profile. */
enum site { POST, SEND, WAIT, SUM, SUM_ROW, SITES };

struct rank {
    const struct torus *torus;
    uint32_t number;
    union {
        struct format_place record;
        char page[FORMAT_PLACE_SIZE];
    } place;
    union {
        struct format_regions_header header;
        struct format_region rows[REGIONS];
    } regions;
    char strings[STRINGS];
    union {
        struct format_header header;
        struct format_lane lane;
        struct format_node node;
    } records[RECORDS];
    uint32_t sites[SITES];
    uint64_t shift; /* ns: how much later it is on this clock than on that of rank 0 */
    uint64_t row_sums;
    struct format_event *events; /* NULL: nothing is logged */
    size_t event_count, event_room;
};

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        perror("write_ranks");
        exit(1);
    }
    return memory;
}

static uint64_t computes(uint32_t rank, uint64_t iteration)
{
    uint64_t slow = rank % 16 == 5 ? 100000 : 0;
    return 200000 + slow + (rank * UINT64_C(2654435761) + iteration * 40503) % 50000;
}

static void plan(struct torus *torus)
{
    uint64_t at = 1000000;
    torus->width = 1;
    for (uint32_t i = 1; (uint64_t)i * i <= torus->ranks; i++) {
        if (torus->ranks % i == 0)
            torus->height = i;
    }
    torus->width = torus->ranks / torus->height;
    torus->begin = zeroed(torus->iterations + 1, sizeof *torus->begin);
    torus->longest = zeroed(torus->iterations + 1, sizeof *torus->longest);
    for (uint64_t i = 0; i < torus->iterations; i++) {
        for (uint32_t j = 0; j < torus->ranks; j++) {
            uint64_t length = computes(j, i);
            if (length > torus->longest[i])
                torus->longest[i] = length;
        }
        torus->begin[i] = at;
        at += torus->longest[i] + 11000;
    }
    torus->begin[torus->iterations] = at;
}

static uint32_t neighbour(const struct torus *torus, uint32_t rank, int side)
{
    uint32_t x = rank % torus->width, y = rank / torus->width;
    switch (side) {
    case 0:
        return y * torus->width + (x + torus->width - 1) % torus->width;
    case 1:
        return y * torus->width + (x + 1) % torus->width;
    case 2:
        return (y + torus->height - 1) % torus->height * torus->width + x;
    default:
        return (y + 1) % torus->height * torus->width + x;
    }
}

static uint64_t message_size(int side)
{
    return side < 2 ? 2048 : 4096;
}

static uint32_t add_string(struct rank *rank, const char *text)
{
    struct format_regions_header *header = &rank->regions.header;
    uint32_t offset = (uint32_t)header->strings_used;
    size_t size = strlen(text) + 1;
    if (offset + size > STRINGS)
        abort();
    memcpy(rank->strings + offset, text, size);
    header->strings_used += size;
    return offset;
}

static uint32_t add_region(struct rank *rank, uint32_t kind, const char *name, uint32_t line,
                           uint32_t routine)
{
    uint32_t row = (uint32_t)rank->regions.header.used++;
    if (row >= REGIONS)
        abort();
    rank->regions.rows[row] = (struct format_region){
        .kind = kind,
        .mode = TRI_TIME,
        .line = line,
        .end_line = kind == TRI_KIND_COMM ? 0 : line + 5,
        .routine = routine,
        .name = *name ? add_string(rank, name) : 0,
        .file = 1, /* the first two strings */
        .dir = 1 + sizeof "torus.c",
    };
    return row;
}

static uint32_t add_record(struct rank *rank)
{
    uint32_t self = (uint32_t)rank->records[0].header.used++;
    if (self >= RECORDS)
        abort();
    return self;
}

static uint32_t add_node(struct rank *rank, uint32_t parent, uint32_t region, uint64_t count,
                         uint64_t time)
{
    uint32_t self = add_record(rank);
    rank->records[self].node = (struct format_node){
        .type = FORMAT_NODE,
        .region = region,
        .self = self,
        .parent = parent,
        .count = count,
        .time = time,
        .min = count && time ? time / count : UINT64_MAX,
        .max = count ? time / count : 0,
        .trips_min = UINT64_MAX,
    };
    return self;
}

static uint32_t add_loop(struct rank *rank, uint32_t parent, uint32_t region, uint64_t count,
                         uint64_t time, uint64_t trips)
{
    uint32_t self = add_node(rank, parent, region, count, time);
    struct format_node *node = &rank->records[self].node;
    node->trips = count * trips;
    node->trips_min = node->trips_max = trips;
    return self;
}

static void add_site(struct rank *rank, enum site site, uint32_t parent, const char *name,
                     uint32_t line, uint32_t flags)
{
    uint32_t routine = rank->records[parent].node.region;
    uint32_t region = add_region(rank, TRI_KIND_COMM, name, line, routine);
    rank->regions.rows[region].flags = flags;
    rank->sites[site] = add_node(rank, parent, region, 0, 0);
}

static uint64_t total_computed(const struct rank *rank)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < rank->torus->iterations; i++)
        sum += computes(rank->number, i);
    return sum;
}

/* A hundred regions, some hundred call paths. */
static void add_parts(struct rank *rank, uint32_t step, uint64_t time)
{
    uint32_t regions[PARTS][3];
    uint64_t count = rank->torus->iterations, each = time / PHASES / PARTS;
    for (uint32_t i = 0; i < PARTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "part_%02u", i);
        regions[i][0] = add_region(rank, TRI_KIND_ROUTINE, name, 1000 + 20 * i, 0);
        regions[i][1] = add_region(rank, TRI_KIND_LOOP, "", 1002 + 20 * i, regions[i][0]);
        regions[i][2] = add_region(rank, TRI_KIND_LOOP, "", 1003 + 20 * i, regions[i][0]);
    }
    for (uint32_t phase = 0; phase < PHASES; phase++) {
        uint32_t around =
            add_region(rank, TRI_KIND_ROUTINE, phase ? "correct" : "advance", 100 + 20 * phase, 0);
        uint32_t node = add_node(rank, step, around, count, each * PARTS);
        for (uint32_t i = 0; i < PARTS; i++) {
            uint32_t routine = add_node(rank, node, regions[i][0], count, each);
            uint32_t outer = add_loop(rank, routine, regions[i][1], count, each - count, 4);
            add_loop(rank, outer, regions[i][2], count * 4, each - 2 * count, 128);
        }
    }
}

static void add_tree(struct rank *rank)
{
    const struct torus *torus = rank->torus;
    uint64_t length = torus->begin[torus->iterations], count = torus->iterations;
    rank->regions.header = (struct format_regions_header){
        .magic = FORMAT_REGIONS_MAGIC, .version = FORMAT_VERSION, .used = 1, .strings_used = 1};
    add_string(rank, "torus.c");
    add_string(rank, "/home/someone");
    rank->records[0].header = (struct format_header){
        .type = FORMAT_HEADER, .version = FORMAT_VERSION, .magic = FORMAT_PROFILE_MAGIC, .used = 1};
    uint32_t lane = add_record(rank);
    rank->records[lane].lane = (struct format_lane){.type = FORMAT_LANE,
                                                    .self = lane,
                                                    .start = START + rank->shift,
                                                    .end = START + rank->shift + length,
                                                    .state = FORMAT_LANE_ENDED,
                                                    .tid = 4000000 + rank->number,
                                                    .name = "torus",
                                                    .parent = FORMAT_NO_ACTIVITY};
    uint32_t root = add_node(rank, lane, 0, 1, length);
    uint32_t main_region = add_region(rank, TRI_KIND_ROUTINE, "main", 10, 0);
    uint32_t program = add_node(rank, root, main_region, 1, length - 1000);
    uint32_t steps = add_loop(rank, program, add_region(rank, TRI_KIND_LOOP, "", 20, main_region),
                              1, length - 2000, count);
    uint32_t step = add_node(rank, steps, add_region(rank, TRI_KIND_ROUTINE, "step", 30, 0), count,
                             length - 3000);
    uint32_t exchange =
        add_node(rank, step, add_region(rank, TRI_KIND_ROUTINE, "exchange", 50, 0), count, 0);
    add_site(rank, POST, exchange, "MPI_Irecv", 52, TRI_READS);
    add_site(rank, SEND, exchange, "MPI_Isend", 54, TRI_WRITES);
    add_site(rank, WAIT, exchange, "MPI_Waitall", 56, TRI_READS);
    add_site(rank, SUM, step, "MPI_Allreduce", 32, TRI_READS | TRI_WRITES);
    add_site(rank, SUM_ROW, step, "MPI_Reduce", 34, TRI_READS | TRI_WRITES);
    add_parts(rank, step, total_computed(rank));
}

static void add_event(struct rank *rank, uint64_t start, uint64_t rest)
{
    if (!rank->events)
        return;
    if (rank->event_count == rank->event_room)
        abort();
    rank->events[rank->event_count++] = (struct format_event){start, rest};
}

static void add_value(struct rank *rank, enum format_value kind, uint64_t value)
{
    add_event(rank, value, format_event_rest(FORMAT_EVENT_VALUE, kind, 0));
}

/* A call, in the profile and in the log; values follow. */
static void add_call(struct rank *rank, enum site site, uint64_t start, uint64_t length,
                     uint64_t bytes)
{
    struct format_node *node = &rank->records[rank->sites[site]].node;
    node->count++;
    node->time += length;
    node->bytes += bytes;
    if (length < node->min)
        node->min = length;
    if (length > node->max)
        node->max = length;
    add_event(rank, start + rank->shift,
              format_event_rest(FORMAT_EVENT_ACT, rank->sites[site], (uint32_t)length));
}

static void add_sum(struct rank *rank, enum site site, uint64_t start, uint64_t end, uint64_t order)
{
    uint32_t width = rank->torus->width;
    uint32_t leader = rank->number / width * width;
    uint64_t taken = site == SUM || rank->number == leader ? 8 : 0;
    add_call(rank, site, start, end - start, 8 + taken);
    add_value(rank, FORMAT_VALUE_TOGETHER, order);
    if (site == SUM_ROW)
        add_value(rank, FORMAT_VALUE_ROOT, leader);
    add_value(rank, FORMAT_VALUE_GIVEN, 8);
    add_value(rank, FORMAT_VALUE_TAKEN, taken);
}

/* When a rank sends to a side. */
static uint64_t sends_at(const struct torus *torus, uint32_t rank, uint64_t iteration, int side)
{
    return START + torus->begin[iteration] + 2000 + computes(rank, iteration) +
           UINT64_C(500) * (unsigned)side;
}

/* Returns when all have come. */
static uint64_t add_wait(struct rank *rank, uint64_t iteration)
{
    const struct torus *torus = rank->torus;
    uint64_t start = sends_at(torus, rank->number, iteration, SIDES), end = start + 500;
    uint64_t order = format_order(WORLD, SIDES * iteration), bytes = 0;
    for (int side = 0; side < SIDES; side++) {
        uint64_t came =
            sends_at(torus, neighbour(torus, rank->number, side), iteration, side ^ 1) + 1500;
        if (came > end)
            end = came;
        bytes += message_size(side);
    }
    add_call(rank, WAIT, start, end - start, bytes);
    for (int side = 0; side < SIDES; side++) {
        uint32_t from = neighbour(torus, rank->number, side);
        add_value(rank, FORMAT_VALUE_RECEIVED, order + (unsigned)side);
        add_value(rank, FORMAT_VALUE_FROM, format_address(from, side ^ 1));
        add_value(rank, FORMAT_VALUE_GOT, message_size(side));
    }
    for (int side = 0; side < SIDES; side++)
        add_value(rank, FORMAT_VALUE_FINISHED, order + (unsigned)side);
    return end;
}

static void add_iteration(struct rank *rank, uint64_t iteration)
{
    const struct torus *torus = rank->torus;
    uint64_t begin = START + torus->begin[iteration];
    uint64_t order = format_order(WORLD, SIDES * iteration);
    for (int side = 0; side < SIDES; side++) {
        add_call(rank, POST, begin + UINT64_C(500) * (unsigned)side, CALL, 0);
        add_value(rank, FORMAT_VALUE_POSTED, order + (unsigned)side);
        add_value(rank, FORMAT_VALUE_ASKED,
                  format_address(neighbour(torus, rank->number, side), side ^ 1));
    }
    for (int side = 0; side < SIDES; side++) {
        add_call(rank, SEND, sends_at(torus, rank->number, iteration, side), CALL,
                 message_size(side));
        add_value(rank, FORMAT_VALUE_SENT, order + (unsigned)side);
        add_value(rank, FORMAT_VALUE_TO,
                  format_address(neighbour(torus, rank->number, side), side));
        add_value(rank, FORMAT_VALUE_SIZE, message_size(side));
    }
    uint64_t came = add_wait(rank, iteration), all = begin + torus->longest[iteration] + 9000;
    add_sum(rank, SUM, came + 500, all, format_order(WORLD, iteration));
    if (iteration % EVERY == EVERY - 1)
        add_sum(rank, SUM_ROW, all + 100, all + 900, format_order(ROW, rank->row_sums++));
}

static void describe(struct rank *rank)
{
    const struct torus *torus = rank->torus;
    uint64_t start = START + rank->shift, end = start + torus->begin[torus->iterations];
    uint64_t wrong = rank->shift ? rank->number / PER_HOST % 5 * 1000 : 0; /* as if it was that */
    struct format_place *place = &rank->place.record;
    *place = (struct format_place){
        .magic = FORMAT_PLACE_MAGIC,
        .version = FORMAT_VERSION,
        .number = rank->number,
        .pid = 4000000 + rank->number, /* more than a system has */
        .parent_place = -1,
        .clock = FORMAT_CLOCK_COUNTER,
        .ticks_per_second = 1000000000,
        .start = {start, start, UINT64_C(1700000000000000000)},
        .last = {end, end, UINT64_C(1700000000000000000) + end - start},
        .costs = {.clock = 5 * 1024, .pair = 20 * 1024, .inside = 8 * 1024, .count_pair = 4 * 1024},
        .state = FORMAT_PLACE_EXITED,
        .end = end,
        .lanes = 1,
        .program = "/home/someone/torus",
        .command = "./torus",
        .events = rank->events ? FORMAT_EVENTS_COMM : 0,
        .collects = FORMAT_COLLECT_MPI,
        .activities = 1,
        .rank = rank->number,
        .ranks = torus->ranks,
        .job = 77,
        .offsets = {{start, START + wrong, wrong * 2}, {end, end - rank->shift + wrong, wrong * 2}},
    };
    snprintf(place->host, sizeof place->host, "node%03u", rank->number / PER_HOST);
    snprintf(place->boot, sizeof place->boot, "00000000-0000-0000-0000-%012u",
             rank->number / PER_HOST);
}

static FILE *open_file(const char *archive, uint32_t rank, const char *name)
{
    char path[4096];
    int size = snprintf(path, sizeof path, "%s/places/%u/%s", archive, rank, name);
    FILE *file = size < (int)sizeof path ? fopen(path, "w") : NULL;
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

static void write_file(const char *archive, uint32_t rank, const char *name, const void *data,
                       size_t size)
{
    FILE *file = open_file(archive, rank, name);
    if (fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        perror(name);
        exit(1);
    }
}

/* MPI_COMM_WORLD, MPI_COMM_SELF and the row; members are told by leaders. */
static void write_communicators(const struct rank *rank, const char *archive)
{
    const struct torus *torus = rank->torus;
    uint32_t width = torus->width, leader = rank->number / width * width, used = 0;
    uint32_t *members = zeroed(torus->ranks + width, sizeof *members);
    union {
        struct format_communicators_header header;
        struct format_communicator row;
    } all[ROW + 1];
    memset(all, 0, sizeof all);
    struct format_communicator plain = {.kind = FORMAT_COMMUNICATOR_INTRA,
                                        .members = FORMAT_NO_MEMBERS,
                                        .made = START + rank->shift};
    all[WORLD].row = all[SELF].row = all[ROW].row = plain;
    all[WORLD].row.rank = rank->number;
    all[WORLD].row.size = torus->ranks;
    all[SELF].row.id = (uint64_t)(rank->number + 1) << 32;
    all[SELF].row.size = 1;
    all[ROW].row.id = (uint64_t)leader << 32 | 1;
    all[ROW].row.rank = rank->number - leader;
    all[ROW].row.size = width;
    if (!rank->number) {
        all[WORLD].row.members = used;
        for (uint32_t i = 0; i < torus->ranks; i++)
            members[used++] = i;
    }
    if (rank->number == leader) {
        all[ROW].row.members = used;
        for (uint32_t i = 0; i < width; i++)
            members[used++] = leader + i;
    }
    all[0].header = (struct format_communicators_header){.magic = FORMAT_COMMUNICATORS_MAGIC,
                                                         .version = FORMAT_VERSION,
                                                         .used = ROW + 1,
                                                         .members_used = used};
    write_file(archive, rank->number, "communicators", all, sizeof all);
    write_file(archive, rank->number, "members", members, used * sizeof *members);
    free(members);
}

/* Records of one act stay in one piece. */
static size_t cut_piece(const struct rank *rank, size_t first, size_t room)
{
    size_t end = first + room < rank->event_count ? first + room : rank->event_count;
    while (end < rank->event_count && rank->events[end].rest >> 60 == FORMAT_EVENT_VALUE)
        end--;
    return end;
}

static void write_piece(const struct rank *rank, FILE *file, uint64_t number, size_t first,
                        size_t end, long at)
{
    static const char zeros[FORMAT_PIECE_SIZE];
    struct format_piece head = {.sequence = number + 1};
    size_t size = (end - first) * sizeof *rank->events;
    fseek(file, at, SEEK_SET);
    fwrite(&head, sizeof head, 1, file);
    fwrite(rank->events + first, 1, size, file);
    fwrite(zeros, 1, FORMAT_PIECE_SIZE - sizeof head - size, file);
}

/* As the program leaves it: the last pieces are still in their slots. */
static void write_log(const struct rank *rank, const char *archive)
{
    enum { ROOM = (FORMAT_PIECE_SIZE - sizeof(struct format_piece)) / sizeof(struct format_event) };
    struct format_events header = {.magic = FORMAT_EVENTS_MAGIC,
                                   .version = FORMAT_VERSION,
                                   .kinds = FORMAT_EVENTS_COMM,
                                   .keep = FORMAT_KEEP_FIRST};
    FILE *file = open_file(archive, rank->number, "events-0");
    for (size_t first = 0; first < rank->event_count; header.pieces++)
        first = cut_piece(rank, first, ROOM);
    header.written = header.pieces > FORMAT_MOVED ? header.pieces - FORMAT_MOVED : 0;
    fwrite(&header, sizeof header, 1, file);
    size_t first = 0;
    for (uint64_t i = 0; i < header.pieces; i++) {
        size_t end = cut_piece(rank, first, ROOM);
        uint64_t at = i < header.written ? FORMAT_PIECES_AT + i * FORMAT_PIECE_SIZE
                                         : FORMAT_SLOTS_AT + i % FORMAT_SLOTS * FORMAT_PIECE_SIZE;
        write_piece(rank, file, i, first, end, (long)at);
        first = end;
    }
    if (ferror(file) || fclose(file) != 0) {
        perror("events-0");
        exit(1);
    }
}

static void write_rank(struct rank *rank, const char *archive)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/places/%u", archive, rank->number);
    if (mkdir(path, 0777) != 0)
        perror(path);
    describe(rank);
    add_tree(rank);
    for (uint64_t i = 0; i < rank->torus->iterations; i++)
        add_iteration(rank, i);
    write_file(archive, rank->number, "place", &rank->place, sizeof rank->place);
    write_file(archive, rank->number, "regions", &rank->regions,
               rank->regions.header.used * sizeof rank->regions.rows[0]);
    write_file(archive, rank->number, "strings", rank->strings, rank->regions.header.strings_used);
    write_file(archive, rank->number, "profile-0", rank->records,
               rank->records[0].header.used * sizeof rank->records[0]);
    write_communicators(rank, archive);
    if (rank->events)
        write_log(rank, archive);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "write_ranks FOLDER RANKS ITERATIONS [log] [apart]\n");
        return 2;
    }
    struct torus torus = {.ranks = (uint32_t)strtoul(argv[2], NULL, 10),
                          .iterations = strtoull(argv[3], NULL, 10)};
    char path[4096];
    snprintf(path, sizeof path, "%s/places", argv[1]);
    if ((mkdir(argv[1], 0777) != 0 && errno != EEXIST) || mkdir(path, 0777) != 0) {
        perror(path);
        return 1;
    }
    bool log = false;
    for (int i = 4; i < argc; i++) {
        log |= !strcmp(argv[i], "log");
        torus.apart |= !strcmp(argv[i], "apart");
    }
    plan(&torus);
    struct rank *rank = zeroed(1, sizeof *rank);
    size_t room = torus.iterations * 64;
    struct format_event *events = log ? zeroed(room + 1, sizeof *events) : NULL;
    for (uint32_t i = 0; i < torus.ranks; i++) {
        *rank = (struct rank){.torus = &torus, .number = i, .events = events, .event_room = room};
        if (torus.apart)
            rank->shift = i / PER_HOST * UINT64_C(1000000);
        write_rank(rank, argv[1]);
    }
    free(events);
    free(rank);
    free(torus.begin);
    free(torus.longest);
    return 0;
}
