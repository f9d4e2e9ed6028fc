/* test_lights.c: light regions and sampled visits, as nodes; whole and damaged. */
#include "unit.h"

#include "archive/archive.h"
#include "made.h"

#include <string.h>

static struct archive *must_read(struct made *made)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(made);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    assert_non_null(archive);
    return archive;
}

/* A loop with a loop of 5 trips in it, and one that is counted; a routine that is called there. */
struct nest {
    struct made *made;
    struct made_place *place;
    struct made_profile *profile;
    uint32_t main, anchor, tiny, inner, small;
    uint32_t node_main, node_anchor;
};

static uint32_t region(struct nest *nest, uint32_t kind, const char *name)
{
    static const char *const file = "a.c";
    return made_region(nest->place, (struct format_region){.kind = kind}, name, file, "");
}

enum { INNER_VISITS, INNER_TRIPS, SMALL_VISITS, SUMS };

static struct nest make_nest(void)
{
    struct nest nest = {.made = made_new()};
    nest.place = made_add_place(nest.made);
    nest.main = region(&nest, TRI_KIND_ROUTINE, "main");
    nest.anchor = region(&nest, TRI_KIND_LOOP, "anchor");
    nest.tiny = region(&nest, TRI_KIND_LOOP, "tiny");
    nest.inner = region(&nest, TRI_KIND_LOOP, "inner");
    nest.small = region(&nest, TRI_KIND_ROUTINE, "small");
    made_light(nest.place, (struct format_light){.region = nest.inner,
                                                 .anchor = nest.anchor,
                                                 .visits = INNER_VISITS,
                                                 .trips = INNER_TRIPS});
    made_light(nest.place, (struct format_light){.region = nest.tiny,
                                                 .anchor = nest.anchor,
                                                 .within = 1,
                                                 .visits = -1,
                                                 .trips = -1,
                                                 .range = -1,
                                                 .per = 2,
                                                 .times = 5});
    made_light(nest.place, (struct format_light){.region = nest.small,
                                                 .anchor = nest.anchor,
                                                 .visits = SMALL_VISITS,
                                                 .trips = -1,
                                                 .range = -1});
    nest.profile = made_add_profile(nest.place);
    uint32_t root = made_lane(nest.profile, 0, "main", MADE_START, MADE_START + 1000000);
    nest.node_main = made_node(nest.profile, root, nest.main, 1, 900000);
    const uint64_t values[SUMS + 2] = {30, 100, 7, 2, 4};
    nest.node_anchor =
        made_anchor(nest.profile, nest.node_main, nest.anchor, 3, 600000, values, SUMS, 1);
    made_at(nest.profile, nest.node_anchor)->trips = 30;
    return nest;
}

static uint32_t find(const struct archive *archive, const char *name)
{
    uint32_t found = ARCHIVE_NONE;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (!strcmp(archive_text(archive, archive->regions.name[archive->nodes.region[i]]), name)) {
            assert_int_equal(found, ARCHIVE_NONE);
            found = i;
        }
    }
    return found;
}

static void expect(const struct archive *archive, const char *name, uint64_t visits, uint64_t trips,
                   unsigned how)
{
    uint32_t node = find(archive, name);
    assert_int_not_equal(node, ARCHIVE_NONE);
    assert_int_equal(archive->nodes.visits[node], visits);
    assert_int_equal(archive->nodes.trips[node], trips);
    assert_int_equal(archive->nodes.how[node], how);
}

