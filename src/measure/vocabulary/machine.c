/* machine.c: see machine.h. Whatever a vocabulary says, nothing is read or written here but the
 * stack of the machine, the call's values and memory that is checked. */
#include "measure/vocabulary/machine.h"

#include "format/hash.h"
#include "format/region.h"
#include "measure/vocabulary/memory.h"
#include "measure/vocabulary/names.h"
#include "measure/vocabulary/state.h"

#include <errno.h>
#include <stdio.h>

/* Fields that count bytes. */
enum {
    COUNTED = 1 << FORMAT_FIELD_BYTES | 1 << FORMAT_FIELD_GIVEN | 1 << FORMAT_FIELD_TAKEN,
};

struct machine {
    struct described_call *call;
    int64_t stack[FORMAT_VOCABULARY_STACK];
    unsigned depth;
    bool known;                              /* all that the present expression read */
    const struct described_results *results; /* of functions that were called already */
    unsigned used;                           /* of these */
    unsigned repeats;                        /* jumps back */
    bool is_cut;                             /* they were too many */
    struct described_act act;
};

static void push(struct machine *machine, int64_t value)
{
    if (machine->depth < FORMAT_VOCABULARY_STACK)
        machine->stack[machine->depth++] = value;
    else
        machine->known = false;
}

static int64_t pop(struct machine *machine)
{
    if (machine->depth)
        return machine->stack[--machine->depth];
    machine->known = false;
    return 0;
}

static int64_t argument(const struct described_call *call, uint32_t number)
{
    const struct format_vocabulary_function *function = call->function;
    unsigned place = number < FORMAT_VOCABULARY_ARGUMENTS ? function->arguments[number] : 255;
    if (place < FORMAT_REGISTERS)
        return (int64_t)call->registers[place];
    return place - FORMAT_REGISTERS < function->stack
               ? (int64_t)call->stack[place - FORMAT_REGISTERS]
               : 0;
}

static void load(struct machine *machine, uint32_t type)
{
    int64_t value = 0;
    size_t size = type & 15;
    uint64_t address = (uint64_t)pop(machine);
    if (!size || size > 8 || !measure_vocabulary_read(address, &value, size))
        machine->known = false;
    push(machine, measure_vocabulary_narrow(value, type));
}

static void read_text(struct machine *machine, bool length)
{
    char text[MEMORY_TEXT];
    uint64_t address = (uint64_t)pop(machine);
    int64_t value = 0;
    if (length)
        machine->known &= measure_vocabulary_length(address, &value);
    else if (measure_vocabulary_read_text(address, text))
        value = (int64_t)(format_hash_text(text) >> 1);
    else
        machine->known = false;
    push(machine, value);
}

/* Returns what a function has returned that was called already, and leaves what it has written in
 * the values whose addresses it had. */
static int64_t call_again(struct machine *machine, const int64_t *arguments)
{
    const struct described_results *results = machine->results;
    const unsigned number = machine->used++;
    int64_t *values = machine->call->values;
    for (unsigned i = 0; i < FORMAT_VOCABULARY_CALLED; i++) {
        uintptr_t from = (uintptr_t)arguments[i] - (uintptr_t)values;
        if (results->passed[number] >> i & 1 && from < sizeof machine->call->values)
            values[from / sizeof *values] = results->left[number][i];
    }
    return results->all[number];
}

typedef int64_t called(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);

/* Calls a function of the library. Arguments that it does not have do no harm. */
static void call_library(struct machine *machine, uint32_t a, uint32_t type)
{
    struct format_vocabulary_data *data = format_vocabulary_data(machine->call->function);
    uint32_t number = a & 0xfffff, count = a >> 20;
    int64_t arguments[FORMAT_VOCABULARY_CALLED] = {0};
    for (uint32_t i = count; i-- > 0;) {
        int64_t value = pop(machine);
        if (i < FORMAT_VOCABULARY_CALLED)
            arguments[i] = value;
    }
    if (machine->used < machine->results->count) {
        push(machine, call_again(machine, arguments));
        return;
    }
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    uint64_t real = number < data->function_count ? measure_vocabulary_real(&functions[number]) : 0;
    if (!real || !machine->known) {
        machine->known = false;
        push(machine, 0);
        return;
    }
    called *function = (called *)(uintptr_t)real;
    push(machine, measure_vocabulary_narrow(function(arguments[0], arguments[1], arguments[2],
                                                     arguments[3], arguments[4], arguments[5]),
                                            type));
}

