/* segment.c: see segment.h */
#include "places/segment.h"

#include "places/sites.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ROOM = 1 << 18, LEAST_ROOM = 1 << 12, ALL_ROOM = 1 << 26 };

struct segment { /* zero at first */
    int ended;
    uint64_t failed; /* the place plus 1, and the exit status in the upper half; 0: none */
    long counts[SEGMENT_COUNTS];
    struct segment_place place[];
};

static struct segment *segment;
struct segment_self segment_self = {.places = 1};
static long counted[SEGMENT_COUNTS];
static char path[200]; /* of the file, until all places have come */

static uint64_t room_for(int places)
{
    uint64_t room = MOST_ROOM;
    while (room > LEAST_ROOM && room * (uint64_t)places * (uint64_t)places > ALL_ROOM)
        room /= 2;
    return room;
}

static size_t ring_size(uint64_t room)
{
    return sizeof(struct segment_ring) + room;
}

/* Returns the offset of the rings. */
static size_t ring_start(int places)
{
    size_t size = sizeof(struct segment) + (size_t)places * sizeof(struct segment_place);
    return (size + 63) & ~(size_t)63;
}

static size_t whole_size(int places)
{
    size_t rings = places > 1 ? (size_t)places * (size_t)places : 0;
    return ring_start(places) + rings * ring_size(room_for(places));
}

static void stop(const char *what)
{
    fprintf(stderr, "triptych: %s: %s\n", what, strerror(errno));
    _exit(1);
}

static void map(int places, int file)
{
    int flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
    void *memory = mmap(NULL, whole_size(places), PROT_READ | PROT_WRITE, flags, file, 0);
    if (memory == MAP_FAILED)
        stop("no memory for messages between places");
    segment = memory;
    segment_self.places = places;
    segment_self.place = segment->place;
    segment_self.ring_room = room_for(places);
}

void segment_make(int places)
{
    map(places, -1);
}

/* All places know the size: whoever comes first makes the file, and the others need not wait. */
void segment_join(const char *name, int places, int place)
{
    struct stat about;
    snprintf(path, sizeof path, "/dev/shm/%s", name);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0 || fstat(file, &about) != 0)
        stop("cannot share memory with the other places");
    if (about.st_uid != geteuid()) {
        errno = EPERM;
        stop("cannot share memory with the other places");
    }
    if (ftruncate(file, (off_t)whole_size(places)) != 0)
        stop("no memory for messages between places");
    map(places, file);
    close(file);
    segment_enter(place);
}

void segment_hide(void)
{
    if (path[0])
        unlink(path);
    path[0] = '\0';
}

void segment_spread(const bool *elsewhere, const char *host, int crowd)
{
    segment_self.elsewhere = elsewhere;
    segment_self.host = host;
    segment_self.crowd = crowd;
}

int segment_crowd(void)
{
    return segment_is_spread() ? segment_self.crowd : segment_places();
}

void segment_enter(int place)
{
    segment_self.here = place;
    __atomic_store_n(&segment->place[place].pid, getpid(), __ATOMIC_RELEASE);
}

struct segment_ring *segment_ring(int from, int to)
{
    int places = segment_self.places;
    size_t index = (size_t)from * (size_t)places + (size_t)to;
    return (struct segment_ring *)(void *)((char *)segment + ring_start(places) +
                                           index * ring_size(segment_self.ring_room));
}

long segment_count(unsigned which, long count)
{
    counted[which] += count;
    return __atomic_add_fetch(&segment->counts[which], count, __ATOMIC_RELAXED);
}

long segment_counted(unsigned which)
{
    return counted[which];
}

void segment_end(void)
{
    __atomic_store_n(&segment->ended, 1, __ATOMIC_SEQ_CST); /* before the bells ring: bell.c */
}

bool segment_has_ended(void)
{
    return __atomic_load_n(&segment->ended, __ATOMIC_SEQ_CST);
}

bool segment_fail(int place, int status)
{
    uint64_t none = 0, failed = (uint64_t)(unsigned)status << 32 | (unsigned)(place + 1);
    return !segment || __atomic_compare_exchange_n(&segment->failed, &none, failed, false,
                                                   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

int segment_failed(void)
{
    return segment ? (int)(uint32_t)__atomic_load_n(&segment->failed, __ATOMIC_ACQUIRE) - 1 : -1;
}

int segment_status(void)
{
    return (int)(__atomic_load_n(&segment->failed, __ATOMIC_ACQUIRE) >> 32);
}

static const char *word_of(enum tri_site_kind kind)
{
    static const char *const words[] = {"async", "at",   "async at", "finish", "atomic",
                                        "when",  "next", "get",      "put"};
    return words[kind];
}

void segment_name_place(char *text, size_t size, int place)
{
    if (segment_self.host)
        snprintf(text, size, "place %d on %s", place, segment_self.host);
    else
        snprintf(text, size, "place %d", place);
}

static void describe_activity(char *text, size_t size, int place, const struct segment_worker *runs,
                              const struct tri_site *site)
{
    long number = runs->number - 1;
    segment_name_place(text, size, place);
    size_t used = strlen(text);
    if (site)
        snprintf(text + used, size - used, ", activity %d-%ld (%s:%u, %s)", runs->birth, number,
                 site->file, site->line, word_of(site->kind));
    else
        snprintf(text + used, size - used, ", activity %d-%ld (main)", runs->birth, number);
}

void segment_describe(char *text, size_t size, int birth, long number, const struct tri_site *site)
{
    struct segment_worker runs = {.number = number + 1, .birth = birth};
    describe_activity(text, size, segment_here(), &runs, site);
}

void segment_describe_place(char *text, size_t size, int place)
{
    for (int i = 0; i < SEGMENT_WORKERS; i++) {
        const struct segment_worker *at = &segment->place[place].workers[i];
        struct segment_worker runs = {.number = __atomic_load_n(&at->number, __ATOMIC_RELAXED),
                                      .birth = __atomic_load_n(&at->birth, __ATOMIC_RELAXED),
                                      .key = __atomic_load_n(&at->key, __ATOMIC_RELAXED)};
        if (runs.number > 0) {
            describe_activity(text, size, place, &runs, sites_find(runs.key));
            return;
        }
    }
    segment_name_place(text, size, place);
    strncat(text, ", no activity", size - strlen(text) - 1);
}
