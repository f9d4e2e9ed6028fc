/* library.c: see library.h. Makes the table of format/vocabulary.h. */
#include "vocabulary/library.h"

#include "format/hash.h"
#include "util/memory.h"
#include "vocabulary/compile.h"
#include "vocabulary/emit.h"
#include "vocabulary/quick.h"
#include "vocabulary/quick_run.h"

#include <stdlib.h>
#include <string.h>

enum {
    UNREADABLE = 255,
    REGISTERS_X86_64 = 6,
    REAL_REGISTERS = 8,
};

/* The data while they are made. */
struct making {
    struct buffer data;
    struct vocabulary_symbol *symbols;
    size_t symbol_count, symbol_room;
    struct format_vocabulary_state *states;
    size_t state_count, state_room;
    enum vocabulary_machine machine;
    struct vocabulary_numbers numbers;
    uint32_t next_function; /* number */
    uint32_t functions;     /* offset */
};

static void align(struct buffer *data)
{
    static const char zeros[8];
    buffer_add_bytes(data, zeros, -data->used % 8);
}

/* Adds bytes, and returns their offset. */
static uint32_t add(struct making *making, const void *bytes, size_t size)
{
    align(&making->data);
    uint32_t offset = (uint32_t)making->data.used;
    buffer_add_bytes(&making->data, bytes, size);
    return offset;
}

static uint32_t add_text(struct making *making, const char *text)
{
    return add(making, text, strlen(text) + 1);
}

static uint32_t add_code(struct making *making, const struct vocabulary_code *code)
{
    return code->count ? add(making, code->words, code->count * sizeof *code->words) : 0;
}

/* Finds the places of arguments as the calling conventions of the machine have them: AAPCS64, and
 * the System V ABI of x86-64. */
static void place_arguments(const struct making *making, const struct vocabulary_function *function,
                            struct format_vocabulary_function *to)
{
    unsigned whole = 0, real = 0, on_stack = 0,
             registers = making->machine == VOCABULARY_X86_64 ? REGISTERS_X86_64 : FORMAT_REGISTERS;
    to->parameters = (uint8_t)function->parameter_count;
    for (size_t i = 0; i < function->parameter_count; i++) {
        bool is_real = function->parameters[i].type.sort == TYPE_REAL;
        if (is_real)
            to->arguments[i] = UNREADABLE;
        if (is_real && real < REAL_REGISTERS)
            real++;
        else if (!is_real && whole < registers)
            to->arguments[i] = (uint8_t)whole++;
        else if (is_real)
            on_stack++;
        else
            to->arguments[i] = (uint8_t)(FORMAT_REGISTERS + on_stack++);
    }
    to->stack = on_stack;
}

static struct format_vocabulary_function *function_at(struct making *making, uint32_t number)
{
    char *first = making->data.text + making->functions;
    return (struct format_vocabulary_function *)(void *)first + number;
}

/* True if calls have to be seen. A function that only opens is described so that no later line with
 * a pattern describes it. */
static bool is_listened_to(const struct vocabulary_function *function,
                           const struct vocabulary_compiled *compiled)
{
    return function->statements &&
           !(compiled->is_opened && compiled->act == FORMAT_DOES_RUN && !compiled->before.count &&
             !compiled->after.count && !compiled->has_place);
}