/* Pushes the address of a variable of the program. */
static void push_address(struct machine *machine, uint32_t number)
{
    struct format_vocabulary_data *data = format_vocabulary_data(machine->call->function);
    struct format_vocabulary_function *functions = format_vocabulary_at(data, data->functions);
    uint64_t address =
        number < data->function_count ? measure_vocabulary_real(&functions[number]) : 0;
    machine->known &= address != 0;
    push(machine, (int64_t)address);
}

/* Pushes the address of a text with numbers from the stack in its holes. */
static void print(struct machine *machine, uint32_t count, const char *text)
{
    enum { HOLES = 4, DIGITS = 24 };
    int64_t numbers[HOLES] = {0};
    char made[MEMORY_TEXT];
    size_t used = 0;
    if (!count) {
        push(machine, (int64_t)(uintptr_t)text); /* it stays as long as the program */
        return;
    }
    for (uint32_t i = count; i-- > 0;) {
        int64_t number = pop(machine);
        if (i < HOLES)
            numbers[i] = number;
    }
    for (uint32_t hole = 0; *text && used < sizeof made - DIGITS; text++) {
        if (*text == FORMAT_VOCABULARY_HOLE && hole < HOLES)
            used += (size_t)snprintf(made + used, DIGITS, "%lld", (long long)numbers[hole++]);
        else
            made[used++] = *text;
    }
    made[used] = '\0';
    const char *kept = measure_vocabulary_keep_name(made);
    machine->known &= kept != NULL;
    push(machine, (int64_t)(uintptr_t)kept);
}

static void push_pointer(struct machine *machine, uint32_t number, bool keeps)
{
    struct described_call *call = machine->call;
    if (number >= FORMAT_VOCABULARY_VALUES) {
        machine->known = false;
        return;
    }
    if (keeps) {
        machine->known &= call->known >> number & 1;
    } else {
        call->values[number] = 0;
        call->known &= ~(UINT32_C(1) << number);
    }
    push(machine, (int64_t)(uintptr_t)&call->values[number]);
}

static void keep(struct machine *machine, uint32_t number, int64_t value)
{
    struct described_call *call = machine->call;
    if (number >= FORMAT_VOCABULARY_VALUES)
        return;
    call->values[number] = value;
    call->known &= ~(UINT32_C(1) << number);
    call->known |= (uint32_t)machine->known << number;
}

static void push_value(struct machine *machine, uint32_t number)
{
    const struct described_call *call = machine->call;
    bool known = number < FORMAT_VOCABULARY_VALUES && call->known >> number & 1;
    machine->known &= known;
    push(machine, known ? call->values[number] : 0);
}

static void push_state(struct machine *machine, uint32_t state, int32_t how)
{
    bool has_key = how & FORMAT_STATE_KEY;
    int64_t key = has_key ? pop(machine) : 0;
    machine->known &= !(how & FORMAT_STATE_LOST);
    push(machine, measure_vocabulary_own(state, has_key ? &key : NULL));
}

static void set(struct machine *machine, uint32_t state, int32_t how)
{
    bool has_key = how & FORMAT_SET_KEY;
    int64_t value = pop(machine), key = has_key ? pop(machine) : 0;
    if (machine->known && state < STATE_REQUESTS)
        measure_vocabulary_set_own(state, has_key ? &key : NULL, value, how & FORMAT_SET_ADDS);
}

static void set_field(struct machine *machine, uint32_t field)
{
    int64_t value = pop(machine);
    if (field >= FORMAT_FIELDS)
        return;
    machine->act.fields[field] = value;
    *(machine->known ? &machine->act.set : &machine->act.lost) |= UINT32_C(1) << field;
}

