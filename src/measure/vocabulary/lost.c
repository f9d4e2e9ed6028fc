/* lost.c: see lost.h. The code of the functions is followed once, from its first word to its last:
 * what is computed from something that is not known is not known. */
#include "measure/vocabulary/lost.h"

#include "format/region.h"
#include "measure/guard.h"
#include "measure/place.h"
#include "measure/region.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { AT = 24, NOTE = 320 };

/* A function whose calls are not seen. */
struct unseen {
    struct tri_region region;
    char at[AT], note[NOTE];
};

static struct unseen *unseen;
static size_t count, room;
static bool is_told;

static const char *const fields[FORMAT_FIELDS] = {
    [FORMAT_FIELD_TO] = "to",
    [FORMAT_FIELD_FROM] = "from",
    [FORMAT_FIELD_TAG] = "tag",
    [FORMAT_FIELD_BYTES] = "bytes",
    [FORMAT_FIELD_GROUP] = "group",
    [FORMAT_FIELD_ROOT] = "root",
    [FORMAT_FIELD_GIVEN] = "given",
    [FORMAT_FIELD_TAKEN] = "taken",
    [FORMAT_FIELD_REQUEST] = "request",
    [FORMAT_FIELD_OBJECT] = "object",
    [FORMAT_FIELD_ACTIVITY] = "activity",
    [FORMAT_FIELD_NAME] = "name",
    [FORMAT_FIELD_CODE] = "code",
};

enum {
    COUNTED = 1 << FORMAT_FIELD_BYTES | 1 << FORMAT_FIELD_GIVEN | 1 << FORMAT_FIELD_TAKEN,
    ACT = 1 << FORMAT_FIELDS, /* the act itself: it is not known whether it takes place */
};

/* What is found out about a function. */
struct following {
    struct format_vocabulary_data *data;
    uint32_t values;       /* bits of named values that are not known */
    uint32_t outs;         /* those that the present expression passes to a call */
    bool is_lost;          /* the present expression */
    const uint64_t *until; /* the words before it depend on a condition that is not known */
    uint32_t fields;       /* bits of fields that are not known, and ACT */
    bool reads;            /* a state that is lost */
    bool has_changed;      /* another state is lost */
};

static struct format_vocabulary_state *state_of(struct format_vocabulary_data *data,
                                                uint32_t number)
{
    struct format_vocabulary_state *all = format_vocabulary_at(data, data->states);
    for (uint32_t i = 0; i < data->state_count; i++) {
        if (all[i].number == number)
            return &all[i];
    }
    return NULL;
}

static void lose(struct following *following, uint32_t number)
{
    struct format_vocabulary_state *state = state_of(following->data, number);
    following->has_changed |= state && !state->is_lost;
    if (state)
        state->is_lost = true;
}

/* Marks a state that is read where it is read. */
static void read_state(struct following *following, uint64_t *word, uint32_t number)
{
    const struct format_vocabulary_state *state = state_of(following->data, number);
    if (!state || !state->is_lost)
        return;
    *word |= (uint64_t)FORMAT_STATE_LOST << 32;
    following->is_lost = true;
    following->reads = true;
}

static uint32_t bit_of(uint32_t value)
{
    return value < FORMAT_VOCABULARY_VALUES ? UINT32_C(1) << value : 0;
}

static void follow_word(struct following *following, uint64_t *word)
{
    enum format_vocabulary_op op = (enum format_vocabulary_op)(*word & 0xff);
    uint32_t a = (uint32_t)(*word >> 8 & 0xffffff);
    int32_t b = (int32_t)(*word >> 32);
    bool is_lost = following->is_lost || word < following->until;
    switch (op) {
    case FORMAT_OP_BEGIN:
        following->is_lost = false;
        following->outs = 0;
        break;
    case FORMAT_OP_STATE:
        read_state(following, word, a);
        break;
    case FORMAT_OP_VALUE:
        following->is_lost |= (following->values & bit_of(a)) != 0;
        break;
    case FORMAT_OP_OUT:
        following->is_lost |= b && following->values & bit_of(a);
        following->outs |= bit_of(a);
        break;
    case FORMAT_OP_CALL:
        following->values |= is_lost ? following->outs : 0;
        break;
    case FORMAT_OP_KEEP:
        following->values |= is_lost ? bit_of(a) : 0;
        break;
    case FORMAT_OP_SET:
        if (is_lost)
            lose(following, a);
        break;
    case FORMAT_OP_FIELD:
        following->fields |= following->is_lost && a < FORMAT_FIELDS ? UINT32_C(1) << a : 0;
        break;
    case FORMAT_OP_ACT:
        following->fields |= word < following->until ? ACT : 0;
        break;
    case FORMAT_OP_JUMP_KNOWN:
        following->is_lost = false; /* another expression takes its place */
        break;
    case FORMAT_OP_WHEN:
        if (following->is_lost && word + 1 + b > following->until)
            following->until = word + 1 + b;
        break;
    default:
        break;
    }
}

