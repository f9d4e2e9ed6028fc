/* test_events.c: event logs made by hand: what is odd about them. */
#include "unit.h"

#include "archive/archive.h"
#include "archive/events/events.h"
#include "format/activity_record.h"
#include "format/again.h"
#include "format/move_record.h"
#include "format/points.h"
#include "made.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_SIZE = FORMAT_PIECES_AT + 2 * FORMAT_PIECE_SIZE, MOST = 32 };

/* An archive with main, and a loop in it, on one lane; and a log, which is empty. */
struct logged {
    struct made *made;
    struct archive_folder folder;
    struct archive_folder_memory_file files[33];
    char *log;
    struct format_events *header;
    struct format_event *next;
    uint32_t main, loop;
};

static int make(void **state)
{
    struct logged *logged = calloc(1, sizeof *logged);
    logged->made = made_new();
    struct made_place *place = made_add_place(logged->made);
    place->record.state = FORMAT_PLACE_EXITED;
    place->record.end = MADE_START + 1000;
    struct made_profile *profile = made_add_profile(place);
    uint32_t main_region = made_region(
        place, (struct format_region){.kind = TRI_KIND_ROUTINE, .line = 1}, "main", "a.c", "");
    uint32_t loop_region = made_region(
        place, (struct format_region){.kind = TRI_KIND_LOOP, .line = 2, .seq = 1, .routine = 1}, "",
        "a.c", "");
    uint32_t root = made_lane(profile, 0, "a", MADE_START, MADE_START + 1000);
    logged->main = made_node(profile, root, main_region, 1, 900);
    logged->loop = made_node(profile, logged->main, loop_region, 2, 20);
    logged->log = calloc(1, FILE_SIZE);
    logged->header = (struct format_events *)logged->log;
    *logged->header = (struct format_events){.magic = FORMAT_EVENTS_MAGIC,
                                             .version = FORMAT_VERSION,
                                             .kinds = FORMAT_EVENTS_ALL,
                                             .keep = FORMAT_KEEP_FIRST,
                                             .pieces = 1};
    struct format_piece *piece = (struct format_piece *)(logged->log + FORMAT_SLOTS_AT);
    piece->sequence = 1;
    logged->next = (struct format_event *)(piece + 1);
    *state = logged;
    return 0;
}

static int throw_away(void **state)
{
    struct logged *logged = *state;
    made_free(logged->made);
    free(logged->log);
    free(logged);
    return 0;
}

static void add(struct logged *logged, enum format_event_type type, uint32_t what, uint64_t start,
                uint32_t length)
{
    *logged->next++ = (struct format_event){start, format_event_rest(type, what, length)};
}

static void act(struct logged *logged, uint32_t node, uint64_t start, uint32_t length)
{
    add(logged, FORMAT_EVENT_ACT, node, MADE_START + start, length);
}

/* The acts of the lane, without the lane itself. */
static size_t read_acts(struct logged *logged, size_t size, struct archive_act acts[MOST],
                        uint64_t *damage)
{
    struct error error = {0};
    struct archive_folder folder = made_folder(logged->made);
    memcpy(logged->files, folder.files, folder.file_count * sizeof logged->files[0]);
    logged->files[folder.file_count] =
        (struct archive_folder_memory_file){"places/0/events-0", logged->log, size};
    folder = (struct archive_folder){.files = logged->files, .file_count = folder.file_count + 1};
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert_string_equal(error.text, "");
    struct archive_acts *all = archive_acts_of(archive, 0, 0, UINT64_MAX, &error);
    struct archive_act lane;
    assert_true(archive_acts_next(all, &lane));
    assert_int_equal(lane.start, MADE_START);
    size_t count = 0;
    while (count < MOST && archive_acts_next(all, &acts[count]))
        count++;
    archive_acts_free(all);
    *damage = archive_acts_damage(archive);
    archive_close(archive);
    return count;
}

static void inner_acts_come_after_what_is_around_them(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    act(logged, logged->loop, 10, 5);
    act(logged, logged->loop, 20, 15);
    act(logged, logged->main, 10, 900);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 3);
    assert_int_equal(damage, 0);
    assert_int_equal(acts[0].end - acts[0].start, 900);
    assert_int_equal(acts[1].start - MADE_START, 10);
    assert_int_equal(acts[2].start - MADE_START, 20);
}

static void acts_of_no_length_keep_their_order(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    for (int i = 0; i < 2; i++) { /* twice: a loop in main, all at one moment */
        act(logged, logged->loop, 10, 0);
        act(logged, logged->main, 10, 0);
    }
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 4);
    assert_int_equal(acts[0].node, acts[2].node);
    assert_int_equal(acts[1].node, acts[3].node);
    assert_true(acts[0].node < acts[1].node);
}

