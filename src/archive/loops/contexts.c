/* contexts.c: see contexts.h */
#include "archive/loops/contexts.h"

#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD = FORMAT_CONTEXT_RECORD,
    WINDOW = 1 << 20, /* bytes that are read at a time */
};

/* The state of reading a file. */
struct reading {
    struct archive_loops_contexts *contexts;
    const struct archive_loops_modules *modules;
    uint32_t *numbers; /* by record: index of the context that begins there plus 1; 0: none */
    size_t room;
    uint64_t used;
};

/* Returns bytes of the file, valid until the next call; NULL if it does not have them. Both numbers
 * are multiples of 8. */
static const void *look_at(struct archive_loops_contexts *contexts, uint64_t at, size_t size)
{
    if (at < contexts->window_at || at - contexts->window_at > contexts->window_size ||
        contexts->window_size - (size_t)(at - contexts->window_at) < size) {
        size_t want = size > WINDOW ? size : WINDOW;
        if (at > contexts->file.size || size > contexts->file.size - at)
            return NULL;
        contexts->window = memory_grow(contexts->window, &contexts->window_room, want, 1);
        contexts->window_at = at;
        contexts->window_size = archive_folder_read(&contexts->file, at, contexts->window, want);
    }
    size_t from = (size_t)(at - contexts->window_at);
    return contexts->window_size - from >= size ? contexts->window + from : NULL;
}

const uint64_t *archive_loops_contexts_values(struct archive_loops_contexts *contexts,
                                              const struct archive_loops_context *context)
{
    assert(context->kind == LOOPS_FUNCTION && context->function);
    uint64_t at = (uint64_t)context->record * RECORD + sizeof(struct format_context);
    size_t size = (size_t)context->function->raw->counters * sizeof(uint64_t);
    return look_at(contexts, at, size);
}

const uint64_t *archive_loops_contexts_samples(struct archive_loops_contexts *contexts,
                                               const struct archive_loops_context *context)
{
    const struct format_function *raw = context->function ? context->function->raw : NULL;
    uint64_t before = raw ? (uint64_t)raw->counters + raw->cells + raw->slots : 0;
    uint64_t count = raw ? (uint64_t)FORMAT_SAMPLES_LOOP + raw->loops : FORMAT_SAMPLES_OWN;
    uint64_t at = sizeof(struct format_context) + before * sizeof(uint64_t);
    uint64_t size = count * sizeof(uint64_t);
    if (at + size > (uint64_t)context->records * RECORD)
        return NULL;
    return look_at(contexts, (uint64_t)context->record * RECORD + at, (size_t)size);
}

static struct archive_loops_module *module_of(const struct archive_loops_modules *modules,
                                              uint32_t function)
{
    size_t low = 0, high = modules->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (modules->all[middle].first <= function)
            low = middle + 1;
        else
            high = middle;
    }
    struct archive_loops_module *module = low ? &modules->all[low - 1] : NULL;
    return module && function - module->first < module->count ? module : NULL;
}

/* True if the context's call site can call its function: it is the same one, in the same binary. */
static bool is_called_by(const struct archive_loops_context *above,
                         const struct archive_loops_context *context)
{
    if (context->site == FORMAT_NO_SITE)
        return true;
    if (above->kind != LOOPS_FUNCTION)
        return false;
    if (!format_site_is_slot(context->site)) {
        uint32_t loop = format_site_loop(context->site);
        return above->function->raw->flags & FORMAT_FUNCTION_NOTES &&
               (loop == LOOPS_NONE || loop < above->function->raw->loops);
    }
    if (context->site >= above->function->raw->slots)
        return false;
    const struct archive_loops_plan *plan = above->function->plan;
    const struct format_slot *slot = &above->function->slots[context->site];
    return plan == context->function->plan &&
           &plan->functions[slot->function] == context->function->raw;
}

