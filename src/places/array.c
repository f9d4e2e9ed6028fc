/* array.c: distributed arrays, as the program uses them: see triptych/array.h. */
#include "places/array.h"

#include "places/calls.h"
#include "places/fatal.h"
#include "places/segment.h"
#include "places/workers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A request for elements of a place; the elements follow. */
struct request {
    size_t bytes; /* of the elements, as libtriptych finds it in a block's data */
    tri_array array;
    long long index, count; /* positions at the place */
};

enum { SITE_MAKE, SITE_FREE, SITE_GET, SITE_PUT, SITES };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of accesses that become known */

static void run_make(char *data)
{
    array_part_make((const struct array_making *)(const void *)data);
}

static void run_free(char *data)
{
    array_part_free((const tri_array *)(const void *)data);
}

static char *elements_of(const tri_array *array, long long index)
{
    return array_part(array)->elements + (size_t)index * array->size;
}

static void run_get(char *data)
{
    const struct request *request = (const struct request *)(const void *)data;
    memcpy(data + TRI_ROOM(sizeof *request), elements_of(&request->array, request->index),
           request->bytes);
}

static void run_put(char *data)
{
    const struct request *request = (const struct request *)(const void *)data;
    memcpy(elements_of(&request->array, request->index), data + TRI_ROOM(sizeof *request),
           request->bytes);
}

/* What goes to other places; the keys are those of no directive. */
static struct tri_site sites[SITES] = {
    [SITE_MAKE] = {.key = 0x7472695f6d616b65ULL,
                   .kind = TRI_SITE_ASYNC_AT,
                   .file = "tri_array_new",
                   .run = run_make},
    [SITE_FREE] = {.key = 0x7472695f66726565ULL,
                   .kind = TRI_SITE_ASYNC_AT,
                   .file = "tri_array_free",
                   .run = run_free},
    [SITE_GET] = {.key = 0x7472695f67657421ULL,
                  .kind = TRI_SITE_GET,
                  .file = "tri_array_get",
                  .run = run_get},
    [SITE_PUT] = {.key = 0x7472695f70757421ULL,
                  .kind = TRI_SITE_PUT,
                  .file = "tri_array_put",
                  .run = run_put},
};

__attribute__((constructor)) static void add_sites(void)
{
    tri_sites_add(sites, SITES);
}

/* Runs a site at all places with the same data, and waits. */
static void everywhere(const struct tri_site *site, const void *data, size_t size)
{
    struct worker *self = workers_self();
    struct tri_finish finish;
    if (self->atomic)
        fatal("`%s` inside an atomic block", site->file);
    tri_finish_begin(&finish, NULL);
    self->counts[COUNT_FINISH]--; /* these are not the program's */
    for (int i = 0; i < segment_places(); i++) {
        char *block = tri_async_new(site, size);
        memcpy(block, data, size);
        tri_async_start_at(block, i);
        self->counts[COUNT_ASYNC]--;
        self->counts[COUNT_AT]--;
    }
    tri_finish_end(&finish);
}

tri_array tri_array_make(const char *name, long long count, size_t size, long long block,
                         const char *file, unsigned line, const char *directory)
{
    int places = segment_places();
    size_t bytes;
    struct array_making making = {
        .array = {.count = count, .size = size, .places = places, .block = block}, .line = line};
    if (count < 0 || block < 0 || size == 0 ||
        __builtin_mul_overflow((unsigned long long)count, size, &bytes) || bytes > SIZE_MAX / 4)
        fatal("%s:%u: an array `%s` of %lld elements of %zu bytes in blocks of %lld cannot be made",
              file, line, name, count, size, block);
    if (block == TRI_BLOCK)
        making.array.block = count > 0 ? (count - 1) / places + 1 : 1;
    snprintf(making.name, sizeof making.name, "%s", name);
    snprintf(making.file, sizeof making.file, "%s", file);
    snprintf(making.directory, sizeof making.directory, "%s", directory);
    array_number(&making.array);
    array_form(&making);
    everywhere(&sites[SITE_MAKE], &making, sizeof making);
    return making.array;
}

void tri_array_free(tri_array array)
{
    array_part(&array);
    everywhere(&sites[SITE_FREE], &array, sizeof array);
    array_number_free(&array);
}

void tri_block_array(char *data, tri_array array)
{
    activity_of(data)->array = array_part(&array)->region;
}

void *tri_array_local(tri_array array)
{
    return array_part(&array)->elements;
}

void *tri_array_at(tri_array array, long long element)
{
    const struct array_part *part = array_part(&array);
    int place = tri_array_place(array, element);
    if (place < 0)
        fatal("`%s` has no element %lld: the elements are 0 to %lld", part->name, element,
              array.count - 1);
    if (place != segment_here())
        fatal("element %lld of `%s` is at place %d: use it inside `at(tri_array_place(...))`, or "
              "copy it by tri_array_get() and tri_array_put()",
              element, part->name, place);
    return part->elements + (size_t)tri_array_index(array, element) * array.size;
}

