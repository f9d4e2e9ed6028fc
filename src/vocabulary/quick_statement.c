/* quick_statement.c: see quick_statement.h */
#include "vocabulary/quick_statement.h"

bool vocabulary_quick_is_end_of_call(const struct quick_reading *reading)
{
    enum format_vocabulary_op next = quick_next(reading);
    return reading->may_call &&
           (next == FORMAT_OP_BEGIN || next == FORMAT_OP_ACT || next == FORMAT_OP_STOP);
}

enum format_vocabulary_op vocabulary_quick_ending(const struct quick_reading *reading)
{
    struct quick_reading ahead = *reading;
    if (!quick_take(&ahead, FORMAT_OP_BEGIN))
        return quick_next(&ahead) == FORMAT_OP_ACT ? FORMAT_OP_ACT : FORMAT_OP_STOP;
    if (vocabulary_quick_skip(&ahead))
        return FORMAT_OP_FIELD;
    return vocabulary_quick_is_end_of_call(&ahead) ? FORMAT_OP_CALL : quick_next(&ahead);
}

bool vocabulary_quick_expression(struct quick_reading *reading, enum format_vocabulary_op end,
                                 struct format_vocabulary_operand *to, uint64_t *word)
{
    if (!quick_take(reading, FORMAT_OP_BEGIN))
        return false;
    vocabulary_quick_read(reading);
    if (reading->depth != 1 || quick_next(reading) != end)
        return false;
    *to = reading->stack[0];
    *word = reading->words[reading->at++];
    return true;
}

bool vocabulary_quick_keep(struct quick_reading *reading, uint32_t *known)
{
    struct format_vocabulary_operand value;
    uint64_t word;
    if (!vocabulary_quick_expression(reading, FORMAT_OP_KEEP, &value, &word) ||
        quick_a(word) >= FORMAT_VOCABULARY_VALUES || reading->steps->count == VOCABULARY_STEPS)
        return false;
    uint8_t to = (uint8_t)(FORMAT_SOURCE_VALUES + quick_a(word));
    reading->steps->all[reading->steps->count++] =
        (struct format_vocabulary_step){.op = FORMAT_OP_KEEP, .to = to, .parts[0] = value};
    reading->values[quick_a(word)] = (struct format_vocabulary_operand){
        .source = to, .type = 8 | FORMAT_TYPE_SIGNED, .factor = 1};
    reading->let |= UINT32_C(1) << quick_a(word);
    *known |= UINT32_C(1) << quick_a(word);
    return true;
}

unsigned vocabulary_quick_first_free(const struct vocabulary_code *code, unsigned from)
{
    for (size_t i = 0; i < code->count; i++) {
        enum format_vocabulary_op op = quick_op(code->words[i]);
        bool names = op == FORMAT_OP_VALUE || op == FORMAT_OP_KEEP || op == FORMAT_OP_OUT ||
                     op == FORMAT_OP_NARROW;
        if (names && quick_a(code->words[i]) >= from)
            from = quick_a(code->words[i]) + 1;
    }
    return from;
}
