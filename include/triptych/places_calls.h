/* places_calls.h: what `triptych cc` makes of `#pragma tri` directives calls. Not for users. */
#ifndef TRIPTYCH_PLACES_CALLS_H
#define TRIPTYCH_PLACES_CALLS_H

/* Kinds of sites. */
enum tri_site_kind {
    TRI_SITE_ASYNC,
    TRI_SITE_AT,
    TRI_SITE_ASYNC_AT,
    TRI_SITE_FINISH,
    TRI_SITE_ATOMIC,
    TRI_SITE_WHEN,
    TRI_SITE_NEXT,
    TRI_SITE_GET, /* of elements of a distributed array: triptych/array.h */
    TRI_SITE_PUT
};

/* How a variable gets into a block. */
enum tri_variable_flags {
    TRI_VARIABLE_COPIED = 1,      /* by value */
    TRI_VARIABLE_COPIED_BACK = 2, /* and back */
    TRI_VARIABLE_SHARED = 4,      /* its address */
    TRI_VARIABLE_DYNAMIC = 8,     /* its size is known at run time: see struct tri_site */
    TRI_VARIABLE_UNUSED = 16,     /* the block does not use it */
    TRI_VARIABLE_RELAYED = 32,    /* only blocks of `at` inside the block use it */
    TRI_VARIABLE_ELEMENT = 64,    /* one element of the array is used, by a constant index */
    TRI_VARIABLE_UNCHANGED = 128  /* the loop around the directive does not change it */
};

struct tri_region;

struct tri_variable {
    const char *name, *type;
    __SIZE_TYPE__ bytes; /* 0 if it is dynamic */
    unsigned flags;
};

/* A directive of the program. A block's data begin with the sizes of its variables, one number
 * each, if one of them is dynamic. */
struct tri_site {
    unsigned long long key; /* the same at every place */
    enum tri_site_kind kind;
    const char *file, *routine;
    unsigned line, end_line;
    void (*run)(char *data);  /* the outlined block */
    void (*back)(char *data); /* async at: takes what it sends back */
    const struct tri_variable *variables;
    unsigned variable_count;
    unsigned routine_line, routine_end;
    struct tri_site *next; /* of those with the same hash */
    struct tri_region
        *recorded; /* the construct, and then its block; 0: not known to libtriptych */
};

/* A finish that an activity is in; on its stack. */
struct tri_finish {
    long pending; /* activities that have not ended; of a finish elsewhere: those at this place */
    int home;     /* the place that waits */
    struct tri_finish *outer;
    const struct tri_site *site;
    void *clock;
    unsigned long long begun; /* a time, if it is recorded */
};

struct tri_clock {
    int home;
    unsigned number;
};

/* Rounds up the size of a piece of a block's data. */
#define TRI_ROOM(size) (((size) + 15) & ~(__SIZE_TYPE__)15)

/* Copies a piece of a block's data, and leads to the next one. */
static inline __attribute__((unused)) char *tri_put(char *to, const volatile void *from,
                                                    __SIZE_TYPE__ size)
{
    __builtin_memcpy(to, (const void *)from, size);
    return to + TRI_ROOM(size);
}

static inline __attribute__((unused)) char *tri_put_address(char *to, const volatile void *address)
{
    __builtin_memcpy(to, &address, sizeof address);
    return to + TRI_ROOM(sizeof address);
}

static inline __attribute__((unused)) char *tri_get(volatile void *to, char *from,
                                                    __SIZE_TYPE__ size)
{
    __builtin_memcpy((void *)to, from, size);
    return from + TRI_ROOM(size);
}

/* A variable of `async at` that is changed at the end: where it is at its place, and its size. What
 * the block leaves of it follows. */
struct tri_back {
    void *address;
    __SIZE_TYPE__ size;
};

#define TRI_BACK_ROOM(size) (TRI_ROOM(sizeof(struct tri_back)) + TRI_ROOM(size))

static inline __attribute__((unused)) char *tri_put_back(char *to, const volatile void *address,
                                                         __SIZE_TYPE__ size)
{
    const struct tri_back back = {(void *)address, size};
    return tri_put(to, &back, sizeof back);
}

static inline __attribute__((unused)) char *tri_get_back(char *from)
{
    struct tri_back back;
    from = tri_get(&back, from, sizeof back);
    return tri_get(back.address, from, back.size);
}

#pragma GCC visibility push(default)

void tri_sites_add(struct tri_site *sites, unsigned count);
/* Makes them regions of libtriptych. `directory`: where the compiler ran. */
void tri_record_sites(struct tri_site *sites, unsigned count, const char *directory);

/* main() begins and returns. At all places but 0, the first one does not return. */
void tri_main_enter(void);
void tri_main_leave(const int *unused);

void tri_finish_begin(struct tri_finish *finish, const struct tri_site *site);
void tri_finish_end(struct tri_finish *finish);

/* Returns the size of a section that a block takes along; ends the program if it cannot be. */
__SIZE_TYPE__ tri_section(const struct tri_site *site, long long count, __SIZE_TYPE__ each);

/* Make the data of a block, for the caller to fill in; start it. */
char *tri_async_new(const struct tri_site *site, __SIZE_TYPE__ size);
void tri_async_start(char *data);
void tri_async_start_at(char *data, int place);
void tri_async_clocked(char *data, struct tri_clock clock);
/* At its end, so many bytes at the end of the data are sent back to this place. */
void tri_async_back(char *data, __SIZE_TYPE__ back);

/* Runs the block at a place, and waits. The data are then those that the block left. `back` is how
 * many bytes at the end of the data are sent back. */
void tri_at_run(char *data, int place, __SIZE_TYPE__ back);
void tri_at_free(char *data);

void tri_atomic_begin(const struct tri_site *site);
void tri_atomic_end(void);
/* The same for an atomic block without calls and loops. It is logged when others may go on: what
 * the begin returns is given to the end. */
const struct tri_site *tri_plain_begin(const struct tri_site *site);
void tri_plain_end(const struct tri_site *recorded);
/* Waits until another atomic block has ended; for use between begin and end. */
void tri_when_wait(void);
/* The condition is true. */
void tri_when_go_on(void);

struct tri_clock tri_clock_new(struct tri_finish *finish);
void tri_clock_next(const struct tri_site *site);

#pragma GCC visibility pop

#endif

/* Included again at the end of the file, behind its sites: they are made known before main(). */
#if defined(TRI_SITE_COUNT) && !defined(TRI_SITES_ADDED)
#define TRI_SITES_ADDED
__attribute__((constructor)) static void tri_add_sites(void)
{
    tri_record_sites(tri_sites, TRI_SITE_COUNT, TRI_SITE_DIRECTORY);
    tri_sites_add(tri_sites, TRI_SITE_COUNT);
}
#endif