static void make_function(struct making *making, const struct vocabulary *vocabulary,
                          const struct vocabulary_function *function, uint32_t of)
{
    struct vocabulary_compiled compiled;
    struct diagnostic ignored = {0};
    uint32_t number = making->next_function++;
    vocabulary_compile(vocabulary, function, &making->numbers, &compiled, &ignored);
    bool is_heard = is_listened_to(function, &compiled);
    struct format_vocabulary_function made = {
        .start = making->functions + number * (uint32_t)sizeof made,
        .number = number,
        .vocabulary = of,
        .name = add_text(making, function->name),
        .symbol = add_text(making, function->symbol),
        .before = add_code(making, &compiled.before),
        .after = add_code(making, &compiled.after),
        .act = compiled.act,
        .kind = compiled.kind,
        .flags = compiled.flags,
        .facts = compiled.facts,
        .is_called = !is_heard,
        .has_place = compiled.has_place,
        .is_instant = compiled.is_instant,
        .is_opened = compiled.is_opened,
        .is_variable = function->is_variable,
        .takes_count = (uint32_t)compiled.takes_count,
    };
    made.takes = compiled.takes_count
                     ? add(making, compiled.takes, compiled.takes_count * sizeof *compiled.takes)
                     : 0;
    place_arguments(making, function, &made);
    struct vocabulary_steps steps;
    vocabulary_quick_make(&compiled, &made, &steps);
    if (steps.count)
        made.quick.first_step = add(making, steps.all, steps.count * sizeof *steps.all);
    made.quick.to_after =
        (int32_t)(made.quick.first_step + made.quick.before * sizeof *steps.all - made.start);
    struct format_vocabulary_run run;
    if (vocabulary_quick_run_make(&compiled, &made, &run, &steps)) {
        run.first_step = steps.count ? add(making, steps.all, steps.count * sizeof *steps.all) : 0;
        made.run = add(making, &run, sizeof run);
    }
    *function_at(making, number) = made;
    if (is_heard) {
        making->symbols = memory_grow(making->symbols, &making->symbol_room,
                                      making->symbol_count + 1, sizeof *making->symbols);
        making->symbols[making->symbol_count++] =
            (struct vocabulary_symbol){function->symbol, made.start};
    }
    vocabulary_compiled_free(&compiled);
}

static uint32_t add_libraries(struct making *making, const struct vocabulary *vocabulary)
{
    struct buffer names = {0};
    for (const struct vocabulary_word *word = vocabulary->libraries; word; word = word->next)
        buffer_add_bytes(&names, word->text, strlen(word->text) + 1);
    buffer_add_bytes(&names, "", 1);
    uint32_t offset = add(making, names.text, names.used);
    buffer_free(&names);
    return offset;
}

static void add_state(struct making *making, const struct vocabulary_state *state)
{
    const struct vocabulary_emitter emitter = {.numbers = &making->numbers};
    making->states = memory_grow(making->states, &making->state_room, making->state_count + 1,
                                 sizeof *making->states);
    making->states[making->state_count++] = (struct format_vocabulary_state){
        .number = vocabulary_emit_state(&emitter, state), .name = add_text(making, state->name)};
}

static void make_vocabulary(struct making *making, const struct vocabulary *vocabulary,
                            uint32_t number)
{
    struct vocabulary_code place = {0};
    struct diagnostic ignored = {0};
    making->numbers.first_function = making->next_function;
    if (vocabulary->place)
        vocabulary_compile_place(vocabulary, &making->numbers, &place, &ignored);
    struct format_vocabulary made = {
        .name = add_text(making, vocabulary->name),
        .libraries = add_libraries(making, vocabulary),
        .place = add_code(making, &place),
        .has_count = vocabulary->places != NULL,
        .id = format_vocabulary_id(vocabulary->name),
    };
    free(place.words);
    for (const struct vocabulary_function *function = vocabulary->functions; function;
         function = function->next) {
        if (!function->is_open)
            make_function(making, vocabulary, function, number);
    }
    memcpy(making->data.text + sizeof(struct format_vocabulary_data) + number * sizeof made, &made,
           sizeof made);
    for (const struct vocabulary_state *state = vocabulary->states; state; state = state->next)
        add_state(making, state);
    for (const struct vocabulary_state *state = vocabulary->states; state; state = state->next) {
        making->numbers.first_thread_state += state->of_thread;
        making->numbers.first_process_state += !state->of_thread;
    }
}

/* The functions of libc that leave others: which calls they leave has to be known. */
static const char *const jumps[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};

enum { JUMPS = sizeof jumps / sizeof jumps[0] };

static void add_symbol(struct making *making, const char *name, uint32_t start)
{
    making->symbols = memory_grow(making->symbols, &making->symbol_room, making->symbol_count + 1,
                                  sizeof *making->symbols);
    making->symbols[making->symbol_count++] = (struct vocabulary_symbol){name, start};
}

