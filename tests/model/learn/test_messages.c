/* test_messages.c: the other ranks of messages, and which messages can be part of a model. */
#include "model/fit/fit.h"
#include "model/learn/formulas.h"
#include "model/learn/learn.h"
#include "model/learn/matching.h"
#include "model/learn/peers.h"
#include "model/learn/table.h"
#include "util/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NOBODY = -1 };

typedef int64_t partner(int64_t rank, int64_t p);

static int64_t next(int64_t rank, int64_t p)
{
    return rank + 1 < p ? rank + 1 : NOBODY;
}

static int64_t before(int64_t rank, int64_t p)
{
    (void)p;
    return rank - 1;
}

static int64_t around(int64_t rank, int64_t p)
{
    return (rank + p - 1) % p;
}

static int64_t two_on(int64_t rank, int64_t p)
{
    return (rank + 2) % p;
}

static int64_t root(int64_t rank, int64_t p)
{
    (void)p;
    return rank ? 0 : NOBODY;
}

static int64_t mirror(int64_t rank, int64_t p)
{
    return p - 1 - rank;
}

/* Notes the partners of all ranks of runs with the given numbers of ranks. */
static struct learn_peers peers_of(partner *of, const int64_t *ranks)
{
    struct learn_peers peers = {0};
    for (; *ranks; ranks++)
        for (int64_t rank = 0; rank < *ranks; rank++)
            if (of(rank, *ranks) != NOBODY)
                learn_peers_add(&peers, rank, of(rank, *ranks), *ranks);
    return peers;
}

static void check_peers(partner *of, const int64_t *ranks, const char *expected)
{
    const struct learn_peers peers = peers_of(of, ranks);
    char *text = learn_peers_text(&peers);
    if (!expected) {
        assert_null(text);
        return;
    }
    assert_string_equal(text, expected);
    for (int64_t p = 2; p < 9; p++)
        for (int64_t rank = 0; rank < p; rank++)
            if (of(rank, p) != NOBODY)
                assert_int_equal(learn_peers_value(&peers, p, rank), of(rank, p));
    free(text);
}

static void test_peers(void **state)
{
    (void)state;
    static const int64_t rising[] = {1, 2, 3, 4, 0}, falling[] = {5, 3, 2, 1, 0}, two[] = {2, 0};
    check_peers(next, rising, "rank + 1");
    check_peers(before, rising, "rank - 1");
    check_peers(before, falling, "rank - 1");
    check_peers(before, two, "rank - 1"); /* and not the next one of a ring */
    check_peers(around, rising, "(rank - 1)%p");
    check_peers(around, falling, "(rank - 1)%p");
    check_peers(two_on, rising, "(rank + 2)%p");
    check_peers(root, rising, "0");
    check_peers(mirror, rising, NULL);
}

/* Adds a call whose ranks send or receive `count` messages of 8 n bytes. */
static size_t add_call(struct model_learn *learn, const char *path, enum learn_kind kind,
                       partner *of, double count)
{
    bool fresh;
    const size_t at = learn_item(learn, path, &fresh);
    learn->items[at].kind = kind;
    for (int64_t n = 10; n <= 30; n += 10)
        for (int64_t p = 1; p <= 3; p++)
            for (int64_t rank = 0; rank < p; rank++) {
                struct learn_cell *cell = learn_cell(learn, at, learn_point(learn, n, p, rank));
                if (of(rank, p) == NOBODY)
                    continue;
                cell->visits = count;
                cell->bytes = count * 8 * (double)n;
                learn_peers_add(&learn->items[at].peers, rank, of(rank, p), p);
            }
    return at;
}

/* Strips: each rank sends to the next one, and receives from the one before. */
static void test_strips(void **state)
{
    (void)state;
    struct model_learn *learn = model_learn_new();
    const size_t send = add_call(learn, "send", LEARN_SEND, next, 6);
    const size_t receive = add_call(learn, "receive", LEARN_RECEIVE, before, 6);
    learn_match(learn, send, receive);
    learn_match(learn, send, receive);
    assert_int_equal(learn->match_count, 1);
    (void)learn_formulas(learn);
    assert_string_equal(learn->items[send].visits.text, "6 - 6*max(0, rank - p + 2)");
    assert_string_equal(learn->items[receive].visits.text, "6 - 6*max(0, 1 - rank)");
    assert_string_equal(learn->items[send].each.text, "8*n");
    struct learn_nest *nests = learn_nest(learn);
    const char **why = learn_matching(learn, nests);
    assert_null(why[send]);
    assert_null(why[receive]);
    free(why);
    learn_nest_free(nests, learn->item_count);
    model_learn_free(learn);
}

/* A receive whose sends have no formula is left out with them, and so is one whose number of
 * messages differs from theirs. Others stay. */
static void test_together(void **state)
{
    (void)state;
    struct model_learn *learn = model_learn_new();
    const size_t odd = add_call(learn, "odd", LEARN_SEND, mirror, 6);
    const size_t left = add_call(learn, "left", LEARN_RECEIVE, before, 6);
    const size_t more = add_call(learn, "more", LEARN_SEND, next, 7);
    const size_t fewer = add_call(learn, "fewer", LEARN_RECEIVE, before, 6);
    const size_t send = add_call(learn, "send", LEARN_SEND, around, 2);
    const size_t lone = add_call(learn, "lone", LEARN_SEND, next, 2);
    const size_t some = add_call(learn, "some", LEARN_COLLECTIVE, next, 2);
    bool fresh;
    const size_t receive = learn_item(learn, "receive", &fresh);
    learn->items[receive].kind = LEARN_RECEIVE;
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_point point = learn->points[at];
        *learn_cell(learn, receive, at) = (struct learn_cell){.visits = 2, .bytes = 16};
        learn_peers_add(&learn->items[receive].peers, point.rank, (point.rank + 1) % point.p,
                        point.p);
    }
    learn_match(learn, odd, left);
    learn_match(learn, more, fewer);
    learn_match(learn, send, receive);
    (void)learn_formulas(learn);
    struct learn_nest *nests = learn_nest(learn);
    const char **why = learn_matching(learn, nests);
    assert_string_equal(why[odd], "its other ranks have no formula");
    assert_non_null(strstr(why[left], "exchanges messages with have no formulas"));
    assert_non_null(strstr(why[more], "do not agree"));
    assert_non_null(strstr(why[fewer], "do not agree"));
    assert_non_null(strstr(why[lone], "do not agree"));
    assert_non_null(strstr(why[some], "not all ranks"));
    assert_null(why[send]);
    assert_null(why[receive]);
    free(why);
    learn_nest_free(nests, learn->item_count);
    model_learn_free(learn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers),
        cmocka_unit_test(test_strips),
        cmocka_unit_test(test_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
