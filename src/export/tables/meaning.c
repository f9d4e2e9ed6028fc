/* meaning.c: the meaning of the columns of an archive's tables, as documented in doc/archive.md. */
#include "export/tables/tables.h"

#include "format/act.h"
#include "format/communicator.h"
#include "format/event.h"
#include "format/mpi.h"
#include "format/object.h"
#include "format/place.h"
#include "format/region.h"

#include <stdio.h>
#include <string.h>
#include <triptych/probes.h>

#define WORDS(name, ...)                                                                           \
    static const char *name(uint32_t code)                                                         \
    {                                                                                              \
        static const char *const words[] = {__VA_ARGS__};                                          \
        return code < sizeof words / sizeof words[0] && words[code] ? words[code] : "";            \
    }

/* Returns the word for a kind, as in queries, so that a value copied from a table fits a condition.
 */
static const char *region_kind(uint32_t code)
{
    const char *word = format_region_word(code);
    return word ? word : "";
}

/* Returns the words for the flags of enum archive_how, separated by blanks. */
static const char *node_how(uint32_t code)
{
    static const char *const words[] = {"light", "derived-visits", "derived-trips", "at-least",
                                        "too-short"};
    enum { BITS = sizeof words / sizeof words[0], ROOM = 64 };
    static char texts[1 << BITS][ROOM];
    if (code >= 1 << BITS)
        return "";
    size_t used = 0;
    for (size_t i = 0; i < BITS; i++) {
        if (code & 1U << i)
            used += (size_t)snprintf(texts[code] + used, ROOM - used, "%s%s", used ? " " : "",
                                     words[i]);
    }
    return texts[code];
}

/* clang-format off */
WORDS(region_mode, "off", "new", "count", "time", "time", "log", "sample")
WORDS(region_reason, [FORMAT_MEASURED] = "measured", [FORMAT_EXCLUDED] = "excluded",
      [FORMAT_HOT] = "hot", [FORMAT_THROTTLED] = "throttled",
      [FORMAT_UNMEASURED] = "unmeasured", [FORMAT_STOPPED] = "stopped")
WORDS(place_clock, [FORMAT_CLOCK_COUNTER] = "counter", [FORMAT_CLOCK_MONOTONIC] = "monotonic",
      [FORMAT_CLOCK_CPU] = "cpu")
WORDS(place_state, [ARCHIVE_RUNNING] = "running", [ARCHIVE_EXITED] = "exited",
      [ARCHIVE_REPLACED] = "replaced", [ARCHIVE_CUT] = "cut", [ARCHIVE_STOPPED] = "stopped")
WORDS(log_keep, [FORMAT_KEEP_FIRST] = "first", [FORMAT_KEEP_LAST] = "last")
WORDS(activity_kind, [ARCHIVE_THREAD] = "thread", [ARCHIVE_IMPLICIT] = "implicit",
      [ARCHIVE_TASK] = "task")
WORDS(communicator_kind, [FORMAT_COMMUNICATOR_INTRA] = "intra",
      [FORMAT_COMMUNICATOR_INTER] = "inter", [FORMAT_COMMUNICATOR_ALONE] = "alone")
WORDS(collective_kind, [ARCHIVE_COLLECTIVE_BARRIER] = "barrier",
      [ARCHIVE_COLLECTIVE_N_TO_N] = "n-to-n", [ARCHIVE_COLLECTIVE_N_TO_1] = "n-to-1",
      [ARCHIVE_COLLECTIVE_1_TO_N] = "1-to-n", [ARCHIVE_COLLECTIVE_PREFIX] = "prefix",
      [ARCHIVE_COLLECTIVE_NEAR] = "near")

#define ROW(table, column, of, absent) {table, column, TABLES_ROW, TABLES_##absent, of, NULL}
#define WORD(table, column, word) {table, column, TABLES_WORD, TABLES_NEVER, NULL, word}
#define MOMENT(table, column, absent) {table, column, TABLES_MOMENT, TABLES_##absent, NULL, NULL}
#define NUMBER(table, column, absent) {table, column, TABLES_AS_IT_IS, TABLES_##absent, NULL, NULL}
#define OTHER(table, column, form) {table, column, TABLES_##form, TABLES_NEVER, NULL, NULL}

