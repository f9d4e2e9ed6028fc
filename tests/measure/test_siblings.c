/* test_siblings.c: children of a node that are visited in the order of the last time, but for some
 * of them, are found without a search. */
#include "measure/node_search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { CHILDREN = 8 };

static struct format_node up, children[CHILDREN];

static void make_ring(void)
{
    for (uint32_t i = 0; i < CHILDREN; i++)
        children[i] = (struct format_node){
            .region = 10 + i, .up = &up, .next = &children[(i + 1) % CHILDREN]};
    up = (struct format_node){.recent = &children[0]};
}

static void skipped_siblings_keep_their_place(void **state)
{
    (void)state;
    make_ring();
    assert_ptr_equal(measure_node_skip(&up, 12), &children[2]);
    assert_ptr_equal(up.recent, &children[2]);
    assert_ptr_equal(children[0].next, &children[1]);
    assert_ptr_equal(measure_node_skip(&up, 17), &children[7]);
    assert_ptr_equal(measure_node_skip(&up, 11), &children[1]);
}

static void others_are_searched(void **state)
{
    (void)state;
    make_ring();
    assert_null(measure_node_skip(&up, 16));
    assert_null(measure_node_skip(&up, 99));
    assert_ptr_equal(up.recent, &children[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(skipped_siblings_keep_their_place),
                                       cmocka_unit_test(others_are_searched)};
    return cmocka_run_group_tests_name("siblings", tests, NULL, NULL);
}
