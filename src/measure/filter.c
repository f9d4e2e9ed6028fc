/* filter.c: see filter.h. The part of the condition that a region decides is computed once, when
 * the region is added. The rest, if any, is its case, and is computed for each act. */
#include "measure/filter.h"

#include "format/act.h"
#include "format/event.h"
#include "format/region.h"
#include "format/variables.h"
#include "measure/filter_case.h"
#include "measure/lane.h"
#include "measure/place.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK = 4096, CHUNKS = 4096 }; /* regions, as in region.c */

/* The order of loads in a look-up: what is found is reached only through the pointers that were
 * loaded, and the machines here keep that order by themselves. ThreadSanitizer does not know it. */
#define LOOK_UP __ATOMIC_RELAXED
#if defined __SANITIZE_THREAD__
#undef LOOK_UP
#define LOOK_UP __ATOMIC_ACQUIRE
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#undef LOOK_UP
#define LOOK_UP __ATOMIC_ACQUIRE
#endif
#endif

bool filter_is_on;

static uint32_t logged; /* kinds of events: enum format_events_kind */

/* A filter, and its cases by region: NULL if all acts of the region are logged, &no_case,
 * &never_case, or the case to compute. A filter without operations logs everything. */
struct numbered_filter {
    struct format_filter_view program;
    const struct filter_case **cases[CHUNKS];
};

static struct numbered_filter first;
static struct numbered_filter *filters[FORMAT_FILTERS + 1] = {&first}; /* NULL: not read */
static const struct format_filter_view *program = &first.program;      /* of the newest */
static bool has_cases, was_sent;
static const struct filter_case no_case;    /* no act is logged, and no probe asks */
static const struct filter_case never_case; /* no act is logged, but its messages are */

