/* gnu_depend.c: `depend` clauses of gcc's tasks: finds the tasks that a task waits for, by
 * libgomp's rules: a task waits for the last task before it that writes the same variable, and a
 * task that writes waits for all that read it since then, too. Only children of the same task wait
 * for each other; one thread creates them, so each thread has tables of its own. */
#include "measure/openmp/gnu.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

enum {
    UNFINISHED = 1 << 16,
    BUCKETS = 1024,
    MOST = 1 << 18, /* entries and links; unused room costs nothing */
};

/* Tasks with dependences that have not ended, at the index of their number; of two tasks with the
 * same index the older is forgotten. */
static uint32_t unfinished[UNFINISHED]; /* number + 1 */

/* A variable, by its address, among the children of one task. */
struct entry {
    const void *address;
    uint32_t next;    /* older entry of the same bucket */
    uint32_t writer;  /* number + 1; 0: none */
    uint32_t readers; /* readers since then: the first link; 0: none */
};

struct link {
    uint32_t task, next;
};

/* The tables of one thread. Entries and links of a task that runs inside another one are above
 * those of the outer task. Index 0 means none. */
struct known {
    uint32_t buckets[BUCKETS];
    struct entry entries[MOST];
    struct link links[MOST];
};

static __thread __attribute__((tls_model("initial-exec"))) struct known *known;
static __thread __attribute__((tls_model("initial-exec"))) struct gnu_depend_mark used = {1, 1};
static __thread __attribute__((tls_model("initial-exec"))) uint32_t first =
    1; /* first entry of the running task */

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

/* The tasks that a new task waits for, each once. */
struct sources {
    ompt_data_t *task;
    uint32_t told[16]; /* the latest ones */
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

/* Adds a reader; readers that have ended are replaced. */
static void add_reader(struct entry *entry, uint32_t task)
{
    uint32_t *at = &entry->readers;
    while (*at) {
        struct link *link = &known->links[*at];
        if (link->task == task)
            return;
        if (is_unfinished(link->task)) {
            at = &link->next;
        } else { /* it has ended: reuse its link */
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

/* The layout of gcc (GOMP_task in libgomp). Short form: the number of all dependences and of those
 * that write, then their addresses. Long form: 0, the number of all, of those that write, of
 * mutexinoutset (which libgomp treats as writing), of those that read, then their addresses, and
 * the addresses of depend objects, each of which has the address of the variable and the type. */
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
        return; /* nothing follows */
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
