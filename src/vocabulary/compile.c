/* compile.c: see compile.h */
#include "vocabulary/compile.h"

#include "format/mpi.h"
#include "util/memory.h"
#include "vocabulary/early.h"
#include "vocabulary/emit.h"
#include "vocabulary/quick.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

static const struct vocabulary_type number_type = {
    .sort = TYPE_INTEGER, .size = 8, .is_signed = true};

/* Writes an expression that is alone on the stack. */
static bool emit_alone(struct vocabulary_emitter *emitter,
                       const struct vocabulary_expression *expression, struct vocabulary_type *type)
{
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    emitter->depth = 0;
    return vocabulary_emit_expression(emitter, expression, type);
}

static bool compile_let(struct vocabulary_emitter *emitter,
                        const struct vocabulary_statement *statement)
{
    struct vocabulary_type type;
    unsigned number;
    if (!emit_alone(emitter, statement->value, &type))
        return false;
    if (!statement->name)
        return true;
    if (type.sort == TYPE_VOID)
        return vocabulary_wrong(emitter, statement->value->range, "`%s` returns nothing",
                                statement->value->name);
    if (!vocabulary_emit_value(emitter, statement->name, statement->name_range, type, &number))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_KEEP, number, 0);
    return true;
}

static bool compile_set(struct vocabulary_emitter *emitter,
                        const struct vocabulary_statement *statement)
{
    const struct vocabulary_state *state =
        vocabulary_state_of(emitter->vocabulary, statement->name);
    struct vocabulary_type type;
    if (!state)
        return vocabulary_wrong(emitter, statement->name_range,
                                "there is no state `%s`; declare it: state process %s",
                                statement->name, statement->name);
    if (state->has_key != (statement->key != NULL))
        return vocabulary_wrong(emitter, statement->name_range,
                                state->has_key ? "`%s` needs a key: %s[...]" : "`%s` has no keys%s",
                                state->name, state->has_key ? state->name : "");
    uint32_t number = vocabulary_emit_state(emitter, state);
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    emitter->depth = 2; /* a key may be below */
    if ((statement->key && !vocabulary_emit_expression(emitter, statement->key, &type)) ||
        !vocabulary_emit_expression(emitter, statement->value, &type))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_SET, number,
                    (statement->key ? FORMAT_SET_KEY : 0) |
                        (statement->adds ? FORMAT_SET_ADDS : 0));
    return true;
}

/* True if nothing is recorded of a field where no messages are logged. */
static bool is_for_logs(enum format_act_type type, enum format_act_field field)
{
    if (type == FORMAT_DOES_DEPART || type == FORMAT_DOES_ARRIVE)
        return false;
    switch (field) {
    case FORMAT_FIELD_TO:
    case FORMAT_FIELD_FROM:
    case FORMAT_FIELD_TAG:
    case FORMAT_FIELD_GROUP:
    case FORMAT_FIELD_ROOT:
        return true;
    case FORMAT_FIELD_REQUEST:
        return type != FORMAT_DOES_RECEIVE; /* its bytes come later */
    default:
        return false;
    }
}

/* Lets the code of a field be skipped that begins there, if it does nothing but read. */
static void make_skipped(const struct vocabulary_code *code, size_t begin)
{
    size_t count = code->count - begin - 1;
    if (count <= INT32_MAX && vocabulary_quick_only_reads(code->words + begin + 1, count))
        code->words[begin] = format_vocabulary_word(FORMAT_OP_BEGIN, 0, (int32_t)count);
}

/* True if acts of other functions, inside this one, are its own. */
static bool has_taken(const struct vocabulary_function *function)
{
    for (const struct vocabulary_statement *each = function->statements; each; each = each->next) {
        if (each->kind == STATEMENT_TAKES)
            return true;
    }
    return false;
}

static bool emit_fields(struct vocabulary_emitter *emitter,
                        const struct vocabulary_statement *statement)
{
    struct vocabulary_type type;
    for (const struct vocabulary_field *field = statement->fields; field; field = field->next) {
        size_t begin = emitter->to->count;
        emitter->is_name = field->field == FORMAT_FIELD_NAME;
        if (!emit_alone(emitter, field->value, &type))
            return false;
        emitter->is_name = false;
        vocabulary_emit(emitter, FORMAT_OP_FIELD, field->field, 0);
        if (is_for_logs(statement->act->type, field->field))
            make_skipped(emitter->to, begin);
    }
    enum format_act_type act =
        statement->act->type == FORMAT_DOES_REGION ? FORMAT_DOES_ENTER : statement->act->type;
    if (statement->fields || statement->anonymous ||
        !(statement->act->needs || has_taken(emitter->function)))
        vocabulary_emit(emitter, FORMAT_OP_ACT, act, statement->anonymous);
    return true;
}

