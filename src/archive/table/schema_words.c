/* schema_words.c: see schema_words.h */
#include "archive/table/schema_words.h"

#include "archive/archive.h"
#include "format/communicator.h"
#include "format/event.h"
#include "format/place.h"
#include "format/region.h"

#include <stdio.h>

#define WORDS(name, ...)                                                                           \
    const char *name(uint32_t code)                                                                \
    {                                                                                              \
        static const char *const words[] = {__VA_ARGS__};                                          \
        return code < sizeof words / sizeof words[0] && words[code] ? words[code] : "";            \
    }

const char *schema_region_kind(uint32_t code)
{
    const char *word = format_region_word(code);
    return word ? word : "";
}

const char *schema_node_how(uint32_t code)
{
    static const char *const words[] = {"light",    "derived-visits", "derived-trips",
                                        "at-least", "too-short",      "unlike-timed"};
    enum { BITS = sizeof words / sizeof words[0], ROOM = 80 };
    static _Thread_local char texts[1 << BITS][ROOM];
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
WORDS(schema_region_mode, "off", "new", "count", "time", "time", "log", "sample")
WORDS(schema_region_reason, [FORMAT_MEASURED] = "measured", [FORMAT_EXCLUDED] = "excluded",
      [FORMAT_HOT] = "hot", [FORMAT_THROTTLED] = "throttled",
      [FORMAT_UNMEASURED] = "unmeasured", [FORMAT_STOPPED] = "stopped")
WORDS(schema_place_clock, [FORMAT_CLOCK_COUNTER] = "counter", [FORMAT_CLOCK_MONOTONIC] = "monotonic",
      [FORMAT_CLOCK_CPU] = "cpu")
WORDS(schema_place_state, [ARCHIVE_RUNNING] = "running", [ARCHIVE_ENDED] = "ended",
      [ARCHIVE_REPLACED] = "replaced", [ARCHIVE_UNFINISHED] = "unfinished", [ARCHIVE_STOPPED] = "stopped")
WORDS(schema_log_keep, [FORMAT_KEEP_FIRST] = "first", [FORMAT_KEEP_LAST] = "last")
WORDS(schema_activity_kind, [ARCHIVE_THREAD] = "thread", [ARCHIVE_IMPLICIT] = "implicit",
      [ARCHIVE_TASK] = "task")
WORDS(schema_communicator_kind, [FORMAT_COMMUNICATOR_INTRA] = "intra",
      [FORMAT_COMMUNICATOR_INTER] = "inter", [FORMAT_COMMUNICATOR_ALONE] = "alone", [FORMAT_COMMUNICATOR_NAMED] = "named", [FORMAT_COMMUNICATOR_ANONYMOUS] = "anonymous")
WORDS(schema_collective_kind, [ARCHIVE_COLLECTIVE_BARRIER] = "barrier",
      [ARCHIVE_COLLECTIVE_N_TO_N] = "n-to-n", [ARCHIVE_COLLECTIVE_N_TO_1] = "n-to-1",
      [ARCHIVE_COLLECTIVE_1_TO_N] = "1-to-n", [ARCHIVE_COLLECTIVE_PREFIX] = "prefix",
      [ARCHIVE_COLLECTIVE_NEAR] = "near")
WORDS(schema_variable_how, [ARCHIVE_COPIED] = "copied", [ARCHIVE_COPIED_BACK] = "copied-back", [ARCHIVE_SHARED] = "shared")
WORDS(schema_variable_use, "", [ARCHIVE_UNUSED] = "unused", [ARCHIVE_RELAYED] = "relayed", [ARCHIVE_ONE_ELEMENT] = "one-element")
/* clang-format on */
