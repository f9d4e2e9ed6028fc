/* flow.h: a stream while the script runs. Writers append whole lines (or records) to one sequence
 * of bytes; each reader has a position in it.
 *
 *   writer tasks ──pipes──▶ pending lines ──▶ window (memory) [+ file] ──pipes──▶ reader tasks
 *
 * The window holds the newest bytes. Readers that run must stay within half of it: writers are not
 * read while the slowest one is behind (back-pressure). If a reader does not run yet, or the
 * stream is stored, all bytes go to a file, too, from which readers catch up. */
#ifndef SCRIPT_STREAMS_FLOW_H
#define SCRIPT_STREAMS_FLOW_H

#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    FLOW_WINDOW = 1 << 20,        /* bytes in memory */
    FLOW_LAG = FLOW_WINDOW / 2,   /* by which a running reader may be behind */
    FLOW_READ = FLOW_WINDOW / 8,  /* that are read at once */
    FLOW_CARRY = FLOW_WINDOW / 8, /* of an unfinished line in memory; longer ones go to a file */
};

struct flow;

/* Who writes or reads, for epoll: the first member of both. */
enum flow_party_kind { FLOW_PARTY_WRITER = 1, FLOW_PARTY_READER = 2 };

struct flow_party {
    enum flow_party_kind kind;
};

struct flow_writer {
    struct flow_party party;
    struct flow *flow;
    struct flow_writer *next; /* of the flow */
    struct flow_writer *hot;  /* next of those to be read without waiting for epoll */
    uint32_t task;            /* or UINT32_MAX: a file or a text */
    int fd;                   /* -1: at its end */
    bool is_file;             /* never has to be waited for */
    bool is_source;           /* a pipe or terminal that no task writes: it ends when it says so */
    bool is_hot;
    bool waits;       /* for epoll to say that there is more */
    bool ended, good; /* the task has ended; it ended well */
    bool told;        /* that everything was taken */
    char *carry;      /* the unfinished line, or lines that wait for the long one */
    size_t carry_used;
    int long_fd;       /* file of an unfinished line that is too long for memory; -1: none */
    off_t long_size;   /* its bytes */
    off_t long_passed; /* of which are passed on; the line is complete if `passing` */
    bool passing;
    uint64_t bytes;
    bool is_link;             /* a connection: it is not at its end before `total` bytes */
    uint64_t received, total; /* bytes; total UINT64_MAX: not known */
    bool cut;                 /* fewer bytes came */
};

struct flow_reader {
    struct flow_party party;
    struct flow *flow;
    struct flow_reader *next;
    uint32_t task;   /* or UINT32_MAX: a file, or the command's output */
    int fd;          /* -1: none now */
    bool started;    /* it slows the writers */
    bool gone;       /* and will not come back */
    bool may_return; /* a task that may be tried again */
    bool is_file;    /* never has to be waited for */
    bool shared;     /* others use the same open file: it stays open and blocking */
    bool waits;      /* for epoll to say that there is room */
    uint64_t position;
};

/* A run of bytes in the file that came from one writer. */
struct flow_piece {
    uint32_t task, unused;
    uint64_t size;
};

struct flow {
    const char *name;
    uint32_t number;
    uint32_t record; /* 0: lines */
    bool raw;        /* one writer: its bytes are passed on as they are */
    bool store;      /* all of it is kept in the file */
    bool unbounded;  /* writers are never slowed */
    bool decided;    /* whether there is a file */
    bool dirty;      /* in the hub's list */
    bool deaf;       /* all readers are gone: writers get SIGPIPE */
    bool crowded;    /* much of it waits on disk for readers that have not started */
    bool finished;   /* nothing more comes */
    bool failed;     /* a file of it could not be written: what follows would not fit to it */
    struct flow *next_dirty;
    char *window;
    uint64_t base, end; /* positions of the window's first byte and behind its last */
    int file;           /* -1: none */
    uint64_t punched;   /* bytes of the file that were given back */
    char *path;
    struct flow_piece *pieces; /* not yet written to the index */
    size_t piece_count, piece_room;
    int index;                 /* -1: none */
    unsigned pending;          /* writers that have not started */
    unsigned open;             /* writers that have not ended */
    struct flow_writer *owner; /* passes a long line on: others wait; or NULL */
    struct flow_writer *writers;
    struct flow_reader *readers;
};

#endif