static void become_nodes(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    struct archive *archive = must_read(nest.made);
    const struct archive_nodes *nodes = &archive->nodes;
    expect(archive, "inner", 30, 100, ARCHIVE_LIGHT);
    expect(archive, "tiny", 200, 1000,
           ARCHIVE_LIGHT | ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    expect(archive, "small", 7, 0, ARCHIVE_LIGHT);
    uint32_t inner = find(archive, "inner"), tiny = find(archive, "tiny");
    assert_int_equal(nodes->parent[tiny], inner);
    assert_int_equal(nodes->parent[inner], find(archive, "anchor"));
    assert_int_equal(nodes->timed[inner], ARCHIVE_UNTIMED);
    assert_int_equal(nodes->trips_min[inner], 2);
    assert_int_equal(nodes->trips_max[inner], 4);
    assert_int_equal(nodes->trips_min[tiny], 5);
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    made_free(nest.made);
}

/* In some visits of the anchor the loop inside had a probe: its node is there, and part of what is
 * derived. */
static void joined_with_their_nodes(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t inner = made_node(nest.profile, nest.node_anchor, nest.inner, 10, 1000);
    made_at(nest.profile, inner)->trips = 20;
    made_at(nest.profile, inner)->trips_min = made_at(nest.profile, inner)->trips_max = 2;
    struct archive *archive = must_read(nest.made);
    expect(archive, "inner", 40, 120, ARCHIVE_LIGHT);
    expect(archive, "tiny", 240, 1200,
           ARCHIVE_LIGHT | ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    uint32_t node = find(archive, "inner");
    assert_int_equal(archive->nodes.timed[node], ARCHIVE_ESTIMATED);
    assert_int_equal(archive->nodes.untimed[node], 30);
    /* 100 ns a visit, 8 of which are those of the clock */
    assert_int_equal(archive->nodes.inclusive_time[node], 1000 + 30 * 92);
    archive_close(archive);
    made_free(nest.made);
}

static void at_least_where_a_visit_is_open(void **state)
{
    (void)state;
    for (int how = 0; how < 3; how++) {
        struct nest nest = make_nest();
        struct format_node *anchor = made_at(nest.profile, nest.node_anchor);
        if (how == 0)
            anchor->open = MADE_START + 500;
        else if (how == 1)
            anchor->aborted = 1;
        else
            ((struct format_values *)(anchor + 1))->lost = 1;
        struct archive *archive = must_read(nest.made);
        expect(archive, "inner", 30, 100, ARCHIVE_LIGHT | ARCHIVE_AT_LEAST);
        expect(archive, "small", 7, 0, ARCHIVE_LIGHT | ARCHIVE_AT_LEAST);
        archive_close(archive);
        made_free(nest.made);
    }
}

static void derived_from_visits_of_a_routine_that_have_ended(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    made_light(nest.place, (struct format_light){.region = nest.tiny,
                                                 .anchor = nest.small,
                                                 .visits = -1,
                                                 .trips = -1,
                                                 .range = -1,
                                                 .per = 3,
                                                 .times = 2});
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 6, 600);
    made_at(nest.profile, node)->open = MADE_START + 500;
    made_at(nest.profile, node)->aborted = 1;
    struct archive *archive = must_read(nest.made);
    uint64_t visits = 0;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t parent = archive->nodes.parent[i];
        if (parent != ARCHIVE_NONE && archive->nodes.parent[parent] == find(archive, "main") &&
            archive->nodes.how[i] & ARCHIVE_DERIVED_VISITS)
            visits += archive->nodes.visits[i];
    }
    assert_int_equal(visits, 4 * 3);
    archive_close(archive);
    made_free(nest.made);
}