/* Finds the function of a context. False if the record makes no sense. */
static bool take_function(const struct reading *reading, const struct format_context *raw,
                          struct archive_loops_context *context)
{
    const struct archive_loops_module *module = module_of(reading->modules, raw->function);
    if (!module || !module->binary ||
        raw->function - module->first >= module->binary->plan->function_count)
        return false;
    context->kind = LOOPS_FUNCTION;
    context->same = module->binary->same;
    context->function =
        archive_loops_binary_function(module->binary, raw->function - module->first);
    context->is_probed = context->function->raw->flags & FORMAT_FUNCTION_PROBED;
    const struct format_function *function = context->function->raw;
    uint64_t values = (uint64_t)function->counters + function->cells + function->slots;
    uint64_t bytes = sizeof *raw + values * sizeof(uint64_t);
    return raw->counted == function->counters + function->cells &&
           !(function->flags & FORMAT_FUNCTION_NATIVE) && bytes <= (uint64_t)raw->records * RECORD;
}

static bool take(struct reading *reading, const struct format_context *raw, uint64_t at,
                 struct archive_loops_context *context)
{
    const struct archive_loops_contexts *contexts = reading->contexts;
    *context = (struct archive_loops_context){.record = (uint32_t)at,
                                              .records = raw->records,
                                              .site = raw->site,
                                              .lane = raw->lane,
                                              .node = ARCHIVE_NONE,
                                              .others = LOOPS_NONE,
                                              .holder = LOOPS_NONE};
    if (raw->function == FORMAT_CONTEXT_ROOT) {
        context->kind = LOOPS_ROOT;
        context->closed = raw->closed;
        return true;
    }
    if (raw->above >= at || !reading->numbers[raw->above])
        return false;
    context->above = reading->numbers[raw->above] - 1;
    const struct archive_loops_context *above = &contexts->all[context->above];
    context->closed = above->closed;
    context->lane = above->lane;
    if (raw->function == FORMAT_CONTEXT_SIGNAL) {
        context->kind = LOOPS_SIGNAL;
        return true;
    }
    return take_function(reading, raw, context) && is_called_by(above, context);
}

static bool is_counted(struct archive_loops_contexts *contexts,
                       const struct archive_loops_context *context)
{
    if (context->kind != LOOPS_FUNCTION)
        return false;
    const uint64_t *values = archive_loops_contexts_values(contexts, context);
    for (uint32_t i = 0; values && i < context->function->raw->counters; i++) {
        if (values[i])
            return true;
    }
    return false;
}

static void make_room(struct reading *reading, size_t records)
{
    size_t before = reading->room;
    reading->numbers =
        memory_grow(reading->numbers, &reading->room, records, sizeof *reading->numbers);
    if (reading->room > before)
        memset(reading->numbers + before, 0, (reading->room - before) * sizeof *reading->numbers);
}

/* Adds the context at a record, if there is one; returns how many records it takes. */
static uint64_t add(struct reading *reading, uint64_t at)
{
    struct archive_loops_contexts *contexts = reading->contexts;
    struct format_context raw;
    struct archive_loops_context context;
    const void *found = look_at(contexts, at * RECORD, sizeof raw);
    if (!found)
        return UINT64_MAX - at;
    memcpy(&raw, found, sizeof raw);
    if (!raw.function) /* not complete yet, or never used */
        return 1;
    make_room(reading, (size_t)at + 1);
    bool whole = raw.self == at && raw.records && raw.records <= reading->used - at;
    if (!whole || !take(reading, &raw, at, &context)) {
        contexts->bad++;
        return whole ? raw.records : 1;
    }
    context.used = is_counted(contexts, &context);
    contexts->all =
        memory_grow(contexts->all, &contexts->room, contexts->count + 1, sizeof *contexts->all);
    contexts->all[contexts->count++] = context;
    reading->numbers[at] = (uint32_t)contexts->count;
    return raw.records;
}

static int by_context(const void *a, const void *b)
{
    const struct format_lost *left = a, *right = b;
    if (left->context != right->context)
        return left->context < right->context ? -1 : 1;
    return left->node < right->node ? -1 : left->node > right->node;
}

