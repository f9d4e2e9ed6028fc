/* test_visit_stack.c: the stack of open visits, and the stretches that follow from it. */
#include "archive/events/innermost.h"
#include "archive/events/visit_stack.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { LANE = 7, MAIN, SOLVE, SEND };

static void the_innermost_visit_is_on_top(void **state)
{
    (void)state;
    struct archive_visit_stack stack = {0};
    archive_visit_stack_begin(&stack, 100, LANE);
    assert_int_equal(archive_visit_stack_top(&stack)->node, LANE);
    archive_visit_stack_enter(&stack, 90, MAIN)->value = 5;
    archive_visit_stack_enter(&stack, 50, SOLVE);
    assert_int_equal(archive_visit_stack_top(&stack)->node, SOLVE);
    assert_int_equal(archive_visit_stack_top(&stack)->value, 0);
    assert_int_equal(archive_visit_stack_top(&stack)->mark, 0);
    assert_false(archive_visit_stack_has_ended(&stack, 49));
    assert_true(archive_visit_stack_has_ended(&stack, 50));
    archive_visit_stack_leave(&stack);
    assert_int_equal(archive_visit_stack_top(&stack)->node, MAIN);
    assert_int_equal(archive_visit_stack_top(&stack)->value, 5);
    archive_visit_stack_free(&stack);
}

static void the_lane_itself_is_never_left_as_ended(void **state)
{
    (void)state;
    struct archive_visit_stack stack = {0};
    archive_visit_stack_begin(&stack, 100, LANE);
    for (uint32_t i = 0; i < 1000; i++) /* deeper than any first allocation */
        archive_visit_stack_enter(&stack, 100, MAIN);
    assert_int_equal(stack.depth, 1001);
    archive_visit_stack_leave_ended(&stack, UINT64_MAX);
    assert_int_equal(stack.depth, 1);
    assert_int_equal(archive_visit_stack_top(&stack)->node, LANE);
    archive_visit_stack_begin(&stack, 200, MAIN); /* another lane */
    assert_int_equal(stack.depth, 1);
    assert_int_equal(archive_visit_stack_top(&stack)->end, 200);
    archive_visit_stack_free(&stack);
}

static void a_visit_ends_no_later_than_the_one_around_it(void **state)
{
    (void)state;
    struct archive_visit_stack stack = {0};
    archive_visit_stack_begin(&stack, 100, LANE);
    assert_int_equal(archive_visit_stack_enter(&stack, 60, MAIN)->end, 60);
    assert_int_equal(archive_visit_stack_enter(&stack, 80, SOLVE)->end, 60);
    archive_visit_stack_leave_ended(&stack, 60);
    assert_int_equal(stack.depth, 1);
    assert_int_equal(archive_visit_stack_enter(&stack, UINT64_MAX, MAIN)->end, 100);
    archive_visit_stack_free(&stack);
}

struct printed {
    uint64_t now;
    char text[256];
};

/* Prints stretches as NODE*LENGTH. */
static void print(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct printed *printed = to;
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(printed->text);
        snprintf(printed->text + size, sizeof printed->text - size, "%u*%llu ", stretches[i].node,
                 (unsigned long long)(stretches[i].end - printed->now));
        printed->now = stretches[i].end;
    }
}

static void the_time_of_a_lane_is_divided_among_innermost_visits(void **state)
{
    (void)state;
    struct printed printed = {.now = 10};
    struct archive_innermost innermost = {.take = print, .to = &printed};
    archive_innermost_begin(&innermost, 10, 100, LANE);
    const struct {
        uint64_t start, end;
        uint32_t node;
    } acts[] = {{20, 80, MAIN}, {30, 50, SOLVE}, {40, 45, SEND}, {50, 60, SOLVE}, {90, 95, SEND}};
    for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++) {
        archive_innermost_reach(&innermost, acts[i].start);
        archive_innermost_enter(&innermost, acts[i].end, acts[i].node);
    }
    archive_innermost_end(&innermost);
    assert_string_equal(printed.text, "7*10 8*10 9*10 10*5 9*5 9*10 8*20 7*10 10*5 7*5 ");
    archive_innermost_free(&innermost);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_innermost_visit_is_on_top),
        cmocka_unit_test(the_lane_itself_is_never_left_as_ended),
        cmocka_unit_test(a_visit_ends_no_later_than_the_one_around_it),
        cmocka_unit_test(the_time_of_a_lane_is_divided_among_innermost_visits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