static void values_belong_to_the_act_before(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    add(logged, FORMAT_EVENT_VALUE, FORMAT_VALUE_TRIPS, 99, 0); /* its act was never complete */
    act(logged, logged->loop, 10, 5);
    add(logged, FORMAT_EVENT_VALUE, FORMAT_VALUE_TRIPS, 7, 0);
    logged->next++; /* room that was not used */
    add(logged, FORMAT_EVENT_VALUE, FORMAT_VALUE_TRIPS, 98, 0);
    act(logged, logged->main, 0, FORMAT_LENGTH_ELSEWHERE);
    add(logged, FORMAT_EVENT_VALUE, FORMAT_VALUE_LENGTH, UINT64_C(5000000000), 0);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 2);
    assert_int_equal(damage, 0);
    assert_int_equal(acts[0].end - acts[0].start, UINT64_C(5000000000));
    assert_int_equal(acts[1].trips, 7);
}

/* Adds an act of no length as the probes do. */
static void add_point(struct logged *logged, uint32_t node, uint64_t start)
{
    uint64_t joined = format_points_add(logged->next - 1, node, MADE_START + start);
    if (joined)
        logged->next[-1].rest = joined;
    else
        act(logged, node, start, 0);
}

static void acts_of_no_length_share_records(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    const uint64_t starts[] = {3, 3, 10, 11, 65547, 65547, 65548, 131084, 131085, 900000, 900001};
    enum { POINTS = sizeof starts / sizeof starts[0] };
    const struct format_event *first = logged->next;
    for (int i = 0; i < POINTS; i++)
        add_point(logged, logged->loop, starts[i]);
    assert_int_equal(logged->next - first, 5); /* of 3, 2, 2, 2 and 2 acts */
    add_point(logged, logged->main, 900001);   /* of another node */
    act(logged, logged->main, 900002, 1);
    add_point(logged, logged->main, 900003); /* behind an act that has a length */
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), POINTS + 3);
    assert_int_equal(damage, 0);
    for (int i = 0; i < POINTS; i++) {
        assert_int_equal(acts[i].start - acts[0].start, starts[i] - starts[0]);
        assert_int_equal(acts[i].end, acts[i].start);
    }
}

static void a_move_has_its_values_in_one_record(void **state)
{
    (void)state;
    struct format_event values[FORMAT_MOVE_VALUES], record = format_move_pack(3, UINT32_MAX, 17);
    assert_true(format_move_fits(UINT32_MAX));
    assert_false(format_move_fits((uint64_t)UINT32_MAX + 1));
    assert_int_equal(format_move_unpack(&record, values), 3);
    assert_int_equal(values[0].start, UINT32_MAX);
    assert_int_equal(values[1].start, format_address(3, -1));
    assert_int_equal(values[2].start, 17);
    record = format_move_pack(3, 0, UINT32_MAX);
    assert_int_equal(format_move_unpack(&record, values), 1);
    assert_int_equal(values[0].start, format_address(3, -1));
}

/* Adds an act with a message to place 3, as the probes do. */
static void add_message(struct logged *logged, struct format_event **last, uint64_t start,
                        uint64_t number, uint64_t bytes)
{
    const struct format_event message =
        format_message_pack(false, format_order(1, number), format_address(3, 7), bytes);
    struct format_event *at = logged->next;
    if (*last && format_again_fits(*last, &message, MADE_START + start)) {
        add(logged, (enum format_event_type)FORMAT_EVENT_AGAIN, logged->loop,
            format_again_start(*last, &message, MADE_START + start, at), 5);
        return;
    }
    act(logged, logged->loop, start, 5);
    *last = logged->next++;
    **last = message;
}

static void messages_like_earlier_ones_refer_to_them(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    struct format_event *last = NULL, *first = logged->next, split[2];
    uint64_t damage;
    add_message(logged, &last, 10, 0, 8);
    add_message(logged, &last, 20, 1, 8);
    add_message(logged, &last, 30, 4095, 8);
    assert_int_equal(logged->next - first, 4);
    assert_true(format_again_split(first + 3, first, split));
    assert_int_equal(split[1].start, first[1].start);
    assert_int_equal(split[1].rest, first[1].rest + 4095);
    add_message(logged, &last, 40, 4096, 8);  /* its number is too far away */
    add_message(logged, &last, 50, 4097, 16); /* of another size */
    add_message(logged, &last, 60, 4096, 16); /* of a smaller number */
    add_message(logged, &last, 70, 4097, 16);
    assert_int_equal(logged->next - first, 11);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 7);
    assert_int_equal(damage, 0);
    for (unsigned i = 0; i < 7; i++) {
        assert_int_equal(acts[i].start, MADE_START + 10 * (i + 1));
        assert_int_equal(acts[i].end, acts[i].start + 5);
        assert_int_equal(acts[i].bytes, i < 4 ? 8 : 16);
    }
    const struct format_event message = first[1];
    assert_false(format_again_fits(first + 1, &message, MADE_START + 9));
    assert_false(format_again_fits(first + 1, &message,
                                   MADE_START + 10 + (UINT64_C(1) << FORMAT_AGAIN_TICKS)));
}

