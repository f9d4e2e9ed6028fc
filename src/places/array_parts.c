/* array_parts.c: the table of the parts of arrays; see array.h. */
#include "places/array.h"

#include "places/fatal.h"
#include "places/segment.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256, CHUNKS = 65536 }; /* parts of a chunk; chunks */

/* What arrays with the same name, line and distribution are in the archive. */
struct shape {
    struct shape *next;
    struct tri_region region;
    struct array_making made;
    char note[160];
};

static struct array_part *chunks[CHUNKS];
static struct shape *shapes;
static unsigned *spare; /* numbers of freed arrays of this place */
static size_t spare_count, spare_room;
static unsigned next_number, next_serial;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all of these but for readers */

/* Numbers of arrays are those of their place, then the place, so that tables are dense. */
void array_number(tri_array *array)
{
    unsigned places = (unsigned)segment_places();
    pthread_mutex_lock(&lock);
    unsigned own = spare_count ? spare[--spare_count] : next_number++;
    array->serial = ++next_serial ? next_serial : ++next_serial;
    pthread_mutex_unlock(&lock);
    if (own >= (unsigned)CHUNK * CHUNKS / places)
        fatal("there are too many arrays: %u", own);
    array->number = own * places + (unsigned)segment_here();
}

void array_number_free(const tri_array *array)
{
    unsigned places = (unsigned)segment_places();
    if (array->number % places != (unsigned)segment_here())
        return;
    pthread_mutex_lock(&lock);
    if (spare_count == spare_room) {
        size_t room = spare_room ? 2 * spare_room : 64;
        unsigned *more = realloc(spare, room * sizeof *spare);
        if (!more)
            fatal("no memory for arrays");
        spare = more;
        spare_room = room;
    }
    spare[spare_count++] = array->number / places;
    pthread_mutex_unlock(&lock);
}

/* Returns where the part of an array is kept; NULL: nothing is known of it. */
static struct array_part *find(unsigned number)
{
    struct array_part *chunk =
        number / CHUNK < CHUNKS ? __atomic_load_n(&chunks[number / CHUNK], __ATOMIC_ACQUIRE) : NULL;
    return chunk ? &chunk[number % CHUNK] : NULL;
}

static void describe(struct shape *shape)
{
    const tri_array *array = &shape->made.array;
    const char *plural = array->count == 1 ? "" : "s";
    int length =
        snprintf(shape->note, sizeof shape->note, TRI_RECORD_ARRAY "%lld element%s of %zu bytes, ",
                 array->count, plural, array->size);
    char *rest = shape->note + length;
    size_t left = sizeof shape->note - (size_t)length;
    if (array->places == 1)
        snprintf(rest, left, "one place");
    else if (array->block == 1)
        snprintf(rest, left, "cyclic");
    else
        snprintf(rest, left, "blocks of %lld", array->block);
}

static bool is_recorded(void)
{
    return tri_record_array && tri_record_is_on && tri_record_is_on();
}

/* True if two arrays have the same name, and were made at the same line. */
static bool are_alike(const struct array_making *a, const struct array_making *b)
{
    return a->line == b->line && !strcmp(a->name, b->name) && !strcmp(a->file, b->file);
}

static bool have_same_distribution(const tri_array *a, const tri_array *b)
{
    return a->count == b->count && a->size == b->size && a->block == b->block;
}

/* Returns the region of an array in the archive; NULL if nothing is measured. Needs the lock. */
static struct tri_region *region_of(const struct array_making *making)
{
    struct shape *shape = shapes;
    if (!is_recorded())
        return NULL;
    while (shape && (shape->made.form != making->form || !are_alike(&shape->made, making)))
        shape = shape->next;
    if (shape)
        return &shape->region;
    shape = calloc(1, sizeof *shape);
    if (!shape)
        return NULL;
    shape->made = *making;
    describe(shape);
    shape->region = (struct tri_region){.mode = TRI_NEW,
                                        .kind = TRI_KIND_OBJECT,
                                        .name = shape->made.name,
                                        .file = shape->made.file,
                                        .note = shape->note,
                                        .seq = (unsigned short)making->form,
                                        .line = making->line,
                                        .end_line = making->line};
    tri_record_array(&shape->region, shape->made.directory);
    shape->next = shapes;
    shapes = shape;
    return &shape->region;
}

void array_form(struct array_making *making)
{
    unsigned places = (unsigned)segment_places(), here = (unsigned)segment_here(), count = 0;
    pthread_mutex_lock(&lock);
    making->form = 0;
    for (const struct shape *shape = shapes; shape && !making->form; shape = shape->next) {
        if (shape->made.form % places != (here + 1) % places || !are_alike(&shape->made, making))
            continue;
        count++;
        if (have_same_distribution(&shape->made.array, &making->array))
            making->form = shape->made.form;
    }
    if (!making->form)
        making->form = count * places + here + 1;
    if (making->form > USHRT_MAX)
        making->form = USHRT_MAX; /* further ones are shown as one */
    region_of(making);
    pthread_mutex_unlock(&lock);
}

void array_part_make(const struct array_making *making)
{
    const tri_array *array = &making->array;
    size_t count = (size_t)tri_array_count_at(*array, segment_here());
    char *elements = calloc(count ? count : 1, array->size);
    if (!elements)
        fatal("no memory for the %zu elements of `%s` at this place, %zu bytes each", count,
              making->name, array->size);
    pthread_mutex_lock(&lock);
    struct array_part **chunk = &chunks[array->number / CHUNK];
    if (!*chunk) {
        struct array_part *made = calloc(CHUNK, sizeof *made);
        if (!made)
            fatal("no memory for arrays");
        __atomic_store_n(chunk, made, __ATOMIC_RELEASE);
    }
    struct array_part *part = &(*chunk)[array->number % CHUNK];
    part->elements = elements;
    memcpy(part->name, making->name, sizeof part->name);
    part->region = region_of(making);
    __atomic_store_n(&part->serial, array->serial, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

const struct array_part *array_part(const tri_array *array)
{
    const struct array_part *part = find(array->number);
    if (!part || __atomic_load_n(&part->serial, __ATOMIC_ACQUIRE) != array->serial)
        fatal("an array is used that %s", array->serial ? "was freed" : "was never made");
    return part;
}

void array_part_free(const tri_array *array)
{
    array_part(array); /* it is there */
    struct array_part *part = find(array->number);
    char *elements = part->elements;
    pthread_mutex_lock(&lock);
    __atomic_store_n(&part->serial, 0, __ATOMIC_RELEASE);
    part->elements = NULL;
    pthread_mutex_unlock(&lock);
    free(elements);
}