static void compute(struct machine *machine, enum format_vocabulary_op op)
{
    int64_t right = pop(machine), left = pop(machine), value = 0;
    bool divides = right && !(right == -1 && left == INT64_MIN);
    switch (op) {
    case FORMAT_OP_ADD:
        value = (int64_t)((uint64_t)left + (uint64_t)right);
        break;
    case FORMAT_OP_SUBTRACT:
        value = (int64_t)((uint64_t)left - (uint64_t)right);
        break;
    case FORMAT_OP_MULTIPLY:
        value = (int64_t)((uint64_t)left * (uint64_t)right);
        break;
    case FORMAT_OP_DIVIDE:
    case FORMAT_OP_REMAINDER:
        machine->known &= divides;
        if (divides)
            value = op == FORMAT_OP_DIVIDE ? left / right : left % right;
        break;
    case FORMAT_OP_EQUAL:
        value = left == right;
        break;
    case FORMAT_OP_DIFFERENT:
        value = left != right;
        break;
    case FORMAT_OP_LESS:
        value = left < right;
        break;
    case FORMAT_OP_AT_MOST:
        value = left <= right;
        break;
    case FORMAT_OP_SHIFT_LEFT:
    case FORMAT_OP_SHIFT_RIGHT:
        machine->known &= right >= 0 && right < 64;
        if (machine->known)
            value =
                op == FORMAT_OP_SHIFT_RIGHT ? left >> right : (int64_t)((uint64_t)left << right);
        break;
    case FORMAT_OP_AND:
        value = left & right;
        break;
    case FORMAT_OP_OR:
        value = left | right;
        break;
    default:
        machine->known = false;
    }
    push(machine, value);
}

/* Performs an operation that measure_vocabulary_run() leaves to it. */
static void perform(struct machine *machine, enum format_vocabulary_op op, uint32_t a, int32_t b)
{
    struct described_call *call = machine->call;
    switch (op) {
    case FORMAT_OP_NUMBER:
        push(machine, b);
        break;
    case FORMAT_OP_FUNCTION:
        push(machine, (int64_t)(call->function->entry ? call->function->entry
                                                      : measure_vocabulary_real(call->function)));
        break;
    case FORMAT_OP_RESULT:
        push(machine, measure_vocabulary_narrow((int64_t)call->result, (uint32_t)b));
        break;
    case FORMAT_OP_VALUE:
        push_value(machine, a);
        break;
    case FORMAT_OP_KEEP:
        keep(machine, a, pop(machine));
        break;
    case FORMAT_OP_LOAD:
        load(machine, (uint32_t)b);
        break;
    case FORMAT_OP_TEXT:
        read_text(machine, a);
        break;
    case FORMAT_OP_STATE:
        push_state(machine, a, b);
        break;
    case FORMAT_OP_SET:
        set(machine, a, b);
        break;
    case FORMAT_OP_CALL:
        call_library(machine, a, (uint32_t)b);
        break;
    case FORMAT_OP_ADDRESS:
        push_address(machine, a);
        break;
    case FORMAT_OP_OUT:
        push_pointer(machine, a, b);
        break;
    case FORMAT_OP_NARROW:
        if (a < FORMAT_VOCABULARY_VALUES)
            keep(machine, a, measure_vocabulary_narrow(call->values[a], (uint32_t)b));
        break;
    case FORMAT_OP_NEGATE:
        push(machine, (int64_t)(0 - (uint64_t)pop(machine)));
        break;
    case FORMAT_OP_NOT:
        push(machine, !pop(machine));
        break;
    default:
        compute(machine, op);
    }
}

/* True if an act that counts bytes is between two words. */
static bool counts_bytes(const uint64_t *word, const uint64_t *end)
{
    for (; word < end; word = format_vocabulary_behind(word)) {
        if ((*word & 0xff) == FORMAT_OP_FIELD && (COUNTED >> (*word >> 8 & 0xffffff) & 1))
            return true;
    }
    return false;
}

/* True if an act is between two words. */
static bool has_act(const uint64_t *word, const uint64_t *end)
{
    while (word < end && (*word & 0xff) != FORMAT_OP_ACT)
        word = format_vocabulary_behind(word);
    return word < end;
}

