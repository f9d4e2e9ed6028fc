/* emit.c: see emit.h */
#include "vocabulary/emit.h"

#include <string.h>

enum {
    LARGEST_CODE = 1 << 14, /* words of one function */
    LONGEST_TEXT = 220,     /* bytes of a name */
};

static const struct vocabulary_type number_type = {
    .sort = TYPE_INTEGER, .size = 8, .is_signed = true};

static int32_t code_of(uint8_t size, bool is_signed)
{
    return size | (is_signed ? FORMAT_TYPE_SIGNED : 0);
}

static bool unknown_name(const struct vocabulary_emitter *emitter,
                         const struct vocabulary_expression *expression)
{
    const char *names[FORMAT_VOCABULARY_VALUES + FORMAT_VOCABULARY_ARGUMENTS + 64];
    size_t count = 0;
    for (unsigned i = 0; i < emitter->value_count; i++)
        names[count++] = emitter->values[i].name;
    for (size_t i = 0; emitter->function && i < emitter->function->parameter_count; i++)
        names[count++] = emitter->function->parameters[i].name;
    names[count++] = "result";
    names[count++] = "function";
    for (const struct vocabulary_state *state = emitter->vocabulary->states;
         state && count < sizeof names / sizeof names[0]; state = state->next)
        names[count++] = state->name;
    for (const struct vocabulary_constant *constant = emitter->vocabulary->constants;
         constant && count < sizeof names / sizeof names[0]; constant = constant->next)
        names[count++] = constant->name;
    vocabulary_wrong(emitter, expression->range, "nothing here is called `%s`", expression->name);
    const char *nearest =
        diagnostic_nearest(expression->name, strlen(expression->name), names, count);
    if (nearest && *nearest)
        diagnostic_help(emitter->trouble, "Did you mean `%s`?", nearest);
    return false;
}

static bool emit_result(struct vocabulary_emitter *emitter,
                        const struct vocabulary_expression *expression,
                        struct vocabulary_type *type)
{
    if (!emitter->function || emitter->before)
        return vocabulary_wrong(emitter, expression->range,
                                "there is no result before the call has returned");
    *type = emitter->function->result;
    if (type->sort == TYPE_VOID || type->sort == TYPE_REAL)
        return vocabulary_wrong(emitter, expression->range,
                                type->sort == TYPE_VOID ? "the function returns nothing"
                                                        : "a floating-point result cannot be used");
    vocabulary_emit(emitter, FORMAT_OP_RESULT, 0, code_of(type->size, type->is_signed));
    return true;
}

static bool emit_name(struct vocabulary_emitter *emitter,
                      const struct vocabulary_expression *expression, struct vocabulary_type *type)
{
    const char *name = expression->name;
    unsigned number;
    *type = number_type;
    for (const struct vocabulary_binding *bound = emitter->bindings; bound; bound = bound->before) {
        if (strcmp(bound->name, name) != 0)
            continue;
        const struct vocabulary_binding *inner = emitter->bindings;
        const struct vocabulary_definition *until = emitter->until;
        emitter->bindings = bound->outer;
        emitter->until = bound->until;
        bool good = vocabulary_emit_expression(emitter, bound->argument, type);
        emitter->bindings = inner;
        emitter->until = until;
        return good;
    }
    if (!strcmp(name, "result"))
        return emit_result(emitter, expression, type);
    if (!strcmp(name, "function")) {
        *type = (struct vocabulary_type){.sort = TYPE_INTEGER, .size = 8};
        vocabulary_emit(emitter, FORMAT_OP_FUNCTION, 0, 0);
        return true;
    }
    if (vocabulary_emit_find_value(emitter, name, &number)) {
        *type = emitter->values[number].type;
        vocabulary_emit(emitter, FORMAT_OP_VALUE, number, 0);
        return true;
    }
    if (vocabulary_emit_find_parameter(emitter, name, &number)) {
        *type = emitter->function->parameters[number].type;
        if (type->sort == TYPE_REAL)
            return vocabulary_wrong(emitter, expression->range,
                                    "a floating-point argument cannot be used");
        vocabulary_emit(emitter, FORMAT_OP_ARGUMENT, number, code_of(type->size, type->is_signed));
        return true;
    }
    for (const struct vocabulary_constant *constant = emitter->vocabulary->constants; constant;
         constant = constant->next) {
        if (strcmp(constant->name, name) != 0)
            continue;
        vocabulary_emit_number(emitter, constant->value);
        return true;
    }
    const struct vocabulary_state *state = vocabulary_state_of(emitter->vocabulary, name);
    if (!state)
        return unknown_name(emitter, expression);
    if (state->has_key)
        return vocabulary_wrong(emitter, expression->range, "`%s` needs a key: %s[...]", name,
                                name);
    vocabulary_emit(emitter, FORMAT_OP_STATE, vocabulary_emit_state(emitter, state), 0);
    return true;
}

