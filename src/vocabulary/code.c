/* code.c: writes instructions, and numbers the values of a function: see emit.h */
#include "vocabulary/emit.h"

#include "util/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* States of the process have numbers from here on, those of threads below. */
enum { PROCESS_STATES = FORMAT_VOCABULARY_THREAD_STATES };

static const struct vocabulary_type number_type = {
    .sort = TYPE_INTEGER, .size = 8, .is_signed = true};

bool vocabulary_wrong(const struct vocabulary_emitter *emitter, struct vocabulary_range range,
                      const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return diagnostic_at(emitter->trouble, range.at, range.end, "%s", what);
}

static void put(struct vocabulary_code *to, uint64_t word)
{
    to->words = memory_grow(to->words, &to->room, to->count + 1, sizeof *to->words);
    to->words[to->count++] = word;
}

void vocabulary_emit(struct vocabulary_emitter *emitter, enum format_vocabulary_op op, uint32_t a,
                     int32_t b)
{
    put(emitter->to, format_vocabulary_word(op, a, b));
}

size_t vocabulary_emit_jump(struct vocabulary_emitter *emitter, enum format_vocabulary_op op)
{
    vocabulary_emit(emitter, op, 0, 0);
    return emitter->to->count - 1;
}

void vocabulary_emit_land(struct vocabulary_emitter *emitter, size_t jump)
{
    uint64_t *word = &emitter->to->words[jump];
    *word = format_vocabulary_word((enum format_vocabulary_op)(*word & 0xff), 0,
                                   (int32_t)(emitter->to->count - jump - 1));
}

void vocabulary_emit_number(struct vocabulary_emitter *emitter, int64_t number)
{
    if (number >= INT32_MIN && number <= INT32_MAX) {
        vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, (int32_t)number);
    } else {
        vocabulary_emit(emitter, FORMAT_OP_WIDE, 0, 0);
        put(emitter->to, (uint64_t)number);
    }
}

void vocabulary_emit_text(struct vocabulary_emitter *emitter, const char *text, uint32_t numbers)
{
    size_t size = strlen(text) + 1, words = (size + 7) / 8;
    vocabulary_emit(emitter, FORMAT_OP_PRINT, numbers, (int32_t)words);
    for (size_t i = 0; i < words; i++) {
        uint64_t word = 0;
        memcpy(&word, text + 8 * i, size - 8 * i < 8 ? size - 8 * i : 8);
        put(emitter->to, word);
    }
}

bool vocabulary_emit_find_parameter(const struct vocabulary_emitter *emitter, const char *name,
                                    unsigned *number)
{
    for (size_t i = 0; emitter->function && i < emitter->function->parameter_count; i++) {
        *number = (unsigned)i;
        if (!strcmp(emitter->function->parameters[i].name, name))
            return true;
    }
    return false;
}

bool vocabulary_emit_find_value(const struct vocabulary_emitter *emitter, const char *name,
                                unsigned *number)
{
    for (unsigned i = emitter->value_count; i-- > 0;) { /* the latest one of this name */
        *number = i;
        if (!strcmp(emitter->values[i].name, name))
            return true;
    }
    *number = emitter->value_count;
    return false;
}

bool vocabulary_emit_value(struct vocabulary_emitter *emitter, const char *name,
                           struct vocabulary_range range, struct vocabulary_type type,
                           unsigned *number)
{
    unsigned parameter;
    if (vocabulary_emit_find_parameter(emitter, name, &parameter) || !strcmp(name, "result") ||
        !strcmp(name, "function"))
        return vocabulary_wrong(emitter, range, "`%s` is the name of something else here", name);
    if (!vocabulary_emit_find_value(emitter, name, number)) {
        if (emitter->value_count == FORMAT_VOCABULARY_VALUES)
            return vocabulary_wrong(emitter, range, "a function has at most %d named values",
                                    FORMAT_VOCABULARY_VALUES);
        emitter->values[emitter->value_count++].name = name;
    }
    emitter->values[*number].type = type;
    return true;
}

const struct vocabulary_state *vocabulary_state_of(const struct vocabulary *vocabulary,
                                                   const char *name)
{
    const struct vocabulary_state *state = vocabulary->states;
    while (state && strcmp(state->name, name) != 0)
        state = state->next;
    return state;
}

uint32_t vocabulary_emit_state(const struct vocabulary_emitter *emitter,
                               const struct vocabulary_state *state)
{
    return state->of_thread
               ? state->number + emitter->numbers->first_thread_state
               : state->number + emitter->numbers->first_process_state + PROCESS_STATES;
}

bool vocabulary_emit_new_value(struct vocabulary_emitter *emitter, struct vocabulary_range range,
                               const char *name, unsigned *number)
{
    if (emitter->value_count == FORMAT_VOCABULARY_VALUES)
        return vocabulary_wrong(emitter, range, "a function has at most %d named values",
                                FORMAT_VOCABULARY_VALUES);
    *number = emitter->value_count++;
    emitter->values[*number].name = name;
    emitter->values[*number].type = number_type;
    return true;
}
