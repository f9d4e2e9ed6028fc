/* user.c: the functions of triptych.h: regions that a program names while it runs, and pauses. */
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/pause.h"
#include "measure/visit.h"

#include <triptych/triptych.h>

#include <string.h>
#include <sys/mman.h>

struct named {
    struct tri_region region;
    struct named *next;
    char name[];
};

static struct named *all;

static struct named *find(const char *name, size_t size)
{
    struct named *at = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    while (at && (strncmp(at->name, name, size) != 0 || at->name[size] != '\0'))
        at = at->next;
    return at;
}

/* Makes a named region, in a page of its own: names are few, and the program's allocator must not
 * be called here. */
static struct named *make(const char *name, size_t size)
{
    struct named *made = mmap(NULL, sizeof *made + size + 1, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    memcpy(made->name, name, size);
    made->region =
        (struct tri_region){.mode = TRI_NEW, .kind = TRI_KIND_USER, .name = made->name, .file = ""};
    made->next = all;
    __atomic_store_n(&all, made, __ATOMIC_RELEASE);
    return made;
}

static void begin(const char *name, size_t size)
{
    struct named *named = find(name, size);
    if (!named) {
        sigset_t before;
        measure_guard_enter(&before);
        named = find(name, size);
        if (!named)
            named = make(name, size);
        measure_guard_leave(&before);
    }
    if (named)
        tri_enter(&named->region);
}

static bool is_named(uint32_t id)
{
    const struct named *at = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    while (at && at->region.id != id)
        at = at->next;
    return at != NULL;
}

void tri_begin(const char *name)
{
    begin(name, strlen(name));
}

/* Ends the innermost named region; regions inside it that were not ended end with it. */
void tri_end(void)
{
    struct format_node *node = measure_lane_current;
    while (node && !(node->region != UINT32_MAX && node->region != 0 && is_named(node->region)))
        node = node->up;
    if (node)
        tri_leave(measure_visit_handle_of(node));
}

void tri_pause(void)
{
    if (!pause_is_on())
        tri_enter(pause_region());
}

void tri_resume(void)
{
    if (pause_is_on())
        tri_leave(measure_visit_handle_of(measure_lane_current));
}

/* The functions for Fortran: names come with a length and trailing blanks. The second set is for
 * -fsecond-underscore. */
#pragma GCC visibility push(default)
void tri_begin_(const char *name, size_t size);
void tri_end_(void);
void tri_pause_(void);
void tri_resume_(void);
__attribute__((alias("tri_begin_"))) void tri_begin__(const char *name, size_t size);
__attribute__((alias("tri_end_"))) void tri_end__(void);
__attribute__((alias("tri_pause_"))) void tri_pause__(void);
__attribute__((alias("tri_resume_"))) void tri_resume__(void);
#pragma GCC visibility pop

void tri_begin_(const char *name, size_t size)
{
    while (size && name[size - 1] == ' ')
        size--;
    begin(name, size);
}

void tri_end_(void)
{
    tri_end();
}

void tri_pause_(void)
{
    tri_pause();
}

void tri_resume_(void)
{
    tri_resume();
}
