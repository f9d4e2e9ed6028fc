/* The entry of a procedure that is only counted (triptych/entry.h): which visits it counts, and
 * that all arguments come through. */
#define TRI_HAS_ENTRY
#define TRI_HAS_CHAIN
#include "format/profile.h"

#include <triptych/probes.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

enum { REGION = 7, OTHER = 8 };

extern __thread __attribute__((tls_model("initial-exec"))) struct format_node *tri_current;
__thread struct format_node *tri_current;

extern struct tri_region entry_row __attribute__((visibility("hidden"), aligned(64)));
struct tri_region entry_row;

double entry_of(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p, double q,
                double r, double s, double t, double u, double v, double w, double x);
double entry_body(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p, double q,
                  double r, double s, double t, double u, double v, double w, double x);
double entry_probed(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p,
                    double q, double r, double s, double t, double u, double v, double w, double x);

TRI_ENTRY("entry_of", "entry_body", "entry_probed", "entry_row");

/* Procedures with a twin, whose region is not the first of its table. */
extern struct tri_region twin_rows[3] __attribute__((visibility("hidden"), aligned(64)));
struct tri_region twin_rows[3];
typedef double entry_type(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p,
                          double q, double r, double s, double t, double u, double v, double w,
                          double x);
entry_type twin_of, counted_of;
#define TWINS_OF(name)                                                                             \
    __asm__("\t.globl tri_plain_" name ", tri_probed_" name "\n\t.set tri_plain_" name             \
            ", entry_body\n\t.set tri_probed_" name ", entry_probed\n")
TWINS_OF("twin_of");
TWINS_OF("counted_of");
TRI_TWIN_ENTRY("twin_of", twin_rows, 2);
TRI_COUNTED_ENTRY("counted_of", twin_rows, 2);

static entry_type *called = entry_of;

static unsigned bodies, probes;

static double mix(const int *integers, const double *numbers)
{
    double sum = 0;
    for (int i = 0; i < 9; i++)
        sum = sum * 3 + integers[i] * numbers[i];
    return sum;
}

double entry_body(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p, double q,
                  double r, double s, double t, double u, double v, double w, double x)
{
    bodies++;
    return mix((int[]){a, b, c, d, e, f, g, h, i}, (double[]){p, q, r, s, t, u, v, w, x});
}

double entry_probed(int a, int b, int c, int d, int e, int f, int g, int h, int i, double p,
                    double q, double r, double s, double t, double u, double v, double w, double x)
{
    probes++;
    return mix((int[]){a, b, c, d, e, f, g, h, i}, (double[]){p, q, r, s, t, u, v, w, x});
}

static struct format_node nobody = {.region = UINT32_MAX, .next = &nobody};
static struct format_node here, mine, other;

static void begin(unsigned mode, struct format_node *recent)
{
    bodies = probes = 0;
    entry_row = twin_rows[2] = (struct tri_region){.mode = mode, .id = REGION};
    mine = (struct format_node){
        .type = FORMAT_NODE, .region = REGION, .next = &nobody, .up = &here, .count = 41};
    other = (struct format_node){
        .type = FORMAT_NODE, .region = OTHER, .next = &nobody, .up = &here, .count = 5};
    here = (struct format_node){.region = OTHER, .recent = recent, .next = &nobody};
    tri_current = &here;
}

/* Calls it; `body`: it goes to the text, else to the one with the probe. */
static void call(bool body)
{
    const int n[] = {1, -2, 3, 4, 5, 6, -7, 8, 9};
    const double d[] = {1.5, 2.5, 3.5, 4.25, 5, 6, 7, 8, -9};
    double got = called(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], d[0], d[1], d[2],
                        d[3], d[4], d[5], d[6], d[7], d[8]);
    assert_true(got == mix(n, d));
    assert_int_equal(bodies, body);
    assert_int_equal(probes, !body);
    assert_ptr_equal(tri_current, &here);
    assert_int_equal(other.count, 5);
}

/* A procedure that calls others. Its text looks at the node that is current, and may leave another
 * one current behind it. */
