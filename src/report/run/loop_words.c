/* loop_words.c: see loop_words.h */
#include "report/run/loop_words.h"

#include "format/loops.h"
#include "util/words.h"

#include <string.h>

const char report_loop_kind_note[] =
    "kind: counted (a register holds the trip count), always N (trips), irreducible (several entry "
    "points), general; vector: it processes several elements at once. factor: source iterations "
    "per trip, where known.";

const char report_loop_kind_words[] =
    "counted (by a register), general, irreducible (several entry points), "
    "vector (several elements at once), rest of N (remainder loop of loop N "
    "of its function)";

void report_loop_kind(struct buffer *to, uint32_t flags, uint32_t trips)
{
    if (trips)
        buffer_printf(to, "always %u", trips);
    else
        buffer_add(to, flags & FORMAT_LOOP_IRREDUCIBLE ? "irreducible"
                       : flags & FORMAT_LOOP_COUNTED   ? "counted"
                                                       : "general");
    if (flags & FORMAT_LOOP_VECTOR)
        buffer_add(to, ", vector");
}

void report_loop_where(struct buffer *to, const char *file, uint32_t line)
{
    const char *slash = strrchr(file, '/');
    if (*file && line)
        buffer_printf(to, "%s:%u", slash && slash[1] ? slash + 1 : file, line);
}

void report_loop_mean(struct buffer *to, double mean)
{
    words_number(to, mean, 4);
}