/* do p = 1, 5; do n = p + 1, 5 */
static void trips_that_differ_from_visit_to_visit(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    struct format_light *tiny = &nest.place->lights.records[2];
    *tiny = (struct format_light){.region = nest.tiny,
                                  .anchor = nest.anchor,
                                  .visits = -1,
                                  .trips = -1,
                                  .range = -1,
                                  .per = 5,
                                  .out_of = 5,
                                  .times = 10,
                                  .most = 4};
    struct archive *archive = must_read(nest.made);
    expect(archive, "tiny", 150, 300,
           ARCHIVE_LIGHT | ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    assert_int_equal(archive->nodes.trips_min[find(archive, "tiny")], 0);
    assert_int_equal(archive->nodes.trips_max[find(archive, "tiny")], 4);
    archive_close(archive);
    made_free(nest.made);
}

/* for p < 5, for i < 5: if (i == p) continue; */
static void visits_in_some_of_the_passes(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    struct format_light *tiny = &nest.place->lights.records[2];
    *tiny = (struct format_light){.region = nest.tiny,
                                  .anchor = nest.anchor,
                                  .visits = -1,
                                  .trips = -1,
                                  .range = -1,
                                  .per = 4,
                                  .every = 5,
                                  .times = 3};
    struct archive *archive = must_read(nest.made);
    expect(archive, "tiny", 24, 72, ARCHIVE_LIGHT | ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    archive_close(archive);
    made_free(nest.made);
}

/* A routine that is an anchor, and a light region where another anchor calls it: each of its visits
 * counts once for what is derived from them. */
static void anchors_that_are_light_elsewhere(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t few = region(&nest, TRI_KIND_LOOP, "few");
    struct format_light inside = {.region = few,
                                  .anchor = nest.anchor,
                                  .within = 3,
                                  .visits = -1,
                                  .trips = -1,
                                  .range = -1,
                                  .per = 2,
                                  .times = 4};
    made_light(nest.place, inside);
    inside.anchor = nest.small;
    inside.within = 0;
    made_light(nest.place, inside);
    made_anchor(nest.profile, nest.node_anchor, nest.small, 5, 600, NULL, 0, 0);
    struct archive *archive = must_read(nest.made);
    expect(archive, "small", 5 + 7, 0, ARCHIVE_LIGHT);
    expect(archive, "few", 2 * (5 + 7), 8 * (5 + 7),
           ARCHIVE_LIGHT | ARCHIVE_DERIVED_VISITS | ARCHIVE_DERIVED_TRIPS);
    archive_close(archive);
    made_free(nest.made);
}

static void more_values_than_a_record_holds(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint64_t values[100];
    for (uint64_t i = 0; i < 100; i++)
        values[i] = i + 1; /* 3 would be the type of a node */
    uint32_t wide = region(&nest, TRI_KIND_ROUTINE, "wide");
    uint32_t last = region(&nest, TRI_KIND_LOOP, "last");
    made_light(nest.place,
               (struct format_light){.region = last, .anchor = wide, .visits = 99, .trips = 13});
    made_anchor(nest.profile, nest.node_main, wide, 1, 10, values, 100, 0);
    made_node(nest.profile, nest.node_main, nest.small, 1, 10);
    struct archive *archive = must_read(nest.made);
    uint32_t node = find(archive, "last");
    assert_int_equal(archive->nodes.visits[node], 100);
    assert_int_equal(archive->nodes.trips[node], 14);
    assert_int_equal(archive->nodes.trips_min[node], ARCHIVE_UNKNOWN); /* no range was counted */
    assert_string_equal(archive_text(archive, archive->places.damage[0]), "");
    archive_close(archive);
    made_free(nest.made);
}

static void anchors_that_are_not_wanted_are_not_there(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    struct format_region *rows = nest.place->regions.rows;
    rows[nest.anchor].mode = TRI_COUNT;
    rows[nest.anchor].reason = FORMAT_EXCLUDED;
    rows[nest.inner].mode = TRI_OFF;
    rows[nest.inner].reason = FORMAT_EXCLUDED;
    struct archive *archive = must_read(nest.made);
    assert_int_equal(find(archive, "anchor"), ARCHIVE_NONE);
    assert_int_equal(find(archive, "inner"), ARCHIVE_NONE);
    uint32_t tiny = find(archive, "tiny"), small = find(archive, "small");
    assert_int_equal(archive->nodes.visits[tiny], 200);
    assert_int_equal(archive->nodes.parent[tiny], find(archive, "main"));
    assert_int_equal(archive->nodes.parent[small], find(archive, "main"));
    archive_close(archive);
    made_free(nest.made);
}

/* 100 of 1,000 visits were timed, 50 of them since sampling began, 100 ns each; the other 900 had
 * 1,000 passes or other numbers, the timed ones 10 each, or 5 and 15. */
static void passes_of_sampled_visits(void **state)
{
    (void)state;
    static const struct {
        uint64_t passes;
        bool varies, is_unlike;
        uint64_t each; /* ns of a visit that was not timed */
    } cases[] = {
        {9000, false, false, 92},       {900000, false, true, 92}, {900, false, true, 9},
        {9000 + 4500, true, false, 97}, {900000, true, true, 92},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nest nest = make_nest();
        uint32_t node = made_node(nest.profile, nest.node_main, nest.tiny, 1000, 30000);
        made_at(nest.profile, node)->trips = 1000 + cases[i].passes;
        made_sampled(nest.profile, node, 900, 50, 5000);
        struct format_sampled *sampled =
            &nest.profile->records[nest.profile->records[0].header.used - 1].sampled;
        sampled->timed = 100;
        sampled->timed_passes = 1000;
        sampled->fit_visits = 50;
        sampled->fit_ticks = 5000;
        sampled->fit_passes = 500;
        sampled->fit_squares = cases[i].varies ? 25 * (5 * 5 + 15 * 15) : 50 * 10 * 10;
        sampled->fit_products = cases[i].varies ? 25 * (5 * 95 + 15 * 105) : 50 * 10 * 100;
        struct archive *archive = must_read(nest.made);
        uint32_t row = ARCHIVE_NONE;
        for (uint32_t j = 0; j < archive->nodes.rows; j++) {
            if (archive->nodes.visits[j] == 1000)
                row = j;
        }
        assert_int_equal(archive->nodes.timed[row], ARCHIVE_ESTIMATED);
        assert_int_equal(archive->nodes.how[row], cases[i].is_unlike ? ARCHIVE_UNLIKE : 0);
        int64_t more =
            (int64_t)archive->nodes.inclusive_time[row] - (int64_t)(30000 + 900 * cases[i].each);
        assert_true(more > -900 && more < 900);
        archive_close(archive);

        /* others were timed, too: the passes are not known separately */
        sampled->timed = 99;
        archive = must_read(nest.made);
        assert_int_equal(archive->nodes.how[row], 0);
        assert_int_equal(archive->nodes.inclusive_time[row], 30000 + 900 * 92);
        archive_close(archive);
        made_free(nest.made);
    }
}

static void sampled_visits(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 1000, 30000);
    made_sampled(nest.profile, node, 900, 50, 5000);
    struct archive *archive = must_read(nest.made);
    uint32_t row = ARCHIVE_NONE;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.visits[i] == 1000)
            row = i;
    }
    /* 100 visits took 30 us; the others 92 ns each, as those that were chosen */
    assert_int_equal(archive->nodes.timed[row], ARCHIVE_ESTIMATED);
    assert_int_equal(archive->nodes.inclusive_time[row], 30000 + 900 * 92);
    assert_int_equal(archive->nodes.untimed[row], 900);
    archive_close(archive);

    nest.profile->records[nest.profile->records[0].header.used - 1].sampled.ticks = 50 * 20;
    archive = must_read(nest.made);
    assert_int_equal(archive->nodes.timed[row], ARCHIVE_UNTIMED);
    assert_int_equal(archive->nodes.how[row], ARCHIVE_TOO_SHORT);
    archive_close(archive);

    /* none was chosen: those that were timed before stand for the others, 300 ns each */
    nest.profile->records[nest.profile->records[0].header.used - 1].sampled.visits = 0;
    archive = must_read(nest.made);
    assert_int_equal(archive->nodes.timed[row], ARCHIVE_ESTIMATED);
    assert_int_equal(archive->nodes.inclusive_time[row], 30000 + 900 * 292);
    archive_close(archive);

    /* but one that took far longer than the 99 others does not: 20 us of the 30 */
    nest.profile->records[node].node.max = 20000;
    archive = must_read(nest.made);
    assert_int_equal(archive->nodes.inclusive_time[row],
                     30000 + (uint64_t)(900 * (10000 / 99.0 - 8)));
    archive_close(archive);

    /* none was timed at all */
    nest.profile->records[node].node.min = UINT64_MAX;
    archive = must_read(nest.made);
    assert_int_equal(archive->nodes.timed[row], ARCHIVE_UNTIMED);
    archive_close(archive);
    made_free(nest.made);
}