double framed_of(int a, int b, int c, int d, int e, int f);
double framed_body(int a, int b, int c, int d, int e, int f);
double framed_probed(int a, int b, int c, int d, int e, int f);
void tri_leave(struct tri_node *handle);

TRI_FRAMED_ENTRY("framed_of", "framed_body", "framed_probed", "entry_row");

static const struct format_node *seen;
static struct format_node *left_behind; /* NULL: none */
static uint64_t seen_open;
static unsigned leaves;

void tri_leave(struct tri_node *handle)
{
    leaves++;
    tri_current = (struct format_node *)handle;
    __asm__ volatile("" ::: "memory");
}

double framed_body(int a, int b, int c, int d, int e, int f)
{
    bodies++;
    seen = tri_current;
    seen_open = mine.open;
    if (left_behind)
        tri_current = left_behind;
    return a + 2.0 * b + 3.0 * c + 4.0 * d + 5.0 * e + 6.0 * f;
}

double framed_probed(int a, int b, int c, int d, int e, int f)
{
    probes++;
    return a + 2.0 * b + 3.0 * c + 4.0 * d + 5.0 * e + 6.0 * f;
}

/* `within`: what is current in the text, where it is the body that is called. */
static void call_framed(const struct format_node *within)
{
    seen = NULL;
    leaves = 0;
    assert_true(framed_of(1, -2, 3, 4, 5, 6) == 1 - 4 + 9 + 16 + 25 + 36);
    assert_ptr_equal(seen, within);
    assert_int_equal(bodies, within != NULL);
    assert_int_equal(probes, !within);
    assert_ptr_equal(tri_current, &here);
}

static void framed_visits_last_until_the_text_returns(void **state)
{
    (void)state;
    struct format_node *const recent[] = {&mine, &other};
    for (size_t i = 0; i < 2; i++) {
        begin(TRI_COUNT, recent[i]);
        other.next = &mine;
        call_framed(&mine);
        assert_int_equal(mine.count, 42);
        assert_int_equal(seen_open, FORMAT_OPEN_UNTIMED);
        assert_int_equal(mine.open, 0);
        assert_int_equal(leaves, 0);
        assert_ptr_equal(here.recent, &mine);
    }
}

static void framed_visits_that_were_jumped_into_end_by_the_library(void **state)
{
    (void)state;
    begin(TRI_COUNT, &mine);
    left_behind = &other;
    call_framed(&mine);
    left_behind = NULL;
    assert_int_equal(leaves, 1);
    assert_int_equal(mine.count, 42);
}

static void framed_visits_of_other_modes_are_the_probe_s(void **state)
{
    (void)state;
    static const unsigned modes[] = {TRI_NEW, TRI_TIME, TRI_TIME_SLOW, TRI_TIME_LOG, TRI_SAMPLE};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        begin(modes[i], &mine);
        call_framed(NULL);
        assert_int_equal(mine.count, 41);
    }
    begin(TRI_COUNT, &other);
    call_framed(NULL);
    begin(TRI_OFF, &mine);
    call_framed(&here);
    assert_int_equal(mine.count, 41);
}

/* A procedure that calls one other, which has an entry and a twin, or not. */
double chained_of(int a, int b, int c, int d, int e, int f);
double unchained_of(int a, int b, int c, int d, int e, int f);
double tri_plain_chained_of(int a, int b, int c, int d, int e, int f);

__asm__("\t.globl tri_plain_leaf_of\n\t.set tri_plain_leaf_of, entry_body\n"
        "\t.globl tri_plain_unchained_of\n\t.set tri_plain_unchained_of, entry_body\n");
TRI_LEAF_TWIN("leaf_of", twin_rows, 2);
TRI_CHAINED_ENTRY("chained_of", "framed_body", "framed_probed", "entry_row", "leaf_of");
TRI_CHAINED_ENTRY("unchained_of", "framed_body", "framed_probed", "entry_row", "absent_of");

enum { LEAF = 9 };
static struct format_node leaf;
static unsigned plains;

