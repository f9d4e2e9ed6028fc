/* loop_words.c: see loop_words.h */
#include "report/run/loop_words.h"

#include "format/loops.h"
#include "util/words.h"

#include <string.h>

const char loop_kind_note[] =
    "kind: counted (a register tells its trips), always N, irreducible (it can be entered "
    "in several places), general; vector: it works on several elements at once. factor: source "
    "iterations in one trip, where that is known.";

const char loop_kind_words[] =
    "counted (by a register), general, irreducible (entered in several places), "
    "vector (several elements at once), rest of N (it does what loop N "
    "of its function leaves over)";

void loop_kind(struct buffer *to, uint32_t flags, uint32_t trips)
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

void loop_where(struct buffer *to, const char *file, uint32_t line)
{
    const char *slash = strrchr(file, '/');
    if (*file && line)
        buffer_printf(to, "%s:%u", slash && slash[1] ? slash + 1 : file, line);
}

void loop_mean(struct buffer *to, double mean)
{
    words_number(to, mean, 4);
}