/* Reads the calls that did not return. */
static void read_lost(const struct archive_folder *folder, const char *path,
                      struct archive_loops_contexts *contexts)
{
    struct archive_folder_file file;
    struct format_lost_header header;
    if (!archive_folder_open(folder, path, &file))
        return;
    if (archive_folder_read(&file, 0, &header, sizeof header) != sizeof header ||
        header.magic != FORMAT_LOST_MAGIC || header.version != FORMAT_LOOPS_VERSION) {
        contexts->bad += file.size > 0;
    } else {
        uint64_t count = file.size / sizeof *contexts->lost - 1;
        count = header.used - 1 < count ? header.used - 1 : count;
        contexts->lost = memory_zeroed((size_t)count + 1, sizeof *contexts->lost);
        size_t bytes = archive_folder_read(&file, sizeof header, contexts->lost,
                                           (size_t)count * sizeof *contexts->lost);
        contexts->lost_count = bytes / sizeof *contexts->lost;
        if (contexts->lost_count)
            qsort(contexts->lost, contexts->lost_count, sizeof *contexts->lost, by_context);
    }
    archive_folder_close(&file);
}

/* Marks contexts with calls that did not return as used; drops those of contexts that do not
 * exist. */
static void match_lost(struct archive_loops_contexts *contexts)
{
    size_t kept = 0, at = 0;
    for (size_t i = 0; i < contexts->lost_count; i++) {
        const struct format_lost *lost = &contexts->lost[i];
        while (at < contexts->count && contexts->all[at].record < lost->context)
            at++;
        if (!lost->context)
            continue; /* not complete yet */
        struct archive_loops_context *context = at < contexts->count ? &contexts->all[at] : NULL;
        if (!context || context->record != lost->context || context->kind != LOOPS_FUNCTION ||
            !lost->node || lost->node > context->function->raw->blocks) {
            contexts->bad++;
            continue;
        }
        context->used = true;
        contexts->lost[kept++] = *lost;
    }
    contexts->lost_count = kept;
}

static void spread_use(struct archive_loops_contexts *contexts)
{
    for (size_t i = contexts->count; i-- > 0;) {
        if (contexts->all[i].used && contexts->all[i].kind != LOOPS_ROOT)
            contexts->all[contexts->all[i].above].used = true;
    }
}

static void read_contexts(struct archive_loops_contexts *contexts,
                          const struct archive_loops_modules *modules,
                          const struct format_contexts *header)
{
    struct reading reading = {.contexts = contexts, .modules = modules};
    reading.used = contexts->file.size / RECORD;
    reading.used = header->used < reading.used ? header->used : reading.used;
    reading.used = reading.used < UINT32_MAX ? reading.used : UINT32_MAX - 1;
    for (uint64_t at = 1; at < reading.used;)
        at += add(&reading, at);
    free(reading.numbers);
}

bool archive_loops_contexts_read(const struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place, uint32_t number,
                                 const struct archive_loops_modules *modules,
                                 struct archive_loops_contexts *contexts)
{
    char path[RAW_PATH], lost[RAW_PATH];
    struct format_contexts header;
    *contexts = (struct archive_loops_contexts){0};
    snprintf(path, sizeof path, "places/%u/loops-%u", place->record.number, number);
    snprintf(lost, sizeof lost, "places/%u/lost-%u", place->record.number, number);
    if (!archive_folder_open(reader->folder, path, &contexts->file))
        return false;
    if (archive_folder_read(&contexts->file, 0, &header, sizeof header) != sizeof header ||
        header.magic != FORMAT_CONTEXTS_MAGIC || header.version != FORMAT_LOOPS_VERSION) {
        archive_folder_close(&contexts->file);
        contexts->bad = contexts->file.size > 0;
        return false;
    }
    read_lost(reader->folder, lost, contexts);
    read_contexts(contexts, modules, &header);
    match_lost(contexts);
    spread_use(contexts);
    return true;
}

void archive_loops_contexts_free(struct archive_loops_contexts *contexts)
{
    for (size_t i = 0; i < contexts->count; i++) {
        free(contexts->all[i].loop_nodes);
        free(contexts->all[i].made);
    }
    free(contexts->all);
    free(contexts->lost);
    free(contexts->window);
    archive_folder_close(&contexts->file);
}
