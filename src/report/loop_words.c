/* loop_words.c: see loop_words.h */
#include "report/loop_words.h"

#include "format/loops.h"

const char loop_kind_note[] =
    "kind: counted, a register tells how often it turns; always N, it is the same each time; "
    "irreducible, it can be entered in several places; general, none of these; vector, it works "
    "on several elements at once. factor: iterations of the source in one of the binary.";

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
