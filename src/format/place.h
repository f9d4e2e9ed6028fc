/* place.h: the layout of the description of a process, places/P/place: one page, mapped while it
 * runs.
 *
 * The folder of a process has these files, all written by the process itself except samples
 * and buffer_names.
 * Numbers are in the machine's byte order; a reader accepts versions from FORMAT_VERSION_OLDEST on.
 *
 *   place                             place.h         this page
 *   regions, strings                  region.h        its region table
 *   profile-K                         profile.h       lanes and nodes
 *   lights                            light.h         regions that an anchor counts
 *   events-K                          event.h         event log of the lanes in profile-K
 *   objects                           object.h        objects that threads wait for
 *   communicators, members            communicator.h  of a rank of MPI
 *   buffers, buffer_names             buffer.h        of a rank of MPI; the names: `triptych run`
 *   modules, loops-K, lost-K, native  loops.h         loops counted in binaries
 *   stacks-K                          stacks.h        sampled call paths of the lanes in profile-K
 *   gathered                          gathered.h      of rank 0: the other ranks' data
 *   samples                           sample.h        written by `triptych run` */
#ifndef FORMAT_PLACE_H
#define FORMAT_PLACE_H

#include "format/words.h"

#include <stdbool.h>
#include <stdint.h>

#define FORMAT_VERSION 3                                /* version that is written */
#define FORMAT_VERSION_OLDEST 1                         /* oldest version that can be read */
#define FORMAT_PLACE_MAGIC UINT64_C(0x3143414c50495254) /* "TRIPLAC1" */
#define FORMAT_PLACE_SIZE 4096

static inline bool format_is_readable(uint32_t version)
{
    return version >= FORMAT_VERSION_OLDEST && version <= FORMAT_VERSION;
}

enum format_clock {
    FORMAT_CLOCK_COUNTER = 1,   /* cntvct_el0, or an invariant TSC */
    FORMAT_CLOCK_MONOTONIC = 2, /* CLOCK_MONOTONIC, in ns */
    FORMAT_CLOCK_CPU = 3,       /* CLOCK_THREAD_CPUTIME_ID, in ns: each lane has its own zero */
};

enum format_place_state {
    FORMAT_PLACE_RUNNING = 0,
    FORMAT_PLACE_EXITED = 1,  /* exit() or return from main */
    FORMAT_PLACE_STOPPED = 2, /* measuring stopped for the reason given; the program continued */
};

/* One moment on three clocks. */
struct format_moment {
    uint64_t ticks;
    uint64_t monotonic; /* ns, CLOCK_MONOTONIC of the machine, whatever time namespace the process
                           is in */
    uint64_t real;      /* ns, CLOCK_REALTIME */
};

/* Costs of a probe, in 1/FORMAT_COSTS_SCALE ticks, measured when the program started. */
#define FORMAT_COSTS_SCALE 1024
struct format_costs {
    uint64_t clock;      /* one clock read */
    uint64_t pair;       /* enter and leave with times, in total */
    uint64_t inside;     /* the part of it that falls into the region itself */
    uint64_t count_pair; /* enter and leave, only counted */
};

/* The range of a cost, in the same unit. It is smallest beside work that waits for its own results,
 * so that the processor has time for the probe; and largest after the first-level cache was
 * emptied, beside work that needs all registers, or in a recursive routine. Both 0: not
 * measured. */
struct format_cost_range {
    uint32_t least, most;
};

struct format_cost_ranges {
    struct format_cost_range pair;       /* enter and leave with times */
    struct format_cost_range count_pair; /* enter and leave, only counted */
    struct format_cost_range loop_end;   /* a loop that is only counted, in one step at its end */
    uint32_t loop_end_alone;             /* the same, back to back, as format_costs are measured */
    uint32_t light_alone;                /* a loop that adds to variables of its routine */
    uint32_t light_most;
};

/* One moment on this place's clock and on that of rank 0, found by exchanging messages: the
 * error is at most half of `within`. For ranks that share rank 0's clock, `own` and `zero` are
 * equal, and `within` is 0. */
struct format_offset {
    uint64_t own, zero; /* ticks of each clock; 0: not measured */
    uint64_t within;    /* own ticks */
};

enum {
    FORMAT_OFFSETS = 2,
    FORMAT_BETWEEN = 12, /* when all are used, every other one is dropped */
};

/* Collectors: libraries that record without probes. One row each: name, bit, word of `--collect`.
 * The bits are on disk, in one byte; the next free one is 128. */
#define FORMAT_COLLECTORS(COLLECTOR)                                                               \
    COLLECTOR(THREADS, 1, "threads")                                                               \
    COLLECTOR(OPENMP, 2, "openmp")                                                                 \
    COLLECTOR(IO, 4, "io")                                                                         \
    COLLECTOR(MPI, 8, "mpi")                                                                       \
    COLLECTOR(VOCABULARY, 32, "vocabulary")

#define FORMAT_COLLECTOR_BIT(name, bit, word) FORMAT_COLLECT_##name = (bit),
#define FORMAT_COLLECTOR_OR(name, bit, word) | (bit)
#define FORMAT_COLLECTOR_WORD(name, bit, word) {word, bit},

