/* tail_call.c: see tail_call.h */
#include "measure/unwind/tail_call.h"

#include "measure/unwind/code.h"
#include "measure/unwind/function.h"
#include "measure/unwind/module.h"
#include "measure/unwind/symbol.h"

#include <stddef.h>

enum { MOST = 16 }; /* functions that are searched */

struct search {
    tail_call_wanted *wanted;
    void *data;
    uintptr_t functions[MOST]; /* searched, or still to be searched */
    unsigned count;
    struct measure_tail_calls found;
};

/* Adds the target of a jump or call to the functions to search, once. */
static void add_function(struct search *search, uintptr_t start)
{
    struct measure_unwind_function function;
    for (unsigned i = 0; i < search->count; i++) {
        if (search->functions[i] == start)
            return;
    }
    if (search->count < MOST && measure_unwind_function_of(start, &function) &&
        function.start == start)
        search->functions[search->count++] = start;
}

/* The target of a call or jump. */
enum where { ELSEWHERE, TO_WANTED, TO_US };

/* Classifies the target. A function that is not wanted is searched, too, unless it is one of this
 * library: then it is the wanted one under another name. */
static enum where follow(struct search *search, const struct measure_code_target *to)
{
    const uintptr_t *slot = to->slot;
    uintptr_t code = to->behind - 1;
    if (!slot && (!unwind_is_code(to->target) || !measure_code_stub(to->target, &slot))) {
        add_function(search, to->target);
        return ELSEWHERE;
    }
    const char *name = symbol_of_slot(code, slot);
    if (!name)
        return ELSEWHERE;
    if (search->wanted(name, search->data))
        return TO_WANTED;
    if (symbol_same_module(*slot, (uintptr_t)follow))
        return TO_US;
    add_function(search, *slot);
    return ELSEWHERE;
}

static void look_into(struct search *search, uintptr_t start)
{
    struct measure_unwind_function function;
    struct measure_code_target jump;
    if (!measure_unwind_function_of(start, &function) || !unwind_is_code(start))
        return;
    for (uintptr_t at = function.start; measure_code_next_jump(at, function.end, &jump);
         at = jump.next) {
        bool stays = jump.target >= function.start && jump.target < function.end;
        if (stays || follow(search, &jump) != TO_WANTED)
            continue;
        if (search->found.count < TAIL_CALLS)
            search->found.at[search->found.count] = jump.behind - 1;
        search->found.count++;
    }
}

static struct measure_tail_calls look(struct search *search)
{
    for (unsigned i = 0; i < search->count; i++)
        look_into(search, search->functions[i]);
    if (search->found.count > TAIL_CALLS)
        search->found.count = 0;
    return search->found;
}

struct measure_tail_calls measure_tail_calls_in(uintptr_t function, tail_call_wanted *wanted,
                                                void *data)
{
    struct search search = {.wanted = wanted, .data = data};
    add_function(&search, function);
    return look(&search);
}

struct measure_tail_calls measure_tail_calls_of(uintptr_t site, tail_call_wanted *wanted,
                                                void *data)
{
    struct search search = {.wanted = wanted, .data = data};
    struct measure_code_target call;
    if (unwind_is_code(site - 1) && measure_code_called(site, &call) &&
        follow(&search, &call) == ELSEWHERE)
        return look(&search);
    return (struct measure_tail_calls){.count = 0};
}