/* What is estimated inside main takes no longer than main took outside of the anchor. */
static void estimates_fit_into_what_is_around_them(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 1000, 30000);
    uint32_t leaf = made_node(nest.profile, node, nest.inner, 1000, 10000);
    made_sampled(nest.profile, node, 900, 50, 500000);
    made_sampled(nest.profile, leaf, 900, 50, 500000);
    struct archive *archive = must_read(nest.made);
    uint32_t row[2] = {ARCHIVE_NONE, ARCHIVE_NONE};
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.visits[i] == 1000)
            row[row[0] != ARCHIVE_NONE] = i;
    }
    assert_int_equal(archive->nodes.inclusive_time[row[0]], 300000);
    assert_int_equal(archive->nodes.inclusive_time[row[1]], 300000);
    archive_close(archive);
    made_free(nest.made);
}

/* A routine took at least as long as was measured inside it, and its caller still contains it. */
static void estimates_contain_what_was_measured_inside(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 1000, 3000);
    made_node(nest.profile, node, nest.inner, 1000, 200000);
    uint32_t other = made_node(nest.profile, nest.node_main, nest.tiny, 1000, 50000);
    made_sampled(nest.profile, node, 900, 50, 2000);
    made_sampled(nest.profile, other, 900, 50, 500000);
    struct archive *archive = must_read(nest.made);
    const uint64_t expected[3] = {200000, 200000, 100000}; /* and the anchor's 600000 */
    size_t found = 0;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.visits[i] == 1000)
            assert_int_equal(archive->nodes.inclusive_time[i], expected[found++]);
    }
    assert_int_equal(found, 3);
    archive_close(archive);
    made_free(nest.made);
}