static struct vocabulary_type target_of(const struct vocabulary_type *type)
{
    return (struct vocabulary_type){
        .sort = TYPE_INTEGER, .size = type->target_size, .is_signed = type->target_signed};
}

/* Replaces the address on the stack by what is there. */
static bool load(struct vocabulary_emitter *emitter, struct vocabulary_range range,
                 struct vocabulary_type *type)
{
    if (type->sort != TYPE_POINTER)
        return vocabulary_wrong(emitter, range, "this is not a pointer");
    if (!type->target_size)
        return vocabulary_wrong(emitter, range,
                                "the type behind this pointer is not known; write int32(address), "
                                "uint64(address), ...");
    *type = target_of(type);
    vocabulary_emit(emitter, FORMAT_OP_LOAD, 0, code_of(type->size, type->is_signed));
    return true;
}

static bool emit_index(struct vocabulary_emitter *emitter,
                       const struct vocabulary_expression *expression, struct vocabulary_type *type)
{
    const struct vocabulary_expression *of = expression->parts[0];
    const struct vocabulary_state *state =
        of->kind == EXPRESSION_NAME ? vocabulary_state_of(emitter->vocabulary, of->name) : NULL;
    struct vocabulary_type index;
    if (state && state->has_key) {
        if (!vocabulary_emit_expression(emitter, expression->parts[1], &index))
            return false;
        *type = number_type;
        vocabulary_emit(emitter, FORMAT_OP_STATE, vocabulary_emit_state(emitter, state), 1);
        return true;
    }
    if (!vocabulary_emit_expression(emitter, of, type) ||
        !vocabulary_emit_expression(emitter, expression->parts[1], &index))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, type->target_size);
    vocabulary_emit(emitter, FORMAT_OP_MULTIPLY, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_ADD, 0, 0);
    return load(emitter, of->range, type);
}

/* The functions that read memory, and what they read. */
static const struct {
    const char *name;
    enum format_vocabulary_op op;
    uint32_t a;
    int32_t b;
} built_in[] = {
    {"int8", FORMAT_OP_LOAD, 0, 1 | FORMAT_TYPE_SIGNED},
    {"int16", FORMAT_OP_LOAD, 0, 2 | FORMAT_TYPE_SIGNED},
    {"int32", FORMAT_OP_LOAD, 0, 4 | FORMAT_TYPE_SIGNED},
    {"int64", FORMAT_OP_LOAD, 0, 8 | FORMAT_TYPE_SIGNED},
    {"uint8", FORMAT_OP_LOAD, 0, 1},
    {"uint16", FORMAT_OP_LOAD, 0, 2},
    {"uint32", FORMAT_OP_LOAD, 0, 4},
    {"uint64", FORMAT_OP_LOAD, 0, 8},
    {"text", FORMAT_OP_TEXT, 0, 0},
    {"length", FORMAT_OP_TEXT, 1, 0},
};

/* True if a call has a pointer to a value as this argument. */
static bool is_pointed(const struct vocabulary_expression *argument)
{
    return argument->kind == EXPRESSION_OUT || argument->kind == EXPRESSION_IN;
}

