/* gnu_depend.c: `depend` of gcc's tasks: which tasks wait for which others, as libgomp takes it: a
 * task waits for the last one before it that writes the same variable, and one that writes waits
 * for all that read it since, too. Only children of the same task wait for one another; these are
 * made by one thread, so each thread keeps what it knows. */
#include "measure/openmp/gnu.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

enum {
    UNFINISHED = 1 << 16,
    BUCKETS = 1024,
    MOST = 1 << 18, /* entries and links: room that is not used costs nothing */
};

/* Tasks with dependences that have not ended, each in the place of its number; of two for one place
 * the older is forgotten. */
static uint32_t unfinished[UNFINISHED]; /* number + 1 */

/* A variable, by its address, among the children of a task. */
struct entry {
    const void *address;
    uint32_t next;    /* of the same bucket, older */
    uint32_t writer;  /* number + 1; 0: none */
    uint32_t readers; /* since: the first link; 0: none */
};

struct link {
    uint32_t task, next;
};

/* Entries and links of a task that runs inside of another are above those of the other one. Index 0
 * stands for none. */
struct known {
    uint32_t buckets[BUCKETS];
    struct entry entries[MOST];
    struct link links[MOST];
};

static __thread __attribute__((tls_model("initial-exec"))) struct known *known;
static __thread __attribute__((tls_model("initial-exec"))) struct gnu_depend_mark used = {1, 1};
static __thread __attribute__((tls_model("initial-exec"))) uint32_t first =
    1; /* entry of the task that runs */

static uint32_t *bucket_of(const void *address)
{
    uint64_t hash = (uint64_t)(uintptr_t)address * UINT64_C(0x9e3779b97f4a7c15);
    return &known->buckets[hash >> 54];
}

static bool is_there(void)
{
    if (known)
        return true;
    int saved = errno;
    void *memory = mmap(NULL, sizeof *known, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    errno = saved;
    if (memory != MAP_FAILED)
        known = memory;
    return known != NULL;
}

struct gnu_depend_mark gnu_depend_enter(void)
{
    struct gnu_depend_mark mark = {first, used.links};
    first = used.entries;
    return mark;
}

static void forget_entries(void)
{
    while (used.entries > first) {
        const struct entry *entry = &known->entries[--used.entries];
        *bucket_of(entry->address) = entry->next;
    }
}

void gnu_depend_leave(struct gnu_depend_mark mark)
{
    forget_entries();
    used.links = mark.links;
    first = mark.entries;
}

static struct entry *entry_of(const void *address)
{
    uint32_t *bucket = bucket_of(address), at = *bucket;
    while (at >= first && known->entries[at].address != address)
        at = known->entries[at].next;
    if (at >= first)
        return &known->entries[at];
    if (used.entries == MOST)
        return NULL;
    known->entries[used.entries] = (struct entry){.address = address, .next = *bucket};
    *bucket = used.entries++;
    return &known->entries[*bucket];
}

static bool is_unfinished(uint32_t task)
{
    return task && __atomic_load_n(&unfinished[task % UNFINISHED], __ATOMIC_RELAXED) == task;
}

/* Tasks that this one waits for, each once. */
struct sources {
    ompt_data_t *task;
    uint32_t told[16]; /* the last ones */
    unsigned count;
};

static void wait_for(struct sources *sources, uint32_t source)
{
    if (source == (uint32_t)sources->task->value || !is_unfinished(source))
        return;
    enum { ROOM = sizeof sources->told / sizeof sources->told[0] };
    for (unsigned i = 0; i < sources->count && i < ROOM; i++) {
        if (sources->told[i] == source)
            return;
    }
    sources->told[sources->count++ % ROOM] = source;
    task_dependence(&(ompt_data_t){.value = source}, sources->task);
}

/* Readers that have ended are no longer waited for. */
static void add_reader(struct entry *entry, uint32_t task)
{
    uint32_t *at = &entry->readers;
    while (*at) {
        struct link *link = &known->links[*at];
        if (link->task == task)
            return;
        if (is_unfinished(link->task)) {
            at = &link->next;
        } else { /* its place is taken */
            link->task = task;
            return;
        }
    }
    if (used.links == MOST)
        return;
    known->links[used.links] = (struct link){.task = task};
    *at = used.links++;
}

static void depend_on(struct sources *sources, const void *address, bool writes)
{
    struct entry *entry = entry_of(address);
    if (!entry)
        return;
    uint32_t task = (uint32_t)sources->task->value;
    wait_for(sources, entry->writer);
    if (!writes) {
        add_reader(entry, task);
        return;
    }
    for (uint32_t at = entry->readers; at; at = known->links[at].next)
        wait_for(sources, known->links[at].task);
    entry->readers = 0;
    entry->writer = task;
}

/* As gcc lays it out (libgomp's GOMP_task): the number of all and of those that write, then their
 * addresses; or 0, the number of all, of those that write, of mutexinoutset (which libgomp takes
 * for writing), of those that read, then addresses, and the addresses of depend objects: the
 * address of the variable, and the type. */
void gnu_depend_made(ompt_data_t *task, void *const *depend)
{
    enum { READS = 1 };
    struct sources sources = {.task = task};
    uint32_t number = (uint32_t)task->value;
    if (!is_there())
        return;
    __atomic_store_n(&unfinished[number % UNFINISHED], number, __ATOMIC_RELAXED);
    bool is_short = depend[0] != NULL;
    size_t all = (uintptr_t)(is_short ? depend[0] : depend[1]);
    if (!all)
        return; /* what follows is not there */
    size_t writes = (uintptr_t)(is_short ? depend[1] : depend[2]);
    size_t plain = all;
    if (!is_short) {
        writes += (uintptr_t)depend[3];
        plain = writes + (uintptr_t)depend[4];
    }
    void *const *at = depend + (is_short ? 2 : 5);
    for (size_t i = plain; i < all; i++) {
        void *const *object = at[i];
        depend_on(&sources, object[0], (uintptr_t)object[1] != READS);
    }
    for (size_t i = 0; i < plain; i++)
        depend_on(&sources, at[i], i < writes);
}

void gnu_depend_done(uint32_t number)
{
    uint32_t task = number + 1;
    __atomic_compare_exchange_n(&unfinished[task % UNFINISHED], &task, 0, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

void gnu_depend_end_thread(void)
{
    int saved = errno;
    if (known)
        munmap(known, sizeof *known);
    errno = saved;
    known = NULL;
    used = (struct gnu_depend_mark){1, 1};
    first = 1;
}