/* Returns the word behind an operation. */
static uint64_t *behind(uint64_t *word)
{
    return word + (format_vocabulary_behind(word) - word);
}

static void follow_code(struct following *following, uint32_t code)
{
    if (!code)
        return;
    following->until = NULL;
    following->is_lost = false;
    for (uint64_t *word = format_vocabulary_at(following->data, code);
         (*word & 0xff) != FORMAT_OP_STOP; word = behind(word))
        follow_word(following, word);
}

/* Follows a function until nothing more turns out: acts may be repeated. */
static struct following follow(struct format_vocabulary_data *data,
                               const struct format_vocabulary_function *function)
{
    struct following following = {.data = data};
    uint32_t known;
    do {
        known = following.values;
        follow_code(&following, function->before);
        follow_code(&following, function->after);
    } while (known != following.values);
    return following;
}

/* Adds to a text, which is cut off where there is no room. */
#define PRINT(text, size, ...)                                                                     \
    (void)snprintf((text) + strlen(text), (size)-strlen(text), __VA_ARGS__)

/* Lists the states that a function sets. */
static void list_states(struct format_vocabulary_data *data,
                        const struct format_vocabulary_function *function, char *text, size_t size)
{
    const uint32_t codes[] = {function->before, function->after};
    uint32_t last = UINT32_MAX;
    for (int i = 0; i < 2; i++) {
        uint64_t *word = codes[i] ? format_vocabulary_at(data, codes[i]) : NULL;
        for (; word && (*word & 0xff) != FORMAT_OP_STOP; word = behind(word)) {
            uint32_t number = (uint32_t)(*word >> 8 & 0xffffff);
            const struct format_vocabulary_state *state =
                (*word & 0xff) == FORMAT_OP_SET ? state_of(data, number) : NULL;
            if (!state || number == last)
                continue;
            PRINT(text, size, "%s%s", last == UINT32_MAX ? "" : ", ",
                  (const char *)format_vocabulary_at(data, state->name));
            last = number;
        }
    }
}

/* Makes the states unknown that a function sets. */
static void lose_states(struct format_vocabulary_data *data,
                        const struct format_vocabulary_function *function)
{
    const uint32_t codes[] = {function->before, function->after};
    struct following following = {.data = data};
    for (int i = 0; i < 2; i++) {
        uint64_t *word = codes[i] ? format_vocabulary_at(data, codes[i]) : NULL;
        for (; word && (*word & 0xff) != FORMAT_OP_STOP; word = behind(word)) {
            if ((*word & 0xff) == FORMAT_OP_SET)
                lose(&following, (uint32_t)(*word >> 8 & 0xffffff));
        }
    }
}