/* Reads the file into private memory; NULL with errno. */
static const void *map_file(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return NULL;
    void *memory = MAP_FAILED;
    const size_t most = sizeof(struct format_filter) + FORMAT_FILTER_TEXTS +
                        FORMAT_FILTER_OPS * sizeof(struct format_filter_op);
    errno = EINVAL;
    if (fstat(fd, &status) == 0 && status.st_size > 0 && (uint64_t)status.st_size <= most) {
        *size = (size_t)status.st_size;
        memory = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (memory != MAP_FAILED && read(fd, memory, *size) != (ssize_t)*size)
        memory = MAP_FAILED;
    int error = errno ? errno : EINVAL;
    close(fd);
    errno = error;
    return memory == MAP_FAILED ? NULL : memory;
}

/* Reads a filter from its file. False, with a line on stderr, if it cannot be used. */
static bool read_program(struct format_filter_view *to, const char *path, const char *consequence)
{
    size_t size = 0;
    const void *bytes = map_file(path, &size);
    if (!bytes || !format_filter_read(bytes, size, to)) {
        measure_place_say(bytes ? EINVAL : errno, "the filter cannot be used", consequence);
        if (bytes)
            munmap((void *)bytes, size);
        *to = (struct format_filter_view){0};
        return false;
    }
    if (!has_cases)
        filter_case_start(to->start);
    has_cases = true;
    __atomic_store_n(&filter_is_on, true, __ATOMIC_RELAXED);
    return true;
}

void measure_filter_start(const struct measure_settings *settings)
{
    if (settings->filter && settings->events)
        read_program(&first.program, settings->filter, "all events are logged");
}

bool measure_filter_read(uint32_t number, const char *path)
{
    assert(number > filter_newest && number <= FORMAT_FILTERS);
    struct numbered_filter *made =
        mmap(NULL, sizeof *made, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return false;
    if (!read_program(&made->program, path, "the filter before it stays in force")) {
        munmap(made, sizeof *made);
        return false;
    }
    filters[number] = made;
    program = &made->program;
    filter_newest = number;
    __atomic_store_n(&was_sent, true, __ATOMIC_RELAXED);
    return true;
}

bool measure_filter_was_sent(void)
{
    return __atomic_load_n(&was_sent, __ATOMIC_RELAXED);
}

static struct filter_value text_of(const char *text)
{
    if (!text || !*text)
        return (struct filter_value){.may = FILTER_ABSENT};
    return (struct filter_value){.text = text, .may = FILTER_KNOWN};
}

static struct filter_value number_of(uint32_t number)
{
    if (!number)
        return (struct filter_value){.may = FILTER_ABSENT};
    return (struct filter_value){.whole = number, .may = FILTER_KNOWN};
}

static struct filter_value truth_of(bool truth)
{
    return (struct filter_value){.may = truth ? FILTER_TRUE : FILTER_FALSE};
}

/* A region whose condition is computed. Without a site, only the kind of the region is known. */
struct meeting {
    const struct tri_region *region;
    const struct measure_filter_site *site;
    enum format_act type;
};

static bool is_source(unsigned field)
{
    return field == FORMAT_FILTER_LINE || field == FORMAT_FILTER_END_LINE ||
           field == FORMAT_FILTER_END_POSITION || field == FORMAT_FILTER_SOURCE ||
           field == FORMAT_FILTER_METHOD;
}

/* Returns the note of a region, or "" if the note is only its list of callers or of variables. */
static const char *note_of(const struct tri_region *region)
{
    const char *note = region->note;
    return note && *note != FORMAT_CALLERS && *note != FORMAT_VARIABLES ? note : "";
}

/* Returns a field of an act: unknown, or absent if acts of this region never have it. */
static struct filter_value expect(const struct meeting *met, unsigned field)
{
    unsigned kind = met->region->kind;
    bool may_have = true;
    bool noted = *note_of(met->region) != '\0';
    if (field == FORMAT_FILTER_BYTES) /* a note says that bytes are not counted */
        may_have = (met->type == FORMAT_ACT_IO || met->type == FORMAT_ACT_COMM ||
                    met->type == FORMAT_ACT_MOVE) &&
                   !noted;
    else if (field == FORMAT_FILTER_TRIPS)
        may_have = kind == TRI_KIND_LOOP || kind == TRI_KIND_WORK;
    else if (field == FORMAT_FILTER_TAG)
        may_have = kind == TRI_KIND_COMM;
    else if (field == FORMAT_FILTER_COMMUNICATOR)
        may_have = kind == TRI_KIND_COMM || kind == TRI_KIND_CLOCK;
    return (struct filter_value){.may = may_have ? FILTER_UNKNOWN : FILTER_ABSENT};
}

static struct filter_value look_at(const struct meeting *met, unsigned field)
{
    const struct tri_region *region = met->region;
    if (field >= FORMAT_FILTER_OF_ACTS)
        return expect(met, field);
    if (field == FORMAT_FILTER_TYPE)
        return (struct filter_value){.whole = met->type, .may = FILTER_KNOWN};
    if (field == FORMAT_FILTER_KIND)
        return text_of(format_region_word(region->kind));
    if (!met->site || (met->site->is_address && is_source(field)))
        return (struct filter_value){
            .may = FILTER_UNKNOWN}; /* the reader of the archive will find out */
    switch (field) {
    case FORMAT_FILTER_READS:
        return truth_of(region->flags & TRI_READS);
    case FORMAT_FILTER_WRITES:
        return truth_of(region->flags & TRI_WRITES);
    case FORMAT_FILTER_SEQUENCE:
        return number_of(region->seq);
    case FORMAT_FILTER_LINE:
        return number_of(region->line);
    case FORMAT_FILTER_END_LINE:
        return number_of(region->end_line);
    case FORMAT_FILTER_END_POSITION:
        return number_of(region->end_line ? region->end_line : region->line);
    case FORMAT_FILTER_NAME:
        return text_of(region->name);
    case FORMAT_FILTER_SOURCE:
        return text_of(region->file);
    case FORMAT_FILTER_METHOD:
        return text_of(met->site->method);
    default:
        return text_of(note_of(region));
    }
}

static struct filter_value constant(const struct format_filter_op *op)
{
    struct filter_value value = {.may = op->absent ? FILTER_ABSENT : FILTER_KNOWN};
    if (op->absent)
        return value;
    if (op->type == FORMAT_FILTER_TRUTH)
        value = truth_of(op->value);
    else if (op->type == FORMAT_FILTER_TEXT)
        value.text = program->texts + op->text;
    else
        memcpy(&value.whole, &op->value, sizeof value.whole); /* or a real number */
    return value;
}

/* Computes all operations as far as the region decides them. */
static void compute_all(struct filter_known *known, const struct meeting *met)
{
    known->program = program;
    for (unsigned i = 0; i < program->count; i++) {
        const struct format_filter_op *op = &program->ops[i];
        unsigned parts = format_filter_parts(op->code);
        bool is_field = op->code == FORMAT_FILTER_FIELD;
        struct filter_step step = {
            .code = (enum format_filter_code)op->code,
            .type = (enum format_filter_type)op->type,
            .of = (enum format_filter_type)program->ops[parts ? op->a : i].type,
            .a = parts > 0 ? &known->values[op->a] : NULL,
            .b = parts > 1 || op->code == FORMAT_FILTER_IN ? &known->values[op->b] : NULL,
            .c = parts > 2 || op->code == FORMAT_FILTER_IN ? &known->values[op->c] : NULL,
            .text = program->texts + op->text,
        };
        known->values[i] = is_field                             ? look_at(met, op->field)
                           : op->code == FORMAT_FILTER_CONSTANT ? constant(op)
                                                                : filter_compute(&step);
        known->is_open[i] = format_filter_is_of_acts(program->ops, i, known->is_open) &&
                            !filter_is_certain(&known->values[i]);
    }
}

uint32_t measure_filter_kinds(uint32_t chosen)
{
    struct tri_region message = {.kind = TRI_KIND_COMM};
    struct meeting met = {.region = &message, .type = FORMAT_ACT_COMM};
    struct filter_known known;
    logged = chosen;
    if (!first.program.count)
        return chosen;
    assert(program == &first.program);
    compute_all(&known, &met);
    bool messages = known.values[program->count - 1].may & FILTER_TRUE;
    if (!messages && chosen != FORMAT_EVENTS_COMM)
        logged &= ~(uint32_t)FORMAT_EVENTS_COMM;
    return logged;
}

/* Returns the place of the region's case; makes room for it if there is none. */
static const struct filter_case **make_slot(struct numbered_filter *of, uint32_t id)
{
    uint32_t chunk = id / CHUNK;
    if (!of || chunk >= CHUNKS)
        return NULL;
    const struct filter_case ***cases = of->cases;
    if (!cases[chunk]) {
        void *memory = mmap(NULL, CHUNK * sizeof **cases, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            __atomic_store_n(&cases[chunk], memory, __ATOMIC_RELEASE);
    }
    const struct filter_case **slots = __atomic_load_n(&cases[chunk], __ATOMIC_ACQUIRE);
    return slots ? &slots[id % CHUNK] : NULL;
}

static const struct filter_case *decide(const struct meeting *met)
{
    struct filter_known known;
    compute_all(&known, met);
    known.is_aside = measure_filter_is_aside_kind(met->region->kind);
    bool may_be_true = known.values[program->count - 1].may & FILTER_TRUE;
    if (may_be_true)
        return known.is_open[program->count - 1] ? filter_case_make(&known) : NULL;
    bool tells_messages = met->region->kind == TRI_KIND_COMM && logged & FORMAT_EVENTS_COMM;
    return tells_messages ? &never_case : &no_case;
}

bool measure_filter_meet(uint32_t id, const struct tri_region *region,
                         const struct measure_filter_site *site)
{
    const struct filter_case **slot = program->count ? make_slot(filters[filter_newest], id) : NULL;
    if (!slot)
        return true;
    struct meeting met = {
        .region = region,
        .site = site,
        .type = format_act_of(region->kind, region->name ? region->name : ""),
    };
    const struct filter_case *decided = decide(&met);
    __atomic_store_n(slot, decided, __ATOMIC_RELEASE);
    return decided != &no_case || filter_newest;
}

static inline const struct filter_case *case_of(uint32_t filter, uint32_t region)
{
    const struct numbered_filter *of = filter ? filters[filter] : &first; /* saves a load */
    uint32_t chunk = region / CHUNK;
    if (__builtin_expect(!of || chunk >= CHUNKS, 0))
        return NULL;
    const struct filter_case **slots = __atomic_load_n(&of->cases[chunk], LOOK_UP);
    return slots ? __atomic_load_n(&slots[region % CHUNK], LOOK_UP) : NULL;
}

/* Returns the filter that judges a visit of this thread. */
static uint32_t filter_of(const struct format_node *node)
{
    return measure_lane_own ? filter_history_at(&measure_lane_own->filters, node->open) : 0;
}

/* True if readers count all visits of the region as filtered (FORMAT_FILTERED). */
static bool is_counted(uint32_t region)
{
    return case_of(0, region) == &no_case;
}

bool measure_filter_drops(const struct format_node *node)
{
    return measure_filter_is_on() && is_counted(node->region) && !filter_of(node);
}

/* True if the act is to be logged; `found` is its case. */
static inline bool is_kept(const struct measure_filter_act *act, uint32_t filter,
                           const struct filter_case *found)
{
    bool kept = !found || (found->ops && filter_case_run(found, act));
    if (kept && filter && is_counted(act->node->region))
        measure_filter_uncount(act->node);
    return kept;
}

static inline void leave_out(const struct measure_filter_act *act, uint32_t filter,
                             const struct filter_case *found)
{
    uint32_t region = act->node->region;
    bool is_aside = found && found->ops ? found->is_aside : measure_filter_is_aside(region);
    measure_filter_count(act, is_aside, filter ? is_counted(region) : found == &no_case);
}

bool measure_filter_keeps_far(const struct measure_filter_act *act)
{
    uint32_t filter = filter_of(act->node);
    return is_kept(act, filter, case_of(filter, act->node->region));
}

void measure_filter_leave_out(const struct measure_filter_act *act)
{
    uint32_t filter = filter_of(act->node);
    leave_out(act, filter, case_of(filter, act->node->region));
}

bool measure_filter_judge(const struct measure_filter_act *act)
{
    uint32_t filter = filter_of(act->node);
    const struct filter_case *found = case_of(filter, act->node->region);
    if (is_kept(act, filter, found))
        return true;
    leave_out(act, filter, found);
    return false;
}