/* Returns whether to repeat what is between the two words. What is repeated too often is not known
 * from there on. */
static bool repeats(struct machine *machine, const uint64_t *from, const uint64_t *end)
{
    if (machine->repeats++ < FORMAT_VOCABULARY_MOST)
        return true;
    if (has_act(from, end))
        described_own.lacks |= FORMAT_TOO_OFTEN;
    machine->is_cut = true;
    machine->known = false;
    return false;
}

/* Tests the condition of an act. If it is not known, the act's bytes are not known. */
static bool holds(struct machine *machine, const uint64_t *act, const uint64_t *end)
{
    bool is_true = pop(machine);
    if (!machine->known && counts_bytes(act, end))
        described_own.lacks |= machine->is_cut ? FORMAT_TOO_OFTEN : FORMAT_UNREADABLE;
    return is_true && machine->known;
}

/* Returns by how many words to jump from the next one. */
static int32_t jump(struct machine *machine, enum format_vocabulary_op op, int32_t by,
                    const uint64_t *next)
{
    switch (op) {
    case FORMAT_OP_JUMP:
        return by >= 0 || repeats(machine, next + by, next) ? by : 0;
    case FORMAT_OP_JUMP_FALSE:
        return pop(machine) ? 0 : by;
    case FORMAT_OP_WHEN:
        return holds(machine, next, next + by) ? 0 : by;
    case FORMAT_OP_JUMP_KNOWN:
        if (machine->known)
            return by;
        machine->known = true;
        machine->depth = 0;
        return 0;
    default:
        return 0;
    }
}

void measure_vocabulary_run(struct described_call *call, uint32_t code,
                            void (*record)(struct described_call *call,
                                           const struct described_act *act))
{
    static const struct described_results none;
    measure_vocabulary_run_again(call, code, record, &none);
}

void measure_vocabulary_run_again(struct described_call *call, uint32_t code,
                                  void (*record)(struct described_call *call,
                                                 const struct described_act *act),
                                  const struct described_results *results)
{
    struct machine machine; /* the stack and the fields are not cleared */
    machine.call = call;
    machine.depth = 0;
    machine.known = true;
    machine.results = results;
    machine.used = 0;
    machine.repeats = 0;
    machine.is_cut = false;
    machine.act.set = machine.act.lost = 0;
    const struct format_vocabulary_data *data = format_vocabulary_data(call->function);
    const uint64_t *words = format_vocabulary_at(data, code);
    int saved = errno;
    for (;;) { /* jumps back are counted */
        uint64_t word = *words++;
        enum format_vocabulary_op op = (enum format_vocabulary_op)(word & 0xff);
        uint32_t a = (uint32_t)(word >> 8 & 0xffffff);
        int32_t b = (int32_t)(word >> 32);
        switch (op) {
        case FORMAT_OP_STOP:
            errno = saved;
            return;
        case FORMAT_OP_BEGIN:
            machine.depth = 0;
            machine.known = true;
            words += described_own.logs ? 0 : b;
            break;
        case FORMAT_OP_WIDE:
            push(&machine, (int64_t)*words++);
            break;
        case FORMAT_OP_ARGUMENT:
            push(&machine, measure_vocabulary_narrow(argument(call, a), (uint32_t)b));
            break;
        case FORMAT_OP_FIELD:
            set_field(&machine, a);
            break;
        case FORMAT_OP_PRINT:
            print(&machine, a, (const char *)words);
            words += b;
            break;
        case FORMAT_OP_JUMP:
        case FORMAT_OP_JUMP_FALSE:
        case FORMAT_OP_JUMP_KNOWN:
        case FORMAT_OP_WHEN:
            words += jump(&machine, op, b, words);
            break;
        case FORMAT_OP_ACT:
            machine.act.type = (enum format_act_type)a;
            machine.act.is_anonymous = b;
            if (machine.act.lost & COUNTED)
                described_own.lacks |= machine.is_cut ? FORMAT_TOO_OFTEN : FORMAT_UNREADABLE;
            record(call, &machine.act);
            machine.act.set = machine.act.lost = 0;
            break;
        default:
            perform(&machine, op, a, b);
        }
    }
}