static bool is_described(const struct making *making, const char *symbol)
{
    for (size_t i = 0; i < making->symbol_count; i++) {
        if (!strcmp(making->symbols[i].name, symbol))
            return true;
    }
    return false;
}

static void make_jumps(struct making *making)
{
    for (size_t i = 0; i < JUMPS; i++) {
        uint32_t number = making->next_function++;
        struct format_vocabulary_function made = {
            .start = making->functions + number * (uint32_t)sizeof made,
            .number = number,
            .name = add_text(making, jumps[i]),
            .act = FORMAT_DOES_JUMP,
            .is_called = is_described(making, jumps[i]),
        };
        made.symbol = made.name;
        *function_at(making, number) = made;
        if (!made.is_called)
            add_symbol(making, jumps[i], made.start);
    }
}

static size_t count_functions(struct vocabulary *const *vocabularies, size_t count)
{
    size_t functions = JUMPS;
    for (size_t i = 0; i < count; i++) {
        for (const struct vocabulary_function *each = vocabularies[i]->functions; each;
             each = each->next)
            functions += !each->is_open;
    }
    return functions;
}

static bool is_double(const struct making *making, struct vocabulary *const *vocabularies,
                      size_t count, struct error *error)
{
    for (size_t i = 0; i < making->symbol_count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (!strcmp(making->symbols[i].name, making->symbols[k].name))
                return !error_set(error,
                                  "%s is described by two of the vocabularies; use one of "
                                  "them: --vocabulary %s",
                                  making->symbols[i].name, vocabularies[count - 1]->name);
        }
    }
    if (making->numbers.first_thread_state > FORMAT_VOCABULARY_THREAD_STATES)
        return !error_set(error,
                          "the vocabularies have too many states of threads; use one of "
                          "them: --vocabulary %s",
                          vocabularies[count - 1]->name);
    return false;
}

bool vocabulary_table_make(struct vocabulary *const *vocabularies, size_t count,
                           enum vocabulary_machine machine, struct vocabulary_table *to,
                           struct error *error)
{
    struct making making = {.machine = machine};
    size_t functions = count_functions(vocabularies, count);
    struct format_vocabulary_data head = {
        .magic = FORMAT_VOCABULARY_MAGIC,
        .version = FORMAT_VOCABULARY_VERSION,
        .vocabularies = sizeof head,
        .vocabulary_count = (uint32_t)count,
        .functions = (uint32_t)(sizeof head + count * sizeof(struct format_vocabulary)),
        .function_count = (uint32_t)functions,
    };
    size_t fixed = head.functions + functions * sizeof(struct format_vocabulary_function);
    char *zeros = memory_zeroed(fixed, 1);
    buffer_add_bytes(&making.data, zeros, fixed);
    free(zeros);
    making.functions = head.functions;
    for (size_t i = 0; i < count; i++)
        make_vocabulary(&making, vocabularies[i], (uint32_t)i);
    make_jumps(&making);
    head.state_count = (uint32_t)making.state_count;
    head.states = making.state_count
                      ? add(&making, making.states, making.state_count * sizeof *making.states)
                      : 0;
    free(making.states);
    align(&making.data);
    head.size = (uint32_t)making.data.used;
    memcpy(making.data.text, &head, sizeof head);
    *to = (struct vocabulary_table){making.data, making.symbols, making.symbol_count};
    return !is_double(&making, vocabularies, count, error);
}

void vocabulary_table_free(struct vocabulary_table *table)
{
    buffer_free(&table->data);
    free(table->symbols);
}

bool vocabulary_library_make(struct vocabulary *const *vocabularies, size_t count,
                             enum vocabulary_machine machine, struct buffer *to,
                             struct error *error)
{
    struct vocabulary_table table;
    bool good = vocabulary_table_make(vocabularies, count, machine, &table, error);
    if (good)
        vocabulary_library_write(table.symbols, table.count, &table.data, machine, to);
    vocabulary_table_free(&table);
    return good;
}