double tri_plain_chained_of(int a, int b, int c, int d, int e, int f)
{
    plains++;
    assert_ptr_equal(tri_current, &here);
    return a + 2.0 * b + 3.0 * c + 4.0 * d + 5.0 * e + 6.0 * f;
}

/* Begins with `recent` as the child that the procedure entered last, in a counted visit. */
static void begin_chain(struct format_node *recent, unsigned leaf_mode)
{
    begin(TRI_COUNT, &mine);
    plains = 0;
    twin_rows[2] = (struct tri_region){.mode = leaf_mode, .id = LEAF};
    leaf = (struct format_node){
        .type = FORMAT_NODE, .region = LEAF, .next = &nobody, .up = &mine, .count = 7};
    mine.recent = recent;
}

static void a_chained_entry_counts_for_both(void **state)
{
    (void)state;
    begin_chain(&leaf, TRI_COUNT);
    assert_true(chained_of(1, -2, 3, 4, 5, 6) == 1 - 4 + 9 + 16 + 25 + 36);
    assert_int_equal(plains, 1);
    assert_int_equal(bodies + probes, 0);
    assert_int_equal(mine.count, 42);
    assert_int_equal(leaf.count, 8);
    assert_int_equal(mine.open, 0);
    assert_ptr_equal(tri_current, &here);
}

/* The procedure's own text is called, whose calls are counted by the other entry. */
static void check_unchained(double (*entry)(int a, int b, int c, int d, int e, int f))
{
    seen = NULL;
    assert_true(entry(1, -2, 3, 4, 5, 6) == 1 - 4 + 9 + 16 + 25 + 36);
    assert_ptr_equal(seen, &mine);
    assert_int_equal(plains, 0);
    assert_int_equal(mine.count, 42);
    assert_int_equal(leaf.count, 7);
    assert_ptr_equal(tri_current, &here);
}

static void a_chain_needs_a_counted_leaf_and_its_node(void **state)
{
    (void)state;
    static const unsigned modes[] = {TRI_OFF, TRI_NEW};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        begin_chain(&leaf, modes[i]);
        check_unchained(chained_of);
    }
    begin_chain(&nobody, TRI_COUNT);
    check_unchained(chained_of);
    begin_chain(&leaf, TRI_COUNT);
    check_unchained(unchained_of);
}

/* As visit_is_chosen() has it. */
static bool is_chosen(uint64_t number, uint32_t share)
{
    return (uint32_t)number * UINT32_C(2654435769) < share;
}

static void of_sampled_visits_those_that_are_chosen_are_the_probe_s(void **state)
{
    (void)state;
    struct format_sampled sampled = {.untimed = 5};
    const uint32_t share = UINT32_C(1) << 30;
    unsigned chosen = 0;
    begin(TRI_COUNT, &mine);
    entry_row.share = share;
    call_framed(NULL); /* there is no record yet */
    for (uint64_t count = 1; count <= 400; count++) {
        begin(TRI_COUNT, &mine);
        entry_row.share = share;
        sampled.untimed = 5;
        mine.sampled = &sampled;
        mine.count = count - 1;
        call_framed(is_chosen(count, share) ? NULL : &mine);
        assert_int_equal(mine.count, is_chosen(count, share) ? count - 1 : count);
        assert_int_equal(sampled.untimed, is_chosen(count, share) ? 5 : 6);
        chosen += is_chosen(count, share);
    }
    assert_in_range(chosen, 95, 105);
}

static void goes_on_where_it_is_switched_off(void **state)
{
    (void)state;
    begin(TRI_OFF, &mine);
    call(true);
    assert_int_equal(mine.count, 41);
}

static void counts_the_recent_child(void **state)
{
    (void)state;
    begin(TRI_COUNT, &mine);
    call(true);
    assert_int_equal(mine.count, 42);
}

static void counts_the_child_that_follows(void **state)
{
    (void)state;
    begin(TRI_COUNT, &other);
    other.next = &mine;
    call(true);
    assert_int_equal(mine.count, 42);
    assert_ptr_equal(here.recent, &mine);
}