/* Describes a call when it is first come to while the program is measured. */
static void know(struct tri_access *access, const char *routine, const char *directory)
{
    bool gets = access->site.kind == TRI_SITE_GET;
    const struct activity *activity = current_activity();
    const struct tri_site *around = activity ? activity->site : NULL;
    pthread_mutex_lock(&lock);
    if (!access->is_known) {
        /* a block of a directive is a function with a name of its own */
        bool is_block = around && around->routine && !strncmp(routine, "tri_a", 5);
        access->site.routine = is_block ? around->routine : routine;
        access->site.run = sites[gets ? SITE_GET : SITE_PUT].run;
        access->variable.type = "tri_array";
        access->variable.flags =
            (gets ? TRI_VARIABLE_COPIED_BACK : TRI_VARIABLE_COPIED) | TRI_VARIABLE_DYNAMIC;
        access->site.variables = &access->variable;
        access->site.variable_count = 1;
        if (tri_record_sites)
            tri_record_sites(&access->site, 1, directory);
        __atomic_store_n(&access->is_known, 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
}

/* Begins to record an access; NULL: it is not recorded. */
static struct tri_node *begin(struct tri_access *access, const char *routine, const char *directory)
{
    if (!tri_record_is_on || !tri_record_is_on())
        return NULL;
    if (!__atomic_load_n(&access->is_known, __ATOMIC_ACQUIRE))
        know(access, routine, directory);
    return record_begin(&access->site);
}

/* Copies between the elements of a place, one behind the other, and memory that begins with element
 * `first`. */
static void spread(const struct request *request, int place, long long first, char *memory,
                   char *elements, bool gets)
{
    const tri_array *array = &request->array;
    long long end = request->index + request->count;
    for (long long index = request->index, run; index < end; index += run) {
        run = array->block - index % array->block;
        if (run > end - index)
            run = end - index;
        size_t bytes = (size_t)run * array->size;
        char *at = memory + (size_t)(tri_array_element(*array, place, index) - first) * array->size;
        memcpy(gets ? at : elements, gets ? elements : at, bytes);
        elements += bytes;
    }
}

/* Gets or puts the elements of another place. */
static void visit(const struct request *request, int place, long long first, char *memory,
                  bool gets)
{
    size_t head = TRI_ROOM(sizeof *request);
    const struct tri_site *site = &sites[gets ? SITE_GET : SITE_PUT];
    struct activity *activity = activity_new(site, head + request->bytes);
    if (workers_self()->atomic)
        fatal("`%s` of elements of place %d inside an atomic block", site->file, place);
    memcpy(activity->data, request, sizeof *request);
    if (!gets)
        spread(request, place, first, memory, activity->data + head, false);
    calls_visit(activity, place, gets ? request->bytes : 0);
    if (gets)
        spread(request, place, first, memory, activity->data + head, true);
    activity_free(activity);
}

/* Copies elements, place by place. */
static void copy(struct tri_access *access, const char *routine, const char *directory,
                 const tri_array *array, long long first, long long count, char *memory)
{
    bool gets = access->site.kind == TRI_SITE_GET;
    const struct array_part *part = array_part(array);
    if (first < 0 || count < 0 || first > array->count || count > array->count - first)
        fatal("%s:%u: `%s` has no elements %lld to %lld: they are 0 to %lld", access->site.file,
              access->site.line, part->name, first, first + count - 1, array->count - 1);
    if (!count)
        return;
    long long blocks = (first + count - 1) / array->block - first / array->block + 1;
    int owner = tri_array_place(*array, first);
    for (int i = 0; i < array->places && i < blocks; i++) {
        int place = (owner + i) % array->places;
        struct request request = {.array = *array,
                                  .index = tri_array_count_below(*array, place, first)};
        request.count = tri_array_count_below(*array, place, first + count) - request.index;
        request.bytes = (size_t)request.count * array->size;
        struct tri_node *node = begin(access, routine, directory);
        if (place == segment_here())
            spread(&request, place, first, memory, elements_of(array, request.index), gets);
        else
            visit(&request, place, first, memory, gets);
        if (node)
            tri_record_access(node, &access->site, place, UINT_MAX, part->region,
                              (const char *)(const void *)&request);
    }
}

void tri_array_get_by(struct tri_access *access, const char *routine, const char *directory,
                      tri_array array, long long first, long long count, void *to)
{
    copy(access, routine, directory, &array, first, count, to);
}

void tri_array_put_by(struct tri_access *access, const char *routine, const char *directory,
                      tri_array array, long long first, long long count, const void *from)
{
    copy(access, routine, directory, &array, first, count, (char *)from);
}