/* A few visits that took very long stand for themselves; many stand for others, too. */
static void rare_visits(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 1000, 30000);
    made_sampled(nest.profile, node, 900, 50, 5000);
    struct format_sampled *sampled =
        &nest.profile->records[nest.profile->records[0].header.used - 1].sampled;
    const uint64_t expected[2] = {30000 + 900 * 92, 30000 + 900 * 192};
    for (int i = 0; i < 2; i++) {
        sampled->rare = i ? 8 : 7;
        sampled->visits = 50 - sampled->rare;
        sampled->rare_ticks = i ? 10000 - 42 * 100 : 10000;
        sampled->ticks = sampled->visits * 100;
        struct archive *archive = must_read(nest.made);
        uint32_t row = (uint32_t)archive->nodes.rows;
        while (row-- > 0 && archive->nodes.visits[row] != 1000)
            continue;
        assert_int_equal(archive->nodes.inclusive_time[row], expected[i]);
        archive_close(archive);
    }
    made_free(nest.made);
}

/* Visits that were counted as repetitions add their sums. */
static void repeated_visits(void **state)
{
    (void)state;
    for (uint64_t visits = 0; visits < 3; visits++) {
        struct nest nest = make_nest();
        struct format_values *values =
            (struct format_values *)(made_at(nest.profile, nest.node_anchor) + 1);
        assert_int_equal(format_values_records(format_values_numbers(FORMAT_REPEATED, SUMS, 1)),
                         1); /* there is room for the repetition */
        struct format_repetition *repetition =
            (struct format_repetition *)(values->value + format_values_count(SUMS, 1));
        values->type = FORMAT_REPEATED;
        repetition->visits = visits;
        repetition->sum[INNER_VISITS] = 4;
        repetition->sum[INNER_TRIPS] = 10;
        struct archive *archive = must_read(nest.made);
        expect(archive, "inner", 30 + 4 * visits, 100 + 10 * visits, ARCHIVE_LIGHT);
        archive_close(archive);
        made_free(nest.made);
    }
}