static bool emit_when(struct vocabulary_emitter *emitter, const struct vocabulary_expression *when,
                      size_t *skip)
{
    struct vocabulary_type type;
    if (!emit_alone(emitter, when, &type))
        return false;
    *skip = vocabulary_emit_jump(emitter, FORMAT_OP_WHEN);
    return true;
}

/* Writes a loop around the act. How often it is repeated is found out once. */
static bool compile_each(struct vocabulary_emitter *emitter,
                         const struct vocabulary_statement *statement)
{
    struct vocabulary_type type;
    unsigned number, below;
    size_t no = 0;
    if (!emit_alone(emitter, statement->below, &type) ||
        !vocabulary_emit_new_value(emitter, statement->below->range, "", &below) ||
        !vocabulary_emit_value(emitter, statement->each, statement->each_range, number_type,
                               &number))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_KEEP, below, 0);
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, number, 0);
    size_t start = emitter->to->count;
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, number, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, below, 0);
    vocabulary_emit(emitter, FORMAT_OP_LESS, 0, 0);
    size_t end = vocabulary_emit_jump(emitter, FORMAT_OP_WHEN);
    if ((statement->when && !emit_when(emitter, statement->when, &no)) ||
        !emit_fields(emitter, statement))
        return false;
    if (statement->when)
        vocabulary_emit_land(emitter, no);
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, number, 0);
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, 1);
    vocabulary_emit(emitter, FORMAT_OP_ADD, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, number, 0);
    vocabulary_emit(emitter, FORMAT_OP_JUMP, 0, (int32_t)start - (int32_t)emitter->to->count - 1);
    vocabulary_emit_land(emitter, end);
    return true;
}

/* An act before the call is over when the call begins. */
static bool note_instant(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                         const struct vocabulary_statement *statement)
{
    switch (statement->act->type) {
    case FORMAT_DOES_SEND:
    case FORMAT_DOES_RECEIVE:
    case FORMAT_DOES_MOVE:
    case FORMAT_DOES_VISIT:
    case FORMAT_DOES_INPUT:
    case FORMAT_DOES_OUTPUT:
        to->is_instant = true;
        return true;
    case FORMAT_DOES_ENTER:
    case FORMAT_DOES_LEAVE:
    case FORMAT_DOES_BEGIN:
    case FORMAT_DOES_END:
    case FORMAT_DOES_SUSPEND:
    case FORMAT_DOES_RESUME:
        return true;
    default:
        return vocabulary_wrong(emitter, statement->range,
                                "`%s` is what the whole call does: it cannot be before the call",
                                statement->act->word);
    }
}

/* True for the regions that begin and end after the region that is the function has ended. */
static bool follows_region(const struct vocabulary_compiled *to,
                           const struct vocabulary_statement *statement)
{
    return to->act == FORMAT_DOES_RUN && !statement->before &&
           (statement->act->type == FORMAT_DOES_ENTER || statement->act->type == FORMAT_DOES_LEAVE);
}

/* True for the acts of which each is logged by itself, so that a function may have several kinds.
 */
static bool is_logged_itself(enum format_act_type type)
{
    return type == FORMAT_DOES_SEND || type == FORMAT_DOES_RECEIVE || type == FORMAT_DOES_WAIT ||
           type == FORMAT_DOES_COLLECTIVE;
}

/* Adds what an act says of the function. Only sends, receives, waits and collective operations may
 * be together, of which the first one says what the function is; and regions that tell what came of
 * the call may follow the one that is the function. */