static const struct tables_meaning meanings[] = {
    WORD("regions", "kind", region_kind), WORD("regions", "mode", region_mode),
    WORD("regions", "reason", region_reason), NUMBER("regions", "seq", ZERO),
    NUMBER("regions", "line", ZERO), NUMBER("regions", "end_line", ZERO),
    ROW("regions", "routine", "regions", ZERO), WORD("regions", "mpi", format_mpi_word),

    NUMBER("places", "parent", LARGEST), WORD("places", "clock", place_clock),
    WORD("places", "state", place_state), OTHER("places", "alive", BOOL),
    MOMENT("places", "start", NEVER), MOMENT("places", "end", NEVER),
    NUMBER("places", "pc_samples", ZERO),
    NUMBER("places", "signal", ZERO), MOMENT("places", "heard", ZERO), OTHER("places", "sent", BOOL),
    NUMBER("places", "cores_online", LARGEST), NUMBER("places", "cores", LARGEST),
    OTHER("places", "cores_low", HEX), OTHER("places", "cores_high", HEX),
    NUMBER("places", "quota", ZERO),
    NUMBER("places", "load_start", LARGEST), NUMBER("places", "load_end", LARGEST),
    NUMBER("places", "cpu_user", LARGEST), NUMBER("places", "cpu_system", LARGEST),
    NUMBER("places", "voluntary", LARGEST), NUMBER("places", "involuntary", LARGEST),
    NUMBER("places", "memory", LARGEST),
    NUMBER("places", "major_faults", LARGEST), NUMBER("places", "minor_faults", LARGEST),
    NUMBER("places", "rank", LARGEST), NUMBER("places", "ranks", ZERO), OTHER("places", "job", HEX),

    ROW("lanes", "place", "places", NEVER), MOMENT("lanes", "start", NEVER),
    MOMENT("lanes", "end", NEVER), OTHER("lanes", "running", BOOL),
    OTHER("lanes", "at_least", BOOL), OTHER("lanes", "forked", BOOL), OTHER("lanes", "ended", BOOL),
    OTHER("lanes", "pool", BOOL), NUMBER("lanes", "parent", LARGEST),
    NUMBER("lanes", "peer", LARGEST), OTHER("lanes", "tag", SIGNED),
    NUMBER("lanes", "cpu", LARGEST), NUMBER("lanes", "cpu_in_mpi", LARGEST),
    NUMBER("lanes", "queued", LARGEST), MOMENT("lanes", "dropped_from", ZERO),
    MOMENT("lanes", "dropped_to", ZERO), MOMENT("lanes", "filtered_from", ZERO),
    MOMENT("lanes", "filtered_to", ZERO),

    ROW("nodes", "lane", "lanes", NEVER), ROW("nodes", "region", "regions", NEVER),
    ROW("nodes", "parent", "nodes", LARGEST), OTHER("nodes", "timed", BOOL),
    NUMBER("nodes", "time", UNTIMED), NUMBER("nodes", "min", UNTIMED),
    NUMBER("nodes", "max", UNTIMED), NUMBER("nodes", "open_time", UNTIMED),
    NUMBER("nodes", "trips", TRIPLESS), NUMBER("nodes", "trips_min", LARGEST),
    NUMBER("nodes", "trips_max", TRIPLESS), NUMBER("nodes", "bytes", BYTELESS),
    NUMBER("nodes", "instructions", ZERO), NUMBER("nodes", "beside", ZERO), WORD("nodes", "how", node_how),

    ROW("event_logs", "place", "places", NEVER), WORD("event_logs", "keep", log_keep),

    ROW("objects", "place", "places", NEVER), ROW("objects", "region", "regions", ZERO),
    WORD("objects", "kind", format_object_word), NUMBER("objects", "holder", LARGEST),
    MOMENT("objects", "since", ZERO),

    ROW("waits", "lane", "lanes", NEVER), ROW("waits", "object", "objects", LARGEST),
    ROW("waits", "node", "nodes", LARGEST), MOMENT("waits", "since", ZERO),

    ROW("activities", "place", "places", NEVER), NUMBER("activities", "parent", LARGEST),
    WORD("activities", "kind", activity_kind), ROW("activities", "made_at", "regions", ZERO),
    ROW("activities", "body", "regions", ZERO), ROW("activities", "made_on", "lanes", LARGEST),
    ROW("activities", "first_lane", "lanes", LARGEST), MOMENT("activities", "created", LARGEST),
    MOMENT("activities", "start", LARGEST), MOMENT("activities", "end", LARGEST),

    ROW("dependences", "activity", "activities", NEVER),

    ROW("communicators", "place", "places", NEVER), OTHER("communicators", "id", HEX),
    WORD("communicators", "kind", communicator_kind),
    ROW("communicators", "first_member", "members", LARGEST),
    MOMENT("communicators", "made", ZERO), MOMENT("communicators", "freed", ZERO),

    ROW("messages", "communicator", "communicators", NEVER),
    ROW("messages", "source", "places", LARGEST), ROW("messages", "target", "places", LARGEST),
    OTHER("messages", "tag", SIGNED), ROW("messages", "send", "nodes", LARGEST),
    ROW("messages", "receive", "nodes", LARGEST), ROW("messages", "finish", "nodes", LARGEST),
    ROW("messages", "post", "nodes", LARGEST), MOMENT("messages", "send_start", ZERO),
    MOMENT("messages", "send_end", ZERO), MOMENT("messages", "receive_start", ZERO),
    MOMENT("messages", "receive_end", ZERO), MOMENT("messages", "finish_start", ZERO),
    MOMENT("messages", "finish_end", ZERO), MOMENT("messages", "post_start", ZERO),

    ROW("collectives", "communicator", "communicators", NEVER),
    ROW("collectives", "place", "places", NEVER), WORD("collectives", "kind", collective_kind),
    ROW("collectives", "root", "places", LARGEST), ROW("collectives", "begin", "nodes", LARGEST),
    ROW("collectives", "end", "nodes", LARGEST), MOMENT("collectives", "begin_start", ZERO),
    MOMENT("collectives", "begin_end", ZERO), MOMENT("collectives", "end_start", ZERO),
    MOMENT("collectives", "end_end", ZERO),

    ROW("loops", "region", "regions", NEVER), OTHER("loops", "address", HEX),
    NUMBER("loops", "factor", ZERO), NUMBER("loops", "rest_of", ZERO),

    ROW("natives", "place", "places", NEVER), OTHER("natives", "address", HEX),

    ROW("samples", "lane", "lanes", NEVER), ROW("samples", "region", "regions", NEVER),
    MOMENT("samples", "from", NEVER), MOMENT("samples", "to", NEVER),

    ROW("cycles", "lane", "lanes", NEVER), ROW("cycles", "region", "regions", NEVER),
    MOMENT("cycle_shape", "start", NEVER),
};
/* clang-format on */

const struct tables_meaning *tables_meaning(const char *table, const char *column)
{
    static const struct tables_meaning plain = {"", "", TABLES_AS_IT_IS, TABLES_NEVER, NULL, NULL};
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++) {
        if (!strcmp(meanings[i].table, table) && !strcmp(meanings[i].column, column))
            return &meanings[i];
    }
    return &plain;
}
