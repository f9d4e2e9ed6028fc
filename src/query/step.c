/* step.c: what all steps share. */
#include "query/step.h"

#include "util/memory.h"

#include <stdlib.h>

void step_finish_plainly(struct step *step)
{
    step->next->finish(step->next);
}

void step_free(struct step *first)
{
    while (first) {
        struct step *next = first->next;
        free(first->needed);
        first->free(first);
        first = next;
    }
}

struct program **step_programs(const struct step *step, size_t first, size_t count)
{
    struct program **programs = memory_zeroed(count + 1, sizeof *programs);
    for (size_t i = 0; i < count; i++)
        programs[i] =
            program_make(step->data, step->shape, step->stage->expressions[first + i], step->rows);
    return programs;
}

void step_programs_free(struct program **programs, size_t count)
{
    for (size_t i = 0; programs && i < count; i++)
        program_free(programs[i]);
    free(programs);
}