static bool note_act(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                     const struct vocabulary_statement *statement)
{
    const struct vocabulary_act *act = statement->act;
    uint32_t facts = act->facts;
    enum format_act_type type = act->type == FORMAT_DOES_REGION ? FORMAT_DOES_RUN : act->type;
    if (type == FORMAT_DOES_DEPART || type == FORMAT_DOES_ARRIVE)
        return true; /* beside whatever the function does */
    if (follows_region(to, statement))
        return true;
    const bool is_other = to->act && to->act != type,
               exchanges = is_other && to->act <= FORMAT_DOES_RECEIVE &&
                           is_logged_itself(to->act) &&
                           (type == FORMAT_DOES_SEND || type == FORMAT_DOES_RECEIVE);
    if (is_other && !(is_logged_itself(to->act) && is_logged_itself(type)))
        return vocabulary_wrong(emitter, statement->range,
                                "a function has one kind of act; only send, receive, wait, "
                                "collective and barrier may be in one function, and enter and "
                                "leave behind region");
    for (const struct vocabulary_field *field = statement->fields; field; field = field->next) {
        bool source = field->field == FORMAT_FIELD_FROM, target = field->field == FORMAT_FIELD_TO;
        if (act->type == FORMAT_DOES_MOVE && source)
            facts |= (uint32_t)FORMAT_MPI_SOURCE << 10;
        if (act->type == FORMAT_DOES_MOVE && target)
            facts |= (uint32_t)FORMAT_MPI_DESTINATION << 10;
        to->flags |= act->type != FORMAT_DOES_MOVE ? 0 : target ? 8U : source ? 4U : 0;
        if (field->field == FORMAT_FIELD_ROOT)
            facts |= (uint32_t)FORMAT_MPI_ROOT << 10;
    }
    if (statement->operation)
        facts |= statement->operation->operation << 5;
    facts |= (statement->polls ? (uint32_t)FORMAT_MPI_LOCAL : 0) |
             (statement->begins ? (uint32_t)FORMAT_MPI_BEGINS : 0);
    to->act = to->act ? to->act : type;
    if (statement->before && type != FORMAT_DOES_SPAWN && !note_instant(emitter, to, statement))
        return false;
    to->flags |= act->flags;
    to->kind = is_other && to->kind == TRI_KIND_COMM ? to->kind : act->kind;
    if (is_other && !exchanges)
        return true;
    to->facts = exchanges
                    ? format_mpi_facts(FORMAT_MPI_EXCHANGE, 0, FORMAT_MPI_BOTH, facts >> 16 << 16)
                    : facts;
    return true;
}

static bool compile_takes(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                          const struct vocabulary_statement *statement)
{
    uint32_t number = emitter->numbers->first_function;
    for (const struct vocabulary_function *each = emitter->vocabulary->functions; each;
         number += !each->is_open, each = each->next) {
        if (strcmp(each->name, statement->name) != 0)
            continue;
        if (!each->statements)
            return vocabulary_wrong(emitter, statement->name_range,
                                    "`%s` has no act of its own that could be taken", each->name);
        to->takes = memory_grow(to->takes, &to->takes_room, to->takes_count + 1, sizeof *to->takes);
        to->takes[to->takes_count++] = number;
        return true;
    }
    return vocabulary_wrong(emitter, statement->name_range, "there is no function `%s`",
                            statement->name);
}

static bool compile_statement(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                              const struct vocabulary_statement *statement)
{
    size_t skip = 0;
    if (statement->kind == STATEMENT_TAKES)
        return compile_takes(emitter, to, statement);
    if (statement->kind == STATEMENT_OPENS) {
        to->is_opened = true;
        return true;
    }
    if (statement->kind == STATEMENT_PLACE) {
        to->has_place = true;
        return emitter->vocabulary->place ||
               vocabulary_wrong(emitter, statement->range,
                                "the vocabulary does not tell the number of a place: write a line "
                                "such as place my_number()");
    }
    if (statement->kind == STATEMENT_ACT && !note_act(emitter, to, statement))
        return false;
    if (statement->kind == STATEMENT_ACT && statement->each)
        return compile_each(emitter, statement);
    if (statement->when && !emit_when(emitter, statement->when, &skip))
        return false;
    bool good = statement->kind == STATEMENT_ACT   ? emit_fields(emitter, statement)
                : statement->kind == STATEMENT_SET ? compile_set(emitter, statement)
                                                   : compile_let(emitter, statement);
    if (good && statement->when)
        vocabulary_emit_land(emitter, skip);
    return good;
}

/* A function that runs an activity, or is a region, begins it before the call and ends it after
 * it. */
static bool is_run(const struct vocabulary_statement *statement)
{
    return statement->kind == STATEMENT_ACT &&
           (statement->act->type == FORMAT_DOES_RUN || statement->act->type == FORMAT_DOES_REGION);
}

/* A value that no vocabulary can name: whether the region was entered. */
static const char entered[] = "the region was entered";

