/* test_peers.c: whom calls of MPI exchange messages with, as their acts tell. */
#include "unit.h"

#include "archive/events/events.h"
#include "archive/table/atomic_file.h"
#include "made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void what_differs_is_several(void **state)
{
    (void)state;
    struct archive_event_peers peers = {0};
    archive_event_peers_take(&peers, FORMAT_VALUE_SENT, format_order(2, 7));
    archive_event_peers_take(&peers, FORMAT_VALUE_TO, format_address(3, 9));
    archive_event_peers_take(&peers, FORMAT_VALUE_SIZE, 100);
    assert_int_equal(peers.told,
                     ARCHIVE_TOLD_TARGET | ARCHIVE_TOLD_TAG | ARCHIVE_TOLD_COMMUNICATOR);
    assert_int_equal(peers.several, 0);
    assert_int_equal(peers.to, 3);
    assert_int_equal(peers.tag, 9);
    assert_int_equal(peers.communicator, 2);
    archive_event_peers_take(&peers, FORMAT_VALUE_RECEIVED, format_order(2, 0)); /* MPI_Sendrecv */
    archive_event_peers_take(&peers, FORMAT_VALUE_FROM, format_address(1, 9));
    assert_int_equal(peers.from, 1);
    assert_true(peers.told & ARCHIVE_TOLD_SOURCE && !peers.several);
    archive_event_peers_take(&peers, FORMAT_VALUE_RECEIVED, format_order(4, 0));
    archive_event_peers_take(&peers, FORMAT_VALUE_FROM, format_address(5, 8));
    assert_int_equal(peers.several,
                     ARCHIVE_TOLD_SOURCE | ARCHIVE_TOLD_TAG | ARCHIVE_TOLD_COMMUNICATOR);
}

static void any_tag_is_none(void **state)
{
    (void)state;
    struct archive_event_peers peers = {0};
    archive_event_peers_take(&peers, FORMAT_VALUE_POSTED, format_order(0, 0));
    archive_event_peers_take(&peers, FORMAT_VALUE_ASKED, format_address(FORMAT_ANY, -1));
    assert_int_equal(peers.told, ARCHIVE_TOLD_SOURCE | ARCHIVE_TOLD_COMMUNICATOR);
    assert_int_equal(peers.from, FORMAT_ANY);
}

/* MPI_Sendrecv asks any, and then knows whom it came from. */
static void who_it_was_replaces_any(void **state)
{
    (void)state;
    struct archive_event_peers peers = {0};
    archive_event_peers_take(&peers, FORMAT_VALUE_ASKED, format_address(FORMAT_ANY, -1));
    archive_event_peers_take(&peers, FORMAT_VALUE_FROM, format_address(3, 9));
    assert_true(peers.told & ARCHIVE_TOLD_SOURCE && !peers.several);
    assert_int_equal(peers.from, 3);
    archive_event_peers_take(&peers, FORMAT_VALUE_FROM, format_address(4, 9));
    assert_int_equal(peers.several, ARCHIVE_TOLD_SOURCE);
}

/* How many acts send to the other rank and receive from it; all that they tell is checked. */
static void count_acts(const char *path, int *sent, int *received)
{
    struct error error = {0};
    struct archive *archive = archive_open(path, &error);
    struct archive_act act;
    assert_non_null(archive);
    *sent = *received = 0;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        uint32_t place = archive->lanes.place[lane];
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, &error);
        while (archive_acts_next(acts, &act)) {
            struct archive_facts facts = archive_facts_of(archive, &act);
            bool sends = act.told & ARCHIVE_TOLD_TARGET, receives = act.told & ARCHIVE_TOLD_SOURCE;
            *sent += sends;
            *received += receives;
            assert_int_equal(facts.exec_place, archive->places.number[place]);
            assert_int_equal(facts.source_place,
                             archive->places.number[receives ? act.source : place]);
            assert_int_equal(facts.target_place,
                             archive->places.number[sends ? act.target : place]);
            if (!sends && !receives)
                continue;
            assert_int_not_equal(sends ? act.target : act.source, place);
            assert_true(act.told & ARCHIVE_TOLD_TAG);
            assert_int_equal(act.tag, 7);
            assert_true(act.told & ARCHIVE_TOLD_COMMUNICATOR);
            assert_int_equal(archive->communicators.place[act.communicator], place);
        }
        archive_acts_free(acts);
    }
    archive_close(archive);
}

static void sealed_acts_tell_the_same(void **state)
{
    (void)state;
    char folder[] = "/tmp/triptych-peers-XXXXXX", path[64];
    struct error error = {0};
    int sent, received, sealed_sent, sealed_received;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.tri", folder);
    struct made *made = made_ranks();
    made_write(made, path);
    made_free(made);
    count_acts(path, &sent, &received);
    assert_true(sent >= 3 && received >= 3);
    if (!archive_seal(path, NULL, &error))
        fail_msg("%s", error.text);
    count_acts(path, &sealed_sent, &sealed_received);
    assert_int_equal(sealed_sent, sent);
    assert_int_equal(sealed_received, received);
    assert_true(archive_file_remove(folder, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_is_several),
        cmocka_unit_test(any_tag_is_none),
        cmocka_unit_test(who_it_was_replaces_any),
        cmocka_unit_test(sealed_acts_tell_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