static void messages_that_refer_to_nothing_are_counted(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    enum format_event_type again = (enum format_event_type)FORMAT_EVENT_AGAIN;
    add(logged, again, logged->loop, UINT64_C(1) << FORMAT_AGAIN_TICKS, 5); /* before the piece */
    act(logged, logged->loop, 10, 5);
    add(logged, again, logged->loop, 0, 5);                                 /* to itself */
    add(logged, again, logged->loop, UINT64_C(2) << FORMAT_AGAIN_TICKS, 5); /* to an act */
    *logged->next++ = format_message_pack(false, UINT32_MAX, 0, 8);         /* without an act */
    add(logged, again, logged->loop, UINT64_C(1) << FORMAT_AGAIN_TICKS, 5);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 1);
    assert_int_equal(damage, 4);
}

static void an_act_and_its_activity_are_one_record(void **state)
{
    (void)state;
    enum { BASE = 1000000, NODE = 77 };
    const uint64_t longest = (UINT64_C(1) << FORMAT_BRIEF_BITS) - 1,
                   latest = BASE + (UINT64_C(1) << FORMAT_SINCE_BITS) - 1;
    struct format_event act, values[FORMAT_MOVE_VALUES];
    assert_true(format_numbered_fits(BASE, 1, BASE - 1)); /* it may have begun before the piece */
    assert_true(format_numbered_fits(BASE, latest - longest, longest));
    assert_false(format_numbered_fits(BASE, latest - longest, longest + 1));
    assert_false(format_numbered_fits(BASE, latest + 1, 0));
    assert_false(format_numbered_fits(BASE, 1, BASE - 2)); /* ended before the piece was begun */
    assert_false(format_numbered_fits(0, 1, 1));
    struct format_event record =
        format_numbered_pack(BASE, NODE, latest - longest, longest, UINT32_MAX - 1);
    assert_int_equal(format_numbered_unpack(&record, BASE, &act, values), 1);
    assert_int_equal(act.start, latest - longest);
    assert_int_equal(act.rest, format_event_rest(FORMAT_EVENT_ACT, NODE, (uint32_t)longest));
    assert_int_equal(values[0].start, UINT32_MAX - 1);
    assert_int_equal(format_numbered_unpack(&act, BASE, &act, values), 0);
}

static void a_move_that_takes_no_time_is_one_record(void **state)
{
    (void)state;
    enum { BASE = 5, NODE = FORMAT_EVENT_NODES - 1, BYTES = (1 << FORMAT_STAYED_BITS) - 1 };
    const uint32_t place = (1 << (FORMAT_BRIEF_BITS - FORMAT_STAYED_BITS)) - 1;
    struct format_event act, values[FORMAT_MOVE_VALUES];
    assert_true(format_stayed_fits(BASE, BASE, place, BYTES));
    assert_false(format_stayed_fits(BASE, BASE, place + 1, BYTES));
    assert_false(format_stayed_fits(BASE, BASE, place, BYTES + 1));
    assert_false(format_stayed_fits(BASE, BASE - 1, place, BYTES));
    struct format_event record = format_stayed_pack(BASE, NODE, 1000, place, BYTES, 17);
    assert_int_equal(format_numbered_unpack(&record, BASE, &act, values), 3);
    assert_int_equal(act.start, 1000);
    assert_int_equal(act.rest, format_event_rest(FORMAT_EVENT_ACT, NODE, 0));
    assert_int_equal(values[0].start, BYTES);
    assert_int_equal(values[1].start, format_address(place, -1));
    assert_int_equal(values[2].start, 17);
}

