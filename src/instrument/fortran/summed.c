/* summed.c: loops that are never timed and have no probe inside are summed up in variables, and
 * counted together when the loop around them ends. */
#include "instrument/fortran/scope.h"

/* The loop right around must be the thread's own, as this one is. */
static bool may_sum(const struct routine *routine, const struct site *loop)
{
    const struct site *around = loop->around;
    return loop->leaf && around && !around->obstacle && !around->landed &&
           !around->directive.words && !loop->directive.words &&
           loop->environment == around->environment && !routine_spot(routine, loop->at)->concurrent;
}

void summed_choose(struct routine *routine)
{
    if (!routine->file->request->untimed_loops)
        return;
    for (size_t i = routine->site_count; i-- > 0;) {
        struct site *site = &routine->sites[i];
        if (!may_sum(routine, site))
            continue;
        site->summed = true;
        site->next_sum = site->around->sums;
        site->around->sums = site;
    }
}

void summed_begin(struct routine *routine, const struct site *loop, struct buffer *lines)
{
    static const char *const starts[][2] = {
        {"i", "0"}, {"t", "0"}, {"j", "9223372036854775807_8"}, {"k", "0"}};
    for (const struct site *summed = loop->sums; summed; summed = summed->next_sum) {
        for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
            char name[VARIABLE_SIZE];
            routine_variable(routine, loop->environment, name, *starts[i][0], summed->number);
            text_line(lines, "%s = %s", name, starts[i][1]);
        }
    }
}

void summed_add(const struct site *summed, struct buffer *lines)
{
    unsigned number = summed->number;
    text_line(lines, "tri_i%u = tri_i%u + 1", number, number);
    text_line(lines, "tri_t%u = tri_t%u + tri_n%u", number, number, number);
    text_line(lines, "if (tri_n%u < tri_j%u) tri_j%u = tri_n%u", number, number, number, number);
    text_line(lines, "if (tri_n%u > tri_k%u) tri_k%u = tri_n%u", number, number, number, number);
}

void summed_end(const struct site *loop, struct buffer *lines)
{
    for (const struct site *summed = loop->sums; summed; summed = summed->next_sum) {
        unsigned number = summed->number, row = number + 1;
        text_line(lines,
                  "if (tri_i%u /= 0 .and. tri_r(1,%u) /= 0) call tri_count_loops(tri_r(1,%u), "
                  "tri_i%u, tri_t%u, tri_j%u, tri_k%u)",
                  number, row, row, number, number, number, number);
    }
}