static bool emit_argument(struct vocabulary_emitter *emitter,
                          const struct vocabulary_expression *argument,
                          const struct vocabulary_parameter *parameter)
{
    struct vocabulary_type type;
    unsigned number;
    if (parameter->type.sort == TYPE_REAL)
        return vocabulary_wrong(emitter, argument->range,
                                "a function with floating-point arguments cannot be called here");
    if (!is_pointed(argument))
        return vocabulary_emit_expression(emitter, argument, &type);
    if (parameter->type.sort != TYPE_POINTER || !parameter->type.target_size)
        return vocabulary_wrong(emitter, argument->range,
                                "this argument is no pointer to a number");
    if (argument->kind == EXPRESSION_IN) {
        if (!vocabulary_emit_find_value(emitter, argument->name, &number))
            return vocabulary_wrong(emitter, argument->range,
                                    "`in` needs a value that `let`, `before` or `out` has made");
        vocabulary_emit(emitter, FORMAT_OP_OUT, number, 1);
        return true;
    }
    if (!vocabulary_emit_value(emitter, argument->name, argument->range,
                               target_of(&parameter->type), &number))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_OUT, number, 0);
    return true;
}

/* Values that a call has written have the type that it wrote. */
static void narrow(struct vocabulary_emitter *emitter, const struct vocabulary_expression *call)
{
    unsigned number;
    for (const struct vocabulary_expression *argument = call->arguments; argument;
         argument = argument->next) {
        if (argument->kind != EXPRESSION_OUT ||
            !vocabulary_emit_find_value(emitter, argument->name, &number))
            continue;
        struct vocabulary_type type = emitter->values[number].type;
        vocabulary_emit(emitter, FORMAT_OP_NARROW, number, code_of(type.size, type.is_signed));
    }
}

static uint32_t number_of(const struct vocabulary_emitter *emitter,
                          const struct vocabulary_function *function)
{
    uint32_t number = emitter->numbers->first_function;
    for (const struct vocabulary_function *each = emitter->vocabulary->functions; each != function;
         each = each->next)
        number += !each->is_open;
    return number;
}

static bool emit_library_call(struct vocabulary_emitter *emitter,
                              const struct vocabulary_expression *call,
                              const struct vocabulary_function *called,
                              struct vocabulary_type *type)
{
    const struct vocabulary_expression *argument = call->arguments;
    uint32_t number = number_of(emitter, called);
    if (called->is_variable)
        return vocabulary_wrong(emitter, call->range, "`%s` is a variable, not a function",
                                called->name);
    if (emitter->function && !strcmp(emitter->function->name, called->name)) {
        vocabulary_wrong(emitter, call->range,
                         "`%s` cannot be called in its own description: each call of the program "
                         "would make another one",
                         called->name);
        diagnostic_help(emitter->trouble, "What it returns is `result`; other facts can come from "
                                          "its parameters or from other functions.");
        return false;
    }
    if (called->has_more)
        return vocabulary_wrong(emitter, call->range,
                                "`%s` cannot be called here: it has a variable number of arguments",
                                called->name);
    if (called->result.sort == TYPE_REAL || called->parameter_count > FORMAT_VOCABULARY_CALLED)
        return vocabulary_wrong(emitter, call->range, "`%s` cannot be called here: it %s",
                                called->name,
                                called->result.sort == TYPE_REAL ? "returns a floating-point number"
                                                                 : "has too many parameters");
    for (size_t i = 0; i < called->parameter_count; i++, argument = argument->next) {
        if (!argument)
            return vocabulary_wrong(emitter, call->range, "`%s` has %zu parameter%s", called->name,
                                    called->parameter_count,
                                    called->parameter_count == 1 ? "" : "s");
        if (!emit_argument(emitter, argument, &called->parameters[i]))
            return false;
    }
    if (argument)
        return vocabulary_wrong(emitter, argument->range, "`%s` has only %zu parameter%s",
                                called->name, called->parameter_count,
                                called->parameter_count == 1 ? "" : "s");
    *type = called->result;
    vocabulary_emit(emitter, FORMAT_OP_CALL, number | (uint32_t)called->parameter_count << 20,
                    called->result.sort == TYPE_VOID ? code_of(8, true)
                                                     : code_of(type->size, type->is_signed));
    narrow(emitter, call);
    return true;
}