static bool note_entered(struct vocabulary_emitter *emitter,
                         const struct vocabulary_statement *statement, int32_t value)
{
    unsigned number;
    if (!vocabulary_emit_value(emitter, entered, statement->range, number_type, &number))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_NUMBER, 0, value);
    vocabulary_emit(emitter, FORMAT_OP_KEEP, number, 0);
    return true;
}

/* Writes the beginning of a region that is the function. */
static bool compile_region(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                           const struct vocabulary_statement *statement)
{
    size_t skip = 0;
    unsigned number;
    bool is_first = !vocabulary_emit_find_value(emitter, entered, &number);
    if (statement->each)
        return vocabulary_wrong(emitter, statement->range, "`%s` cannot be repeated",
                                statement->act->word);
    if (!note_act(emitter, to, statement) || (is_first && !note_entered(emitter, statement, 0)) ||
        (statement->when && !emit_when(emitter, statement->when, &skip)) ||
        !emit_fields(emitter, statement) || !note_entered(emitter, statement, 1))
        return false;
    if (statement->when)
        vocabulary_emit_land(emitter, skip);
    return true;
}

/* True if the function runs an activity under a condition: it may be a region otherwise. */
static bool runs_activity(const struct vocabulary_function *function)
{
    for (const struct vocabulary_statement *each = function->statements; each; each = each->next) {
        if (is_run(each) && each->act->type == FORMAT_DOES_RUN)
            return true;
    }
    return false;
}

/* Writes the end of a region that is the function, or of an activity that it runs under a
 * condition. */
static bool end_region(struct vocabulary_emitter *emitter,
                       const struct vocabulary_statement *statement)
{
    unsigned number;
    if (!vocabulary_emit_value(emitter, entered, statement->range, number_type, &number))
        return false;
    for (const struct vocabulary_statement *before = emitter->function->statements;
         before != statement; before = before->next) {
        if (is_run(before))
            return true; /* it ends with that one */
    }
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_VALUE, number, 0);
    size_t skip = vocabulary_emit_jump(emitter, FORMAT_OP_WHEN);
    vocabulary_emit(emitter, FORMAT_OP_ACT,
                    runs_activity(emitter->function) ? FORMAT_DOES_END : FORMAT_DOES_LEAVE, 0);
    vocabulary_emit_land(emitter, skip);
    return true;
}

/* Writes the end of the activity that a function runs. */
static bool end_run(struct vocabulary_emitter *emitter,
                    const struct vocabulary_statement *statement)
{
    if (statement->each)
        return vocabulary_wrong(emitter, statement->range, "`run` cannot be repeated");
    vocabulary_emit(emitter, FORMAT_OP_BEGIN, 0, 0);
    vocabulary_emit(emitter, FORMAT_OP_ACT, FORMAT_DOES_END, 0);
    return true;
}

/* Writes what is known of a lock before the call. */
static bool compile_lock(struct vocabulary_emitter *emitter,
                         const struct vocabulary_statement *statement,
                         const struct vocabulary_expression *object)
{
    struct vocabulary_type type;
    size_t skip = 0;
    bool is_sure = vocabulary_is_early(emitter->vocabulary, emitter->function, statement,
                                       statement->when),
         guards = statement->when && is_sure;
    enum format_act_type does = statement->act->type == FORMAT_DOES_UNLOCK ? FORMAT_DOES_FREE
                                : is_sure                                  ? FORMAT_DOES_AWAIT
                                                                           : FORMAT_DOES_TRY;
    if ((guards && !emit_when(emitter, statement->when, &skip)) ||
        !emit_alone(emitter, object, &type))
        return false;
    vocabulary_emit(emitter, FORMAT_OP_FIELD, FORMAT_FIELD_OBJECT, 0);
    vocabulary_emit(emitter, FORMAT_OP_ACT, does, 0);
    if (guards)
        vocabulary_emit_land(emitter, skip);
    return true;
}

