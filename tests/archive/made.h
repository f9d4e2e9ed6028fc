/* made.h: archives made by hand for tests: every number is known. One tick is one ns. */
#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include "archive/table/folder.h"
#include "format/communicator.h"
#include "format/event.h"
#include "format/light.h"
#include "format/object.h"
#include "format/place.h"
#include "format/profile.h"
#include "format/region.h"

#include <triptych/probes.h>

#define MADE_START UINT64_C(1000000000) /* ticks and CLOCK_MONOTONIC when a place starts */

enum {
    MADE_REGIONS = 64,
    MADE_RECORDS = 256,
    MADE_STRINGS = 4096,
    MADE_PROFILES = 2,
    MADE_PLACES = 4,
    MADE_OBJECTS = 16,
    MADE_COMMUNICATORS = 8,
    MADE_MEMBERS = 16,
    MADE_LIGHTS = 16,
    MADE_EVENTS = (FORMAT_PIECE_SIZE - 64) / 16 /* records of a log, which has one piece */
};

union made_record {
    struct format_header header;
    struct format_lane lane;
    struct format_node node;
    struct format_values values;
    struct format_sampled sampled;
    uint64_t numbers[FORMAT_RECORD_SIZE / sizeof(uint64_t)];
};

struct made_profile {
    union made_record records[MADE_RECORDS];
};

struct made_place {
    struct format_place record;
    union {
        struct format_regions_header header;
        struct format_region rows[MADE_REGIONS];
    } regions;
    char strings[MADE_STRINGS];
    struct made_profile profiles[MADE_PROFILES];
    int profile_count;
    union {
        struct format_objects_header header;
        struct format_object records[MADE_OBJECTS];
    } objects; /* no file if there are none */
    union {
        struct format_communicators_header header;
        struct format_communicator records[MADE_COMMUNICATORS];
    } communicators; /* no file if it is no rank */
    uint32_t members[MADE_MEMBERS];
    union {
        struct format_lights_header header;
        struct format_light records[MADE_LIGHTS];
    } lights; /* no file if there are none */
    struct made_log {
        union {
            struct format_events header;
            char page[FORMAT_SLOTS_AT];
        } head;
        struct format_piece piece;
        struct format_event records[MADE_EVENTS];
    } log; /* of profile 0; no file if nothing is logged */
    size_t event_count;
};

struct made {
    struct made_place places[MADE_PLACES];
    int place_count;
    const char *run; /* run.json, or NULL */
    struct archive_folder_memory_file files[40];
    char paths[40][64];
};

struct made *made_new(void);
void made_free(struct made *made);
struct made_place *made_add_place(struct made *made);

/* A row of the region table. */
uint32_t made_region(struct made_place *place, struct format_region row, const char *name,
                     const char *file, const char *note);

struct made_profile *made_add_profile(struct made_place *place);

/* A lane with its root, which is open since the lane's start; returns the root. */
uint32_t made_lane(struct made_profile *profile, uint32_t number, const char *name, uint64_t start,
                   uint64_t end);

/* A node with that many visits of the same length. */
uint32_t made_node(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t count,
                   uint64_t time);

/* An anchor: the same, with `sums` and pairs of least and most behind it. */
uint32_t made_anchor(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t count,
                     uint64_t time, const uint64_t *values, unsigned sums, unsigned ranges);

/* A row of the table of lights; returns its number. */
uint32_t made_light(struct made_place *place, struct format_light light);

/* The node is sampled: so many visits were not timed, so many others took so long. */
void made_sampled(struct made_profile *profile, uint32_t node, uint64_t untimed, uint64_t visits,
                  uint64_t ticks);
struct format_node *made_at(struct made_profile *profile, uint32_t node);

/* What threads wait for; its id is its number, which is returned. */
uint64_t made_object(struct made_place *place, struct format_object object);

/* Makes it a rank, with MPI_COMM_WORLD and MPI_COMM_SELF: rows 1 and 2. */
void made_rank(struct made_place *place, uint32_t rank, uint32_t ranks);

/* An act of that node in the log of profile 0, and values behind it; or what is of one that ends
 * later, or was left out in the end. */
void made_act(struct made_place *place, uint32_t node, uint64_t start, uint32_t length);
void made_more(struct made_place *place, uint32_t node, uint64_t start);
void made_never(struct made_place *place, uint32_t node, uint64_t start);
void made_value(struct made_place *place, enum format_value kind, uint64_t value);

/* The lane of that root. */
struct format_lane *made_lane_of(struct made_profile *profile, uint32_t root);

/* A visit that goes on since then. */
uint32_t made_open(struct made_profile *profile, uint32_t parent, uint32_t region, uint64_t start);

/* The archive's files, cut to what is used; valid until anything changes. */
struct archive_folder made_folder(struct made *made);

/* Writes them below a folder, which is made. */
void made_write(struct made *made, const char *path);

/* One process that was killed in a deadlock, with everything else that threads and tasks do. */
struct made *made_threads(void);

/* Two ranks of MPI; the second waits for the messages of the first. */
struct made *made_ranks(void);

/* Two processes, one of them killed; three threads; one of everything a report shows. */
struct made *made_sample(void);

#endif