/* Binds the arguments to the parameters, one after another, and translates the definition. */
static bool emit_definition(struct vocabulary_emitter *emitter,
                            const struct vocabulary_expression *call,
                            const struct vocabulary_definition *definition,
                            const struct vocabulary_expression *parameter,
                            const struct vocabulary_expression *argument,
                            const struct vocabulary_binding *bound, struct vocabulary_type *type)
{
    if (!parameter != !argument)
        return vocabulary_wrong(emitter, call->range, "`%s` has %s parameters", call->name,
                                parameter ? "more" : "fewer");
    if (parameter) {
        if (is_pointed(argument))
            return vocabulary_wrong(emitter, argument->range,
                                    "`in` and `out` belong to a call of a function of the library");
        const struct vocabulary_binding binding = {parameter->name, argument, emitter->bindings,
                                                   emitter->until, bound};
        return emit_definition(emitter, call, definition, parameter->next, argument->next, &binding,
                               type);
    }
    const struct vocabulary_binding *outer = emitter->bindings;
    const struct vocabulary_definition *until = emitter->until;
    emitter->bindings = bound;
    emitter->until = definition;
    bool good = vocabulary_emit_expression(emitter, definition->value, type);
    emitter->bindings = outer;
    emitter->until = until;
    return good;
}

/* Writes the address of a variable of the program: address(NAME). */
static bool emit_address(struct vocabulary_emitter *emitter,
                         const struct vocabulary_expression *call, struct vocabulary_type *type)
{
    const struct vocabulary_expression *of = call->arguments;
    bool is_name = of && !of->next && of->kind == EXPRESSION_NAME;
    const struct vocabulary_function *variable =
        is_name ? vocabulary_function_of(emitter->vocabulary, of->name) : NULL;
    *type = number_type;
    if (!variable || !variable->is_variable)
        return vocabulary_wrong(emitter, call->range,
                                "`address` has one argument, the name of a variable that a line "
                                "declares: variable NAME");
    vocabulary_emit(emitter, FORMAT_OP_ADDRESS, number_of(emitter, variable), 0);
    return true;
}

static bool emit_call(struct vocabulary_emitter *emitter, const struct vocabulary_expression *call,
                      struct vocabulary_type *type)
{
    if (!strcmp(call->name, "address"))
        return emit_address(emitter, call, type);
    for (size_t i = 0; i < sizeof built_in / sizeof built_in[0]; i++) {
        if (strcmp(call->name, built_in[i].name) != 0)
            continue;
        if (!call->arguments || call->arguments->next || is_pointed(call->arguments))
            return vocabulary_wrong(emitter, call->range, "`%s` has one argument, an address",
                                    call->name);
        if (!vocabulary_emit_expression(emitter, call->arguments, type))
            return false;
        *type = number_type;
        vocabulary_emit(emitter, built_in[i].op, built_in[i].a, built_in[i].b);
        return true;
    }
    for (const struct vocabulary_definition *definition = emitter->vocabulary->definitions;
         definition && definition != emitter->until; definition = definition->next) {
        if (!strcmp(definition->name, call->name))
            return emit_definition(emitter, call, definition, definition->parameters,
                                   call->arguments, NULL, type);
    }
    const struct vocabulary_function *called =
        vocabulary_function_of(emitter->vocabulary, call->name);
    if (called)
        return emit_library_call(emitter, call, called, type);
    vocabulary_wrong(emitter, call->range, "there is no function `%s`", call->name);
    diagnostic_help(emitter->trouble, "A function of the library that is called here needs its "
                                      "signature in a line of its own.");
    return false;
}

static bool emit_logic(struct vocabulary_emitter *emitter,
                       const struct vocabulary_expression *expression, bool both)
{
    struct vocabulary_type type;
    if (!vocabulary_emit_expression(emitter, expression->parts[0], &type))
        return false;
    if (!both)
        vocabulary_emit(emitter, FORMAT_OP_NOT, 0, 0);
    size_t skip = vocabulary_emit_jump(emitter, FORMAT_OP_JUMP_FALSE);
    if (!vocabulary_emit_expression(emitter, expression->parts[1], &type))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_NOT, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_NOT, 0, 0);
    size_t end = vocabulary_emit_jump(emitter, FORMAT_OP_JUMP);
    vocabulary_emit_land(emitter, skip);
    vocabulary_emit_number(emitter, !both);
    vocabulary_emit_land(emitter, end);
    return true;
}