static void nonsense_is_left_out(void **state)
{
    (void)state;
    for (int how = 0; how < 8; how++) {
        struct nest nest = make_nest();
        struct format_light *lights = nest.place->lights.records;
        struct format_values *values =
            (struct format_values *)(made_at(nest.profile, nest.node_anchor) + 1);
        if (how == 0)
            lights[1].region = 1000;
        else if (how == 1)
            lights[1].anchor = 1000;
        else if (how == 2)
            lights[2].within = 2;
        else if (how == 3)
            lights[2].within = UINT32_MAX;
        else if (how == 4)
            values->sums = 60000;
        else if (how == 5)
            values->node = 1;
        else if (how == 6)
            nest.place->lights.header.used = UINT64_MAX;
        else
            made_sampled(nest.profile, 250, 1, 1, 1);
        struct archive *archive = must_read(nest.made);
        assert_int_not_equal(find(archive, "anchor"), ARCHIVE_NONE);
        if (how != 6)
            assert_string_not_equal(archive_text(archive, archive->places.damage[0]), "");
        archive_close(archive);
        made_free(nest.made);
    }
    /* sums that are not there, and derived numbers beyond all bounds */
    struct nest nest = make_nest();
    nest.place->lights.records[1].trips = INT32_MAX;
    nest.place->lights.records[1].range = INT32_MAX;
    nest.place->lights.records[2].per = UINT32_MAX;
    nest.place->lights.records[2].within = 0;
    nest.place->lights.records[2].times = UINT64_MAX;
    made_at(nest.profile, nest.node_anchor)->trips = UINT64_MAX;
    struct archive *archive = must_read(nest.made);
    expect(archive, "inner", 30, 0, ARCHIVE_LIGHT);
    assert_int_equal(archive->nodes.trips[find(archive, "tiny")], UINT64_MAX);
    archive_close(archive);
    made_free(nest.made);
}

static void of_the_first_version(void **state)
{
    (void)state;
    struct nest nest = make_nest();
    struct format_region *rows = nest.place->regions.rows;
    uint32_t node = made_node(nest.profile, nest.node_main, nest.small, 1000, 30000);
    nest.place->record.version = nest.place->regions.header.version = 1;
    nest.profile->records[0].header.version = 1;
    rows[nest.small].mode = TRI_COUNT;
    rows[nest.small].reason = FORMAT_THROTTLED;
    made_at(nest.profile, node)->sampled = (void *)0x7fffdeadbee0; /* the parent's address */
    struct archive *archive = must_read(nest.made);
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->nodes.visits[i] == 1000)
            assert_int_equal(archive->nodes.timed[i], ARCHIVE_UNTIMED);
    }
    archive_close(archive);
    made_free(nest.made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(become_nodes),
        cmocka_unit_test(joined_with_their_nodes),
        cmocka_unit_test(at_least_where_a_visit_is_open),
        cmocka_unit_test(derived_from_visits_of_a_routine_that_have_ended),
        cmocka_unit_test(trips_that_differ_from_visit_to_visit),
        cmocka_unit_test(visits_in_some_of_the_passes),
        cmocka_unit_test(anchors_that_are_light_elsewhere),
        cmocka_unit_test(more_values_than_a_record_holds),
        cmocka_unit_test(anchors_that_are_not_wanted_are_not_there),
        cmocka_unit_test(passes_of_sampled_visits),
        cmocka_unit_test(sampled_visits),
        cmocka_unit_test(estimates_fit_into_what_is_around_them),
        cmocka_unit_test(estimates_contain_what_was_measured_inside),
        cmocka_unit_test(rare_visits),
        cmocka_unit_test(repeated_visits),
        cmocka_unit_test(nonsense_is_left_out),
        cmocka_unit_test(of_the_first_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
