/* logged.h: an archive made by hand, with a log of events for each of its two lanes. */
#ifndef TESTS_LOGGED_H
#define TESTS_LOGGED_H

#include "archive/archive.h"
#include "format/event.h"
#include "made.h"

enum { LOGGED_LANES = 2, LOGGED_END = 1000 }; /* both lanes live for 1000 ns */

/* Each of these is a region, and a node of each lane's tree: main below the root, the rest below
 * main, but the loop below solve. */
enum logged_what {
    LOGGED_MAIN,
    LOGGED_SOLVE,
    LOGGED_LOOP,
    LOGGED_WRITE,
    LOGGED_LOCK,
    LOGGED_BARRIER,
    LOGGED_SPAWN,
    LOGGED_SEND,
    LOGGED_RECEIVE,
    LOGGED_TASK,
    LOGGED_ALLREDUCE,
    LOGGED_MPI_BARRIER,
    LOGGED_MPI_WAIT,
    LOGGED_MPI_INIT,
    LOGGED_MPI_WTIME,
    LOGGED_WHATS,
};

struct logged {
    struct made *made;
    struct archive_folder_memory_file files[36];
    bool has_no_log;
    char samples[4096]; /* places/0/samples, if there are any */
    size_t samples_size;
    struct {
        char *log;
        struct format_event *next;
        uint32_t root, node[LOGGED_WHATS];
    } lane[LOGGED_LANES];
    uint32_t region[LOGGED_WHATS];
};

/* The second lane is one of a pool. */
struct logged *logged_new(void);
void logged_free(struct logged *logged);

/* Acts of a lane in the order of their end; times count from the lanes' start. */
void logged_act(struct logged *logged, int lane, enum logged_what what, uint64_t start,
                uint64_t end);
void logged_bytes(struct logged *logged, int lane, uint64_t bytes); /* of the act before */
void logged_holder(struct logged *logged, int lane, uint64_t activity);

/* A sample of one lane: a stretch of its time, and up to three entries: time and visits, what;
 * ended by time 0. */
struct logged_entry {
    enum logged_what what;
    uint64_t time, visits;
};
void logged_sample(struct logged *logged, int lane, uint64_t from, uint64_t to,
                   const struct logged_entry entries[3]);

/* The archive, read from memory; or written below a folder. */
struct archive *logged_read(struct logged *logged);
void logged_write(struct logged *logged, const char *path);

/* The row of a region in the archive. */
uint32_t logged_row(const struct archive *archive, enum logged_what what);

#endif