static bool emit_binary(struct vocabulary_emitter *emitter,
                        const struct vocabulary_expression *expression)
{
    static const struct {
        const char *sign;
        enum format_vocabulary_op op;
        bool swaps;
    } operations[] = {
        {"+", FORMAT_OP_ADD, false},          {"-", FORMAT_OP_SUBTRACT, false},
        {"*", FORMAT_OP_MULTIPLY, false},     {"/", FORMAT_OP_DIVIDE, false},
        {"%", FORMAT_OP_REMAINDER, false},    {"==", FORMAT_OP_EQUAL, false},
        {"!=", FORMAT_OP_DIFFERENT, false},   {"<", FORMAT_OP_LESS, false},
        {"<=", FORMAT_OP_AT_MOST, false},     {">", FORMAT_OP_LESS, true},
        {">=", FORMAT_OP_AT_MOST, true},      {"<<", FORMAT_OP_SHIFT_LEFT, false},
        {">>", FORMAT_OP_SHIFT_RIGHT, false}, {"&", FORMAT_OP_AND, false},
        {"|", FORMAT_OP_OR, false},
    };
    struct vocabulary_type type;
    const char *sign = expression->sign;
    if (!strcmp(sign, "&&") || !strcmp(sign, "||"))
        return emit_logic(emitter, expression, *sign == '&');
    unsigned i = 0;
    while (strcmp(operations[i].sign, sign) != 0)
        i++;
    bool swaps = operations[i].swaps;
    if (!vocabulary_emit_expression(emitter, expression->parts[swaps], &type) ||
        !vocabulary_emit_expression(emitter, expression->parts[!swaps], &type))
        return false;
    vocabulary_emit(emitter, operations[i].op, 0, 0);
    return true;
}

static bool emit_choice(struct vocabulary_emitter *emitter,
                        const struct vocabulary_expression *expression)
{
    struct vocabulary_type type;
    if (!vocabulary_emit_expression(emitter, expression->parts[0], &type))
        return false;
    size_t no = vocabulary_emit_jump(emitter, FORMAT_OP_JUMP_FALSE);
    if (!vocabulary_emit_expression(emitter, expression->parts[1], &type))
        return false;
    size_t end = vocabulary_emit_jump(emitter, FORMAT_OP_JUMP);
    vocabulary_emit_land(emitter, no);
    if (!vocabulary_emit_expression(emitter, expression->parts[2], &type))
        return false;
    vocabulary_emit_land(emitter, end);
    return true;
}

/* Nothing but the value must be on the stack: an unknown value leaves it in any state. */
static bool emit_otherwise(struct vocabulary_emitter *emitter,
                           const struct vocabulary_expression *expression)
{
    struct vocabulary_type type;
    if (emitter->depth > 1)
        return vocabulary_wrong(emitter, expression->range,
                                "`else` cannot be a part of another expression");
    if (!vocabulary_emit_expression(emitter, expression->parts[0], &type))
        return false;
    size_t end = vocabulary_emit_jump(emitter, FORMAT_OP_JUMP_KNOWN);
    emitter->depth--; /* a chain: a else b else c */
    bool good = vocabulary_emit_expression(emitter, expression->parts[1], &type);
    emitter->depth++;
    if (good)
        vocabulary_emit_land(emitter, end);
    return good;
}

static void keep_number(struct vocabulary_emitter *emitter, unsigned value, int32_t number)
{
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, number);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, value, 0);
}

