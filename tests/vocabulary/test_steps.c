/* test_steps.c: the frequent steps of quick calls, which have a short way, compute what all others
 * do. */
#include "measure/vocabulary/steps.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

uint64_t memory_pages[MEMORY_PAGES];
bool memory_is_protected;
__thread struct memory_range memory_stack;
__thread int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];
int64_t described_shared[FORMAT_VOCABULARY_SHARED_STATES];
struct state_index *state_index; /* not used */
__thread struct state_cell *state_recent[STATE_RECENT];

enum { ROUNDS = 200000, NUMBERS = 8 };

static uint64_t seed = 7;

static uint64_t random_number(void)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return seed >> 24;
}

/* Returns a word, often one at the end of a range. */
static uint64_t random_word(void)
{
    static const uint64_t ends[NUMBERS] = {
        0, 1, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, UINT32_MAX, INT32_MAX, UINT64_C(1) << 31};
    uint64_t number = random_number();
    return number & 1 ? ends[number / 2 % NUMBERS] : number << 24 ^ random_number();
}

static struct format_vocabulary_operand random_operand(void)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    unsigned source = (unsigned)(random_number() % FORMAT_SOURCES);
    struct format_vocabulary_operand operand = {
        .source = (uint8_t)source,
        .type =
            (uint8_t)(sizes[random_number() % 4] | (random_number() % 2 ? FORMAT_TYPE_SIGNED : 0)),
        .factor = random_number() % 4 ? 1 : (int32_t)random_word(),
        .plus = random_number() % 4 ? 0 : (int32_t)random_word(),
    };
    if (random_number() % 8 == 0)
        operand = (struct format_vocabulary_operand){.plus = (int32_t)random_word()};
    operand.is_scaled = operand.factor != 1 || operand.plus;
    return operand;
}

/* Returns what an operand is, as its description says. */
static int64_t value_of(const struct described_call *call,
                        const struct format_vocabulary_operand *operand)
{
    uint64_t word = operand->source < FORMAT_SOURCE_STATES
                        ? ((const uint64_t *)call)[operand->source]
                    : operand->source < FORMAT_SOURCE_SHARED
                        ? (uint64_t)described_states[operand->source - FORMAT_SOURCE_STATES]
                        : (uint64_t)described_shared[operand->source - FORMAT_SOURCE_SHARED];
    uint64_t number = (uint64_t)measure_vocabulary_narrow((int64_t)word, operand->type);
    return (int64_t)(number * (uint64_t)(int64_t)operand->factor +
                     (uint64_t)(int64_t)operand->plus);
}

static void short_ways_agree(void **state)
{
    (void)state;
    unsigned performed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct described_call call = {0};
        uint64_t page = steps_page(&call);
        for (unsigned i = 0; i < FORMAT_SOURCE_STATES; i++)
            ((uint64_t *)&call)[i] = random_word();
        for (unsigned i = 0; i < FORMAT_VOCABULARY_THREAD_STATES; i++)
            described_states[i] = (int64_t)random_word();
        for (unsigned i = 0; i < FORMAT_VOCABULARY_SHARED_STATES; i++)
            described_shared[i] = (int64_t)random_word();
        struct format_vocabulary_step step = {.to = FORMAT_SOURCE_VALUES};
        for (unsigned i = 0; i < 3; i++)
            step.parts[i] = random_operand();
        assert_int_equal(steps_near(&call, &step.parts[0], true), value_of(&call, &step.parts[0]));
        struct described_call other = call;
        step.op = (uint8_t)(random_number() % (FORMAT_STEP_MOST + 1));
        if (step.op == FORMAT_OP_STATE || !steps_perform_near(&call, &step, true))
            continue;
        performed++;
        assert_true(steps_perform(&other, &step, &page));
        assert_int_equal(call.values[0], other.values[0]);
    }
    assert_true(performed > ROUNDS / 10);
}

/* Memory is read where it is known to be: on a known page, or on the stack above a place. */
static void memory_is_known(void **state)
{
    (void)state;
    static _Alignas(MEMORY_PAGE) char data[2 * MEMORY_PAGE];
    uint64_t address = (uint64_t)(uintptr_t)data, page = address / MEMORY_PAGE;
    char local[16];
    uintptr_t here = (uintptr_t)local;
    assert_false(measure_vocabulary_is_near(here, address, 8));
    memory_pages[page % MEMORY_PAGES] = address | MEMORY_OF_PROGRAM;
    assert_true(measure_vocabulary_is_near(here, address + MEMORY_PAGE - 8, 8));
    assert_false(measure_vocabulary_is_near(here, address + MEMORY_PAGE - 7, 8));
    assert_false(measure_vocabulary_is_near(here, address + MEMORY_PAGE, 8));
    assert_false(measure_vocabulary_is_near(here, 0, 8));
    assert_false(measure_vocabulary_is_near(here, here, 8));
    memory_stack = (struct memory_range){here - 64, here + sizeof local};
    assert_true(measure_vocabulary_is_near(here, here + 8, 8));
    assert_false(measure_vocabulary_is_near(here, here + 9, 8));
    assert_false(measure_vocabulary_is_near(here, here - 1, 8));
    memory_is_protected = true;
    assert_false(measure_vocabulary_is_near(here, address, 8));
    assert_false(measure_vocabulary_is_near(here, here, 8));
    memory_is_protected = false;
}

/* Arguments on the stack are there, whatever is known of the memory around. */
static void arguments_are_known(void **state)
{
    (void)state;
    static const int64_t arguments[] = {-1, 0x1234567890};
    struct format_vocabulary_operand operand = {
        .source = FORMAT_SOURCE_STACK, .type = 8, .loaded = 4 | FORMAT_TYPE_SIGNED, .factor = 1};
    struct described_call call = {.stack = (const uint64_t *)arguments};
    uint64_t page = 0;
    int64_t value;
    operand.is_scaled = operand.factor != 1 || operand.plus;
    assert_true(steps_value(&call, &operand, &page, &value));
    assert_int_equal(value, -1);
    operand.plus = 8;
    operand.is_scaled = operand.factor != 1 || operand.plus;
    assert_true(steps_value(&call, &operand, &page, &value));
    assert_int_equal(value, 0x34567890);
    operand.source = FORMAT_SOURCE_RESULT;
    call.result = (uint64_t)(uintptr_t)arguments;
    memory_stack = (struct memory_range){0, 0};
    memory_pages[(uintptr_t)arguments / MEMORY_PAGE % MEMORY_PAGES] = 0;
    assert_false(steps_value(&call, &operand, &page, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_ways_agree),
        cmocka_unit_test(memory_is_known),
        cmocka_unit_test(arguments_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