static void counts_a_child_before_which_others_are_skipped(void **state)
{
    (void)state;
    struct format_node first = {.type = FORMAT_NODE, .region = OTHER, .next = &other};
    begin(TRI_COUNT, &first);
    other.next = &mine;
    call(true);
    assert_int_equal(mine.count, 42);
    assert_ptr_equal(here.recent, &mine);
    assert_ptr_equal(first.next, &other);
}

static void leaves_other_children_to_the_probe(void **state)
{
    (void)state;
    struct format_node *const recent[] = {&other, &nobody};
    for (size_t i = 0; i < 2; i++) {
        begin(TRI_COUNT, recent[i]);
        call(false);
        assert_int_equal(mine.count, 41);
        assert_ptr_equal(here.recent, recent[i]);
    }
}

static void leaves_other_modes_to_the_probe(void **state)
{
    (void)state;
    static const unsigned modes[] = {TRI_NEW, TRI_TIME, TRI_TIME_SLOW, TRI_TIME_LOG, TRI_SAMPLE};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        begin(modes[i], &mine);
        call(false);
        assert_int_equal(mine.count, 41);
    }
}

static void counted_procedures_with_a_twin_are_counted_alike(void **state)
{
    called = counted_of;
    counts_the_recent_child(state);
    counts_the_child_that_follows(state);
    leaves_other_children_to_the_probe(state);
    leaves_other_modes_to_the_probe(state);
    called = entry_of;
}

static void sampled_visits_of_counted_procedures(void **state)
{
    (void)state;
    struct format_sampled sampled = {0};
    const uint32_t share = UINT32_C(1) << 30;
    called = counted_of;
    begin(TRI_COUNT, &mine);
    twin_rows[2].share = share;
    call(false); /* there is no record yet */
    for (uint64_t count = 1; count <= 40; count++) {
        begin(TRI_COUNT, &mine);
        twin_rows[2].share = share;
        sampled.untimed = 5;
        mine.sampled = &sampled;
        mine.count = count - 1;
        call(!is_chosen(count, share));
        assert_int_equal(mine.count, is_chosen(count, share) ? count - 1 : count);
        assert_int_equal(sampled.untimed, is_chosen(count, share) ? 5 : 6);
    }
    called = entry_of;
}

/* A region that is off has a number if it was excluded: others inside may be measured. */
static void twins_run_while_measuring_is_off_from_the_start(void **state)
{
    (void)state;
    static entry_type *const entries[] = {twin_of, counted_of};
    for (size_t i = 0; i < 2; i++) {
        called = entries[i];
        begin(TRI_OFF, &mine);
        call(false);
        begin(TRI_OFF, &mine);
        twin_rows[2].id = 0;
        call(true);
        assert_int_equal(mine.count, 41);
    }
    called = twin_of;
    leaves_other_modes_to_the_probe(state);
    begin(TRI_COUNT, &mine);
    call(false);
    assert_int_equal(mine.count, 41);
    called = entry_of;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goes_on_where_it_is_switched_off),
        cmocka_unit_test(counts_the_recent_child),
        cmocka_unit_test(counts_the_child_that_follows),
        cmocka_unit_test(counts_a_child_before_which_others_are_skipped),
        cmocka_unit_test(leaves_other_children_to_the_probe),
        cmocka_unit_test(leaves_other_modes_to_the_probe),
        cmocka_unit_test(framed_visits_last_until_the_text_returns),
        cmocka_unit_test(framed_visits_that_were_jumped_into_end_by_the_library),
        cmocka_unit_test(framed_visits_of_other_modes_are_the_probe_s),
        cmocka_unit_test(a_chained_entry_counts_for_both),
        cmocka_unit_test(a_chain_needs_a_counted_leaf_and_its_node),
        cmocka_unit_test(of_sampled_visits_those_that_are_chosen_are_the_probe_s),
        cmocka_unit_test(counted_procedures_with_a_twin_are_counted_alike),
        cmocka_unit_test(sampled_visits_of_counted_procedures),
        cmocka_unit_test(twins_run_while_measuring_is_off_from_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