/* Writes the code of sum(...) or product(...). How often it is repeated is found out once. */
static bool emit_fold(struct vocabulary_emitter *emitter,
                      const struct vocabulary_expression *expression, struct vocabulary_type *type)
{
    unsigned all = 0, each = 0, below = 0;
    bool adds = *expression->sign == '+';
    if (!vocabulary_emit_expression(emitter, expression->parts[1], type))
        return false;
    const unsigned before = emitter->value_count;
    if (!vocabulary_emit_new_value(emitter, expression->range, "", &below) ||
        !vocabulary_emit_new_value(emitter, expression->range, "", &all) ||
        !vocabulary_emit_new_value(emitter, expression->range, expression->name, &each))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_KEEP, below, 0);
    keep_number(emitter, all, !adds);
    keep_number(emitter, each, 0);
    size_t start = emitter->to->count;
    vocabulary_emit(emitter, FORMAT_OP_VALUE, each, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, below, 0);
    vocabulary_emit(emitter, FORMAT_OP_LESS, 0, 0);
    emitter->depth++; /* the value is below the expression */
    size_t end = vocabulary_emit_jump(emitter, FORMAT_OP_WHEN);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, all, 0);
    if (!vocabulary_emit_expression(emitter, expression->parts[0], type))
        return false;
    emitter->depth--;
    vocabulary_emit(emitter, adds ? FORMAT_OP_ADD : FORMAT_OP_MULTIPLY, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, all, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, each, 0);
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, 1);
    vocabulary_emit(emitter, FORMAT_OP_ADD, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, each, 0);
    vocabulary_emit(emitter, FORMAT_OP_JUMP, 0, (int32_t)start - (int32_t)emitter->to->count - 1);
    vocabulary_emit_land(emitter, end);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, all, 0);
    *type = number_type;
    if (emitter->value_count == before + 3)
        emitter->value_count = before;
    else /* a call inside has named other values, which are numbered behind these */
        emitter->values[each].name = "";
    return true;
}

/* Writes a text with numbers in it, which only names can be. */
static bool emit_text(struct vocabulary_emitter *emitter, const struct vocabulary_expression *text,
                      struct vocabulary_type *type)
{
    uint32_t count = 0;
    if (!emitter->is_name || strlen(text->name) >= LONGEST_TEXT)
        return vocabulary_wrong(emitter, text->range,
                                emitter->is_name ? "this name is too long"
                                                 : "only a name can be a text");
    emitter->is_name = false;
    for (const struct vocabulary_expression *each = text->arguments; each; each = each->next) {
        if (!vocabulary_emit_expression(emitter, each, type))
            return false;
        emitter->depth++;
        count++;
    }
    emitter->depth -= count;
    *type = number_type;
    vocabulary_emit_text(emitter, text->name, count);
    return true;
}

static bool emit(struct vocabulary_emitter *emitter, const struct vocabulary_expression *expression,
                 struct vocabulary_type *type)
{
    *type = number_type;
    switch (expression->kind) {
    case EXPRESSION_NUMBER:
        vocabulary_emit_number(emitter, expression->number);
        return true;
    case EXPRESSION_NAME:
        return emit_name(emitter, expression, type);
    case EXPRESSION_INDEX:
        return emit_index(emitter, expression, type);
    case EXPRESSION_BEHIND:
        return vocabulary_emit_expression(emitter, expression->parts[0], type) &&
               load(emitter, expression->range, type);
    case EXPRESSION_CALL:
        if (!emit_call(emitter, expression, type))
            return false;
        return type->sort != TYPE_VOID || emitter->depth == 1 ||
               vocabulary_wrong(emitter, expression->range, "`%s` returns nothing",
                                expression->name);
    case EXPRESSION_UNARY:
        if (!vocabulary_emit_expression(emitter, expression->parts[0], type))
            return false;
        *type = number_type;
        vocabulary_emit(emitter, *expression->sign == '-' ? FORMAT_OP_NEGATE : FORMAT_OP_NOT, 0, 0);
        return true;
    case EXPRESSION_BINARY:
        return emit_binary(emitter, expression);
    case EXPRESSION_CHOICE:
        return emit_choice(emitter, expression);
    case EXPRESSION_OTHERWISE:
        return emit_otherwise(emitter, expression);
    case EXPRESSION_TEXT:
        return emit_text(emitter, expression, type);
    case EXPRESSION_FOLD:
        return emit_fold(emitter, expression, type);
    case EXPRESSION_OUT:
    case EXPRESSION_IN:
        break;
    }
    return vocabulary_wrong(emitter, expression->range,
                            "`in` and `out` belong to an argument of a call");
}

bool vocabulary_emit_expression(struct vocabulary_emitter *emitter,
                                const struct vocabulary_expression *expression,
                                struct vocabulary_type *type)
{
    if (++emitter->depth >= FORMAT_VOCABULARY_STACK)
        return vocabulary_wrong(emitter, expression->range, "this expression is too deep");
    if (emitter->to->count > LARGEST_CODE)
        return vocabulary_wrong(emitter, expression->range, "this function is too large");
    bool good = emit(emitter, expression, type);
    emitter->depth--;
    return good;
}