/* Makes room for one more. The program's allocator must not be called here. */
static bool make_room(void)
{
    if (count < room)
        return true;
    size_t more = room ? 2 * room : 64;
    struct unseen *made =
        mmap(NULL, more * sizeof *made, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return false;
    if (unseen) {
        memcpy(made, unseen, count * sizeof *made);
        munmap(unseen, room * sizeof *unseen);
    }
    unseen = made;
    room = more;
    return true;
}

void lost_add(struct format_vocabulary_data *data, struct format_vocabulary_function *function,
              const char *why, uint64_t address)
{
    char states[NOTE] = "";
    lose_states(data, function);
    function->loses_bytes = function->act != FORMAT_DOES_NONE; /* those that take its acts */
    if (!make_room())
        return;
    struct unseen *made = &unseen[count++];
    *made = (struct unseen){.region = {.mode = TRI_NEW,
                                       .kind = TRI_KIND_ROUTINE,
                                       .flags = TRI_UNMEASURED,
                                       .name = format_vocabulary_at(data, function->name)}};
    if (address)
        snprintf(made->at, sizeof made->at, "%c%llx", FORMAT_AT, (unsigned long long)address);
    list_states(data, function, states, sizeof states);
    snprintf(made->note, sizeof made->note, "%s%s%s", why, *states ? "; not known: " : "", states);
}

static bool takes_lost(struct format_vocabulary_data *data,
                       const struct format_vocabulary_function *function)
{
    const struct format_vocabulary_function *functions =
        format_vocabulary_at(data, data->functions);
    const uint32_t *takes = format_vocabulary_at(data, function->takes);
    for (uint32_t i = 0; i < function->takes_count; i++) {
        if (takes[i] < data->function_count && functions[takes[i]].loses_bytes)
            return true;
    }
    return false;
}

/* Lists what is not recorded of a function. */
static void list_fields(const char *function, uint32_t lost, char line[LOST_TEXT], bool *has_any)
{
    for (unsigned i = 0; i < FORMAT_FIELDS && !(lost & ACT); i++) {
        if (lost >> i & 1) {
            PRINT(line, LOST_TEXT, "%s%s of %s", *has_any ? ", " : "; not recorded: ", fields[i],
                  function);
            *has_any = true;
        }
    }
    if (lost & ACT) {
        PRINT(line, LOST_TEXT, "%swhat depends on conditions of %s",
              *has_any ? ", " : "; not recorded: ", function);
        *has_any = true;
    }
}

/* Leaves a function to the stack machine, which knows what is not known. */
static void slow_down(struct format_vocabulary_function *function)
{
    memset(&function->quick, 0, sizeof function->quick);
    function->run = 0;
}

/* Finds all states that are lost. */
static void spread(struct format_vocabulary_data *data)
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t i = 0; i < data->function_count; i++)
            has_changed |= follow(data, &functions[i]).has_changed;
    }
}

void lost_apply(struct format_vocabulary_data *data, char line[LOST_TEXT])
{
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    const struct format_vocabulary *vocabularies = format_vocabulary_at(data, data->vocabularies);
    const struct format_vocabulary_state *states = format_vocabulary_at(data, data->states);
    bool has_states = false, has_fields = false;
    *line = '\0';
    spread(data);
    for (uint32_t i = 0; i < data->state_count; i++) {
        if (!states[i].is_lost)
            continue;
        PRINT(line, LOST_TEXT, "%s%s",
              has_states ? ", "
                         : "states are not known, as functions that set them cannot be patched: ",
              (const char *)format_vocabulary_at(data, states[i].name));
        has_states = true;
    }
    for (uint32_t i = 0; i < data->vocabulary_count; i++) {
        struct following following = {.data = data};
        follow_code(&following, vocabularies[i].place);
        if (following.reads)
            PRINT(line, LOST_TEXT, "%sthe number of a place",
                  has_fields ? ", " : "; not recorded: ");
        has_fields |= following.reads;
    }
    for (uint32_t i = 0; i < data->function_count; i++) {
        struct following following = follow(data, &functions[i]);
        if (following.reads)
            slow_down(&functions[i]);
        functions[i].loses_bytes |= (following.fields & (COUNTED | ACT)) != 0;
        list_fields(format_vocabulary_at(data, functions[i].name), following.fields, line,
                    &has_fields);
    }
    for (uint32_t i = 0; i < data->function_count; i++) {
        if (functions[i].takes_count && takes_lost(data, &functions[i])) {
            functions[i].loses_bytes = true;
            slow_down(&functions[i]);
        }
    }
}

void measure_vocabulary_tell_lost(void)
{
    const struct format_place *page = measure_place_page();
    sigset_t before;
    if (is_told || !page || !measure_place_is_measuring())
        return;
    measure_guard_enter(&before);
    is_told = true;
    for (size_t i = 0; i < count; i++) {
        struct tri_region *region = &unseen[i].region;
        region->file = *unseen[i].at ? page->program : "";
        region->note = unseen[i].note;
        measure_region_add(region, unseen[i].at);
    }
    measure_guard_leave(&before);
}