enum format_collector {
    FORMAT_COLLECTORS(FORMAT_COLLECTOR_BIT) FORMAT_COLLECT_ALL =
        0 FORMAT_COLLECTORS(FORMAT_COLLECTOR_OR),
    /* This is not a collector: MPI was initialized in the process, and no library that records it
     * was loaded; then FORMAT_COLLECT_MPI is not set. Known at the end of the process. */
    FORMAT_COLLECT_NO_MPI = 16,
    /* Nor is this: the process uses MPI, whose calls were not to be recorded. In a run without
     * collectors, that it has MPI is known at its start; else that MPI was initialized, at its
     * end. */
    FORMAT_COLLECT_UNASKED_MPI = 64,
};

/* Reads a list of collectors. False if a word is unknown. */
static inline bool format_collectors_read(const char *list, uint32_t *collectors)
{
    static const struct format_word words[] = {FORMAT_COLLECTORS(FORMAT_COLLECTOR_WORD)};
    return format_words(words, sizeof words / sizeof words[0], list, collectors);
}

/* States of a request to stop measuring while the program continues. */
enum format_stop {
    FORMAT_STOP_ASKED = 1, /* written from outside */
    FORMAT_STOP_DONE = 2,  /* by the process itself: nothing more is measured */
};

/* Parts of format_place.asked. */
#define FORMAT_ASKED_STOP UINT32_C(0x80000000)
#define FORMAT_ASKED_FILTER UINT32_C(0x7fffffff) /* number of the newest filter that was sent */

/* A file of this name in an archive: processes that start later are not measured. */
#define FORMAT_STOPPED_FILE "stopped"
#define FORMAT_STOPPED_WHY "stopped by the user"

/* A file of this name: the archive is being sealed; afterwards it has the folder. Programs that
 * start then are measured into another archive, which the link names. */
#define FORMAT_SEALING_FILE "sealing"
#define FORMAT_TABLES_FOLDER "tables"
#define FORMAT_LATE_LINK "late"

/* The way in which OpenMP was recorded. */
enum format_openmp {
    FORMAT_OPENMP_NONE = 0,   /* the program does not use it, as far as is known */
    FORMAT_OPENMP_SEEN = 1,   /* on its own runtime library */
    FORMAT_OPENMP_MOVED = 2,  /* a program built for libgomp ran on LLVM's runtime library */
    FORMAT_OPENMP_UNSEEN = 3, /* it ran on libgomp, which earlier versions did not record */
};

enum format_resources_known {
    FORMAT_KNOWS_MACHINE = 1, /* cores and load */
    FORMAT_KNOWS_USE = 2,     /* what the process used, at least until it was last updated */
};

/* The machine, and the resources that the process used. */
struct format_resources {
    uint32_t known;      /* enum format_resources_known */
    uint32_t online;     /* cores of the machine that are online */
    uint32_t cores;      /* cores that the process may run on */
    uint32_t quota;      /* hundredths of a core that the control group allows; 0: no limit */
    uint64_t allowed[2]; /* bit mask of these cores, up to number 127; 0: some are beyond */
    uint32_t load_start, load_end;   /* load average of the last minute, in hundredths */
    uint64_t user, system;           /* ns: CPU time of all threads */
    uint64_t voluntary, involuntary; /* context switches of all threads */
    uint64_t memory;                 /* bytes: peak resident memory */
    uint64_t major, minor;           /* page faults, with and without reading from a disk */
};

struct format_place {
    uint64_t magic;
    uint32_t version;
    uint32_t number;
    uint32_t pid, parent_pid;
    uint64_t process_start; /* field 22 of /proc/PID/stat: tells a process from a later one with the
                               same pid */
    int32_t parent_place;   /* the place that this one was forked from, or -1 */
    uint32_t clock;         /* enum format_clock */
    uint64_t ticks_per_second;
    struct format_moment start; /* start of measuring */
    struct format_moment
        last; /* updated regularly: the longer it runs, the better the clock's rate is known */
    struct format_costs costs;
    uint32_t state; /* enum format_place_state */
    int32_t error;  /* errno of what stopped measuring */
    uint64_t end;   /* ticks; 0 while it runs */
    uint64_t lanes; /* lanes started so far */
    char host[64];
    char boot[40];      /* the kernel's boot id: tells whether this clock is the reader's clock */
    char program[1024]; /* path of the executable */
    char command[2048]; /* its arguments, separated by zero bytes, truncated to this room */
    char why[240];      /* a sentence on what stopped measuring */
    uint32_t asked;     /* written from outside: FORMAT_ASKED_...; each change makes threads look */
    uint32_t filter;    /* number of the newest filter that the process has read; 0: none */
    uint64_t name;    /* 1 + the number by which places of a described library know this one; 0: it
                         has none */
    uint8_t events;   /* enum format_events_kind: what is logged */
    uint8_t collects; /* enum format_collector: what is recorded */
    uint8_t stop;     /* enum format_stop */
    uint8_t openmp;   /* enum format_openmp */
    uint32_t activities; /* number of activities so far */
    uint64_t
        act_ticks; /* cost of a collector's acts: sum over some of them, after the clock was read */
    uint64_t acts_timed; /* number of these */
    uint32_t rank;       /* in MPI_COMM_WORLD */
    uint32_t ranks;      /* its size; 0: the process is no rank, as far as is known */
    uint64_t job;        /* equal for all ranks of one MPI_COMM_WORLD */
    struct format_offset offsets[FORMAT_OFFSETS]; /* when MPI began and when it ended */
    struct format_offset
        between[FORMAT_BETWEEN]; /* regularly in between, in order of time, followed by zeros */
    struct format_resources resources;
    struct format_cost_ranges ranges;
};

_Static_assert(sizeof(struct format_place) <= FORMAT_PLACE_SIZE, "place");

#endif
