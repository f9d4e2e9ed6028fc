/* segment.h: the memory that the places of a program share: who they are, what each is doing, and
 * the rings that carry their messages. */
#ifndef PLACES_SEGMENT_H
#define PLACES_SEGMENT_H

#include "triptych/places_calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { SEGMENT_MAX_PLACES = 256, SEGMENT_WORKERS = 64, SEGMENT_COUNTS = 4 };

/* The activity that a worker runs, for the message about the end of its place. */
struct segment_worker {
    long number; /* plus 1; 0: none */
    int birth;
    unsigned long long key;
};

struct segment_place {
    pid_t pid;                       /* 0 until it has come */
    int has_begun;                   /* it was forked, and runs */
    int has_left;                    /* it ended as it should */
    _Alignas(64) uint32_t bell;      /* a futex: changes when there is something new for sleepers */
    uint32_t sleepers;               /* others look at it with each message: it changes rarely */
    uint32_t wishers;                /* sleepers that wait for something to come true */
    _Alignas(64) uint32_t searchers; /* workers that are awake and look for something to run */
    uint32_t called;                 /* a sleeper was woken to search, and is not awake yet */
    _Alignas(64) uint64_t arrivals;  /* messages sent to it */
    _Alignas(64) struct segment_worker workers[SEGMENT_WORKERS];
};

/* A message stream from one place to another; bytes [read, written) of it are in the ring. */
struct segment_ring {
    _Alignas(64) uint64_t written;
    _Alignas(64) uint64_t read;
    _Alignas(64) char bytes[];
};

/* Makes the memory for a number of places, to be inherited by forked ones; or opens one by name for
 * processes that were started by others. Of places on several machines, those of each machine have
 * one of their own: segment_spread() says before which places are elsewhere, the name of this
 * machine, and how many places there are under its kernel: maybe in several containers. */
void segment_make(int places);
void segment_join(const char *name, int places, int here);
/* Removes the name, once all places of this machine have come, or when one of them never will. */
void segment_hide(void);
void segment_spread(const bool *elsewhere, const char *host, int crowd);

/* This process is that place. */
void segment_enter(int here);

/* What is often asked for. */
struct segment_self {
    int here, places;
    struct segment_place *place;
    uint64_t ring_room;
    const bool *elsewhere; /* by place: it is on another machine; NULL: none is */
    const char *host;      /* this machine, if there are others */
    int crowd;
};

extern struct segment_self segment_self;

static inline int segment_here(void)
{
    return segment_self.here;
}

static inline int segment_places(void)
{
    return segment_self.places;
}

static inline struct segment_place *segment_place(int place)
{
    return &segment_self.place[place];
}

static inline uint64_t segment_ring_room(void) /* a power of two */
{
    return segment_self.ring_room;
}

/* True if there are several machines, and if that place is on another one. */
static inline bool segment_is_spread(void)
{
    return segment_self.elsewhere != NULL;
}

static inline bool segment_is_elsewhere(int place)
{
    return segment_self.elsewhere && segment_self.elsewhere[place];
}

/* Returns the number of places that share the processors of this one. */
int segment_crowd(void);

struct segment_ring *segment_ring(int from, int to);

/* Adds to a sum over all places, and returns it; what this process has added to it. */
long segment_count(unsigned which, long count);
long segment_counted(unsigned which);

/* The program ends as it should: no place is missed. */
void segment_end(void);
bool segment_has_ended(void);
/* A place has failed, and all are to end with an exit status. False if another one had before. */
bool segment_fail(int place, int status);
int segment_failed(void); /* the first one, or -1 */
int segment_status(void);

/* Writes "place 2", or "place 2 on node7" if there are several machines; a place of this one. */
void segment_name_place(char *text, size_t size, int place);
/* Writes "place 2, activity 1-17 (queens.c:40, async)" about this place. */
void segment_describe(char *text, size_t size, int birth, long number, const struct tri_site *site);
/* The same about what another place is doing, as far as it is known. */
void segment_describe_place(char *text, size_t size, int place);

#endif