static void points_too_far_apart_have_records_of_their_own(void **state)
{
    (void)state;
    const struct format_event one = {100, format_event_rest(FORMAT_EVENT_ACT, 7, 0)};
    const uint64_t latest = 100 + (uint64_t)UINT32_MAX;
    struct format_event two = {100, format_points_add(&one, 7, latest)}, acts[FORMAT_POINTS] = {0};
    assert_int_equal(format_points_split(&two, acts), 2);
    assert_int_equal(acts[1].start, latest);
    assert_int_equal(format_points_add(&two, 7, latest + 1), 0);
    assert_int_equal(format_points_add(&one, 7, latest + 1), 0);
    assert_int_equal(format_points_add(&one, 7, 99), 0);
    assert_int_equal(format_points_add(&one, 8, 100), 0);
    two.rest = format_points_add(&one, 7, 100);
    assert_int_equal(format_points_add(&two, 7, 99), 0);
    two.rest = format_points_add(&one, 7, 105);
    assert_int_equal(format_points_add(&two, 7, 105 + (uint64_t)UINT16_MAX + 1), 0);
    two.rest = format_points_add(&two, 7, 105 + (uint64_t)UINT16_MAX);
    assert_int_equal(format_points_split(&two, acts), 3);
    assert_int_equal(acts[1].start, 105);
    assert_int_equal(acts[2].start, 105 + (uint64_t)UINT16_MAX);
    two.rest = format_points_add(&one, 7, 100);
    two.rest = format_points_add(&two, 7, 100);
    assert_int_equal(format_points_split(&two, acts), 3);
    assert_int_equal(format_points_add(&two, 7, 100), 0);
    assert_int_equal(format_points_split(&one, acts), 0);
}

static void what_makes_no_sense_is_counted(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    act(logged, 9999, 10, 5); /* no such node */
    act(logged, 0, 10, 5);    /* the header of the profile */
    act(logged, 1, 10, 5);    /* a lane */
    add(logged, FORMAT_EVENT_ACT, logged->loop, UINT64_MAX - 2, 100);
    add(logged, 15, logged->loop, MADE_START, 1);
    act(logged, logged->loop, 10, 5);
    add(logged, FORMAT_EVENT_VALUE, 12345, 7, 0);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 1);
    assert_int_equal(damage, 6);
}

static void a_log_that_says_too_much_ends(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    act(logged, logged->loop, 10, 5);
    logged->header->pieces = UINT64_MAX - 1;
    read_acts(logged, FILE_SIZE, acts, &damage);
    assert_true(damage > 0);
    logged->header->keep = FORMAT_KEEP_LAST;
    logged->header->limit = UINT64_MAX / 2;
    logged->header->written = UINT64_MAX;
    read_acts(logged, FILE_SIZE, acts, &damage);
    assert_true(damage > 0);
}

static void a_log_may_be_cut(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    size_t first = (size_t)((char *)(logged->next + 1) - logged->log);
    act(logged, logged->loop, 10, 5);
    act(logged, logged->loop, 20, 5);
    assert_int_equal(read_acts(logged, first, acts, &damage), 1);
    assert_int_equal(read_acts(logged, FORMAT_SLOTS_AT, acts, &damage), 0);
    assert_int_equal(damage, 1);
    assert_int_equal(read_acts(logged, sizeof(struct format_events), acts, &damage), 0);
}

static void open_visits_are_acts(void **state)
{
    struct logged *logged = *state;
    struct archive_act acts[MOST];
    uint64_t damage;
    struct format_node *node = made_at(&logged->made->places[0].profiles[0], logged->main);
    node->open = MADE_START + 3;
    act(logged, logged->loop, 10, 5);
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 2);
    assert_int_equal(acts[0].flags, ARCHIVE_ACT_UNFINISHED);
    assert_int_equal(acts[0].start, MADE_START + 3);
    assert_int_equal(acts[0].end, MADE_START + 1000);
    act(logged, logged->main, 3, 50); /* logged, then killed before the node knew */
    assert_int_equal(read_acts(logged, FILE_SIZE, acts, &damage), 2);
    assert_int_equal(acts[0].flags, 0);
    assert_int_equal(acts[0].end, MADE_START + 53);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(inner_acts_come_after_what_is_around_them, make,
                                        throw_away),
        cmocka_unit_test_setup_teardown(acts_of_no_length_keep_their_order, make, throw_away),
        cmocka_unit_test_setup_teardown(values_belong_to_the_act_before, make, throw_away),
        cmocka_unit_test_setup_teardown(acts_of_no_length_share_records, make, throw_away),
        cmocka_unit_test_setup_teardown(messages_like_earlier_ones_refer_to_them, make, throw_away),
        cmocka_unit_test_setup_teardown(messages_that_refer_to_nothing_are_counted, make,
                                        throw_away),
        cmocka_unit_test(an_act_and_its_activity_are_one_record),
        cmocka_unit_test(a_move_that_takes_no_time_is_one_record),
        cmocka_unit_test(points_too_far_apart_have_records_of_their_own),
        cmocka_unit_test(a_move_has_its_values_in_one_record),
        cmocka_unit_test_setup_teardown(what_makes_no_sense_is_counted, make, throw_away),
        cmocka_unit_test_setup_teardown(a_log_that_says_too_much_ends, make, throw_away),
        cmocka_unit_test_setup_teardown(a_log_may_be_cut, make, throw_away),
        cmocka_unit_test_setup_teardown(open_visits_are_acts, make, throw_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