/* Writes the part of a statement before or after the call. */
static bool compile_part(struct vocabulary_emitter *emitter, struct vocabulary_compiled *to,
                         const struct vocabulary_statement *statement)
{
    bool may_enter =
        is_run(statement) && (statement->when || statement->act->type == FORMAT_DOES_REGION);
    if (may_enter)
        return emitter->before ? compile_region(emitter, to, statement)
                               : end_region(emitter, statement);
    if (is_run(statement) && !emitter->before)
        return end_run(emitter, statement);
    const struct vocabulary_expression *lock =
        emitter->before ? vocabulary_early_lock(emitter->vocabulary, emitter->function, statement)
                        : NULL;
    if (lock)
        return compile_lock(emitter, statement, lock);
    bool is_before = statement->before || is_run(statement) ||
                     vocabulary_departs_early(emitter->vocabulary, emitter->function, statement);
    return is_before != emitter->before || compile_statement(emitter, to, statement);
}

/* A function with any number of arguments can only be left alone with them once its acts are over:
 * how many words of the stack are its arguments is not known. */
static bool check_more(const struct vocabulary_emitter *emitter,
                       const struct vocabulary_compiled *compiled)
{
    const struct vocabulary_function *function = emitter->function;
    if (!function->has_more || !function->statements || compiled->is_instant)
        return true;
    vocabulary_wrong(emitter, function->more_range,
                     "`%s` has a variable number of arguments: only what is over before the call "
                     "can be recorded of it",
                     function->name);
    diagnostic_help(emitter->trouble,
                    "Write `before` in front of its act: before send to box. How many arguments a "
                    "call has is not known, so that they cannot be passed on, and its end is not "
                    "seen.");
    return false;
}

/* An act without the fields that it needs has those of functions inside. */
static bool check_act(const struct vocabulary_emitter *emitter,
                      const struct vocabulary_compiled *compiled,
                      const struct vocabulary_statement *statement)
{
    for (; statement; statement = statement->next) {
        if (statement->kind != STATEMENT_ACT || statement->fields || !statement->act->needs ||
            compiled->takes_count || statement->anonymous)
            continue;
        unsigned needed = (unsigned)__builtin_ctz(statement->act->needs);
        return vocabulary_wrong(emitter, statement->range, "`%s` needs the field `%s`",
                                statement->act->word, vocabulary_fields[needed]);
    }
    return true;
}

bool vocabulary_compile(const struct vocabulary *vocabulary,
                        const struct vocabulary_function *function,
                        const struct vocabulary_numbers *numbers, struct vocabulary_compiled *to,
                        struct diagnostic *trouble)
{
    struct vocabulary_emitter emitter = {
        .vocabulary = vocabulary, .function = function, .numbers = numbers, .trouble = trouble};
    *to = (struct vocabulary_compiled){.kind = 0};
    for (int after = 0; after < 2; after++) {
        emitter.before = !after;
        emitter.to = after ? &to->after : &to->before;
        for (const struct vocabulary_statement *statement = function->statements; statement;
             statement = statement->next) {
            if (!compile_part(&emitter, to, statement))
                return false;
        }
        if (emitter.to->count)
            vocabulary_emit(&emitter, FORMAT_OP_STOP, 0, 0);
    }
    if (to->is_opened && !to->act)
        to->act = FORMAT_DOES_RUN; /* of nothing: what it calls is recorded, not the call */
    if (to->is_opened && to->takes_count)
        return vocabulary_wrong(&emitter, function->range,
                                "`%s` either takes the acts of others or opens: then they are "
                                "recorded by themselves",
                                function->name);
    if (to->is_instant && to->after.count)
        return vocabulary_wrong(&emitter, function->range,
                                "`%s` has an act before its call: then nothing is known after it",
                                function->name);
    return check_more(&emitter, to) && check_act(&emitter, to, function->statements);
}

bool vocabulary_compile_place(const struct vocabulary *vocabulary,
                              const struct vocabulary_numbers *numbers, struct vocabulary_code *to,
                              struct diagnostic *trouble)
{
    struct vocabulary_emitter emitter = {
        .vocabulary = vocabulary, .numbers = numbers, .trouble = trouble, .to = to};
    const struct vocabulary_expression *parts[] = {vocabulary->place, vocabulary->places};
    struct vocabulary_type type;
    for (unsigned i = 0; i < 2; i++) {
        if (!parts[i])
            continue;
        if (!emit_alone(&emitter, parts[i], &type))
            return false;
        vocabulary_emit(&emitter, FORMAT_OP_KEEP, i, 0);
    }
    vocabulary_emit(&emitter, FORMAT_OP_STOP, 0, 0);
    return true;
}

void vocabulary_compiled_free(struct vocabulary_compiled *compiled)
{
    free(compiled->before.words);
    free(compiled->after.words);
    free(compiled->takes);
}
