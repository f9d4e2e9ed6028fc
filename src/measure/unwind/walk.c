/* walk.c: see walk.h */
#include "measure/unwind/walk.h"

#include "measure/unwind/function.h"
#include "measure/unwind/module.h"
#include "measure/unwind/symbol.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_OF_OURS = 8,        /* frames of this library inside the call */
    LARGEST_FRAME = 1 << 28, /* bytes; a larger frame is taken for an error */
};

/* A frame: the registers of a function that has called another one. */
struct place {
    uintptr_t pc;           /* the return address of the other function */
    uintptr_t stack, frame; /* stack pointer and frame pointer */
    const uintptr_t
        *frame_was_saved;    /* where its frame pointer is saved; NULL: it is in the register */
    const uintptr_t *loaded; /* what holds its stack pointer, if that was loaded; or NULL */
    bool is_first;           /* `pc` is an instruction, not a return address */
    bool used_register;      /* the frame pointer was used while it was in the register */
    uintptr_t link; /* of an interrupted function: the register of the return address; or 0 */
    uintptr_t end;  /* where the stack ends; 0: not known */
};

static struct unwind_rule rule_of(struct measure_walk_rules *rules, uintptr_t pc)
{
    unsigned slot = (unsigned)((pc >> 2 ^ pc >> 10) % WALK_RULES);
    if (rules->all[slot].pc != pc) {
        rules->all[slot].rule = unwind_rule_at(pc);
        rules->all[slot].pc = pc;
    }
    return rules->all[slot].rule;
}

/* Removes the signature of a return address. */
static inline uintptr_t plain_address(uintptr_t address)
{
#if defined __aarch64__
    register uintptr_t x30 __asm__("x30") = address;
    __asm__("hint #7" : "+r"(x30)); /* xpaclri */
    return x30;
#else
    return address;
#endif
}

enum stepped { STEPPED, OUTERMOST, UNKNOWN };

/* True if a word of the frame that begins at the stack pointer can be read. */
static bool is_on_stack(const struct place *place, uintptr_t at)
{
    return !place->end || (at >= place->stack && at < place->end &&
                           place->end - at >= sizeof(uintptr_t) && at % sizeof(uintptr_t) == 0);
}

/* Moves to the caller of an interrupted function that has its return address in a register. */
static enum stepped step_by_link(struct place *place, uintptr_t above)
{
    if (!place->is_first || !place->link || above < place->stack)
        return UNKNOWN;
    place->pc = plain_address(place->link);
    place->stack = above;
    place->is_first = false;
    return STEPPED;
}

/* True if the address may be in the frame, or where it ends. */
static bool is_in_frame(const struct place *place, uintptr_t at)
{
    return at > place->stack && at - place->stack <= LARGEST_FRAME && at % sizeof(uintptr_t) == 0;
}

/* Moves to the caller. *back is the location of the return address; *used the location of the frame
 * pointer that was needed to find it, or NULL. */
static enum stepped step(struct measure_walk_rules *rules, struct place *place,
                         const uintptr_t **back, const uintptr_t **used)
{
    struct unwind_rule rule = rule_of(rules, place->pc - !place->is_first);
    if (!rule.is_known)
        return UNKNOWN;
    if (rule.is_outermost)
        return OUTERMOST;
    uintptr_t base = rule.by_frame_pointer ? place->frame : place->stack;
    uintptr_t above = base + (uintptr_t)(intptr_t)rule.size;
    place->loaded = rule.loads_stack_pointer ? (const uintptr_t *)above : NULL;
    if (rule.in_register)
        return step_by_link(place, above);
    if (place->loaded &&
        (!is_in_frame(place, above + sizeof(uintptr_t)) || !is_on_stack(place, above)))
        return UNKNOWN;
    above = place->loaded ? *place->loaded : above;
    if (!is_in_frame(place, above))
        return UNKNOWN;
    *used = rule.by_frame_pointer ? place->frame_was_saved : NULL;
    place->used_register |= rule.by_frame_pointer && !place->frame_was_saved;
    *back = (const uintptr_t *)(above + (uintptr_t)(intptr_t)rule.return_at);
    if (!is_on_stack(place, (uintptr_t)*back))
        return UNKNOWN;
    if (rule.saves_frame_pointer) {
        uintptr_t from = rule.saves_by_frame_pointer ? place->frame : above;
        place->frame_was_saved =
            (const uintptr_t *)(from + (uintptr_t)(intptr_t)rule.frame_pointer_at);
        if (!is_on_stack(place, (uintptr_t)place->frame_was_saved))
            return UNKNOWN;
        place->frame = *place->frame_was_saved;
    }
    place->pc = plain_address(**back);
    place->stack = above;
    place->is_first = false;
    return place->pc ? STEPPED : OUTERMOST;
}

static void add_check(struct measure_walk *walk, const uintptr_t *at)
{
    assert(walk->check_count < WALK_CHECKS);
    walk->checks[walk->check_count++] = (struct measure_walk_check){at, *at};
}

static bool is_of_libc(uintptr_t code)
{
    return symbol_same_module(code, (uintptr_t)&getpid);
}

/* Removes the callers around main, or around a thread's function. `check_of` has the number of
 * checks that lead to each caller. */
static void leave_out_start(struct measure_walk *walk, const unsigned *check_of)
{
    unsigned count = walk->count;
    if (count >= 2 && !is_of_libc(walk->callers[count - 1]) && is_of_libc(walk->callers[count - 2]))
        count--; /* _start */
    while (count && is_of_libc(walk->callers[count - 1]))
        count--;
    if (count < walk->count)
        walk->check_count = check_of[count];
    walk->count = count;
}

static void walk_on(struct measure_walk_rules *rules, struct place *place,
                    struct measure_walk *walk)
{
    unsigned check_of[WALK_MOST];
    const uintptr_t *back, *used;
    enum stepped stepped = STEPPED;
    while (walk->count < WALK_MOST) {
        stepped = step(rules, place, &back, &used);
        if (stepped != STEPPED)
            break;
        if (used)
            add_check(walk, used);
        if (place->loaded)
            add_check(walk, place->loaded);
        add_check(walk, back);
        check_of[walk->count] = walk->check_count;
        walk->callers[walk->count++] = place->pc;
    }
    if (stepped == OUTERMOST)
        leave_out_start(walk, check_of);
    walk->is_cut = stepped != OUTERMOST;
}

/* Moves out of the functions of this library, to the call at `site`. */
static bool leave_own(struct measure_walk_rules *rules, struct place *place, uintptr_t site,
                      uintptr_t frame)
{
    const uintptr_t *back, *used;
    for (unsigned i = 0; i < MOST_OF_OURS; i++) {
        if (step(rules, place, &back, &used) != STEPPED)
            return false;
        if (place->pc == site && place->stack >= frame)
            return true;
    }
    return false;
}

/* The frame of the function that this is written in. On other machines, `pc` stays 0, which no rule
 * covers: the callers are unknown. */
#if defined __aarch64__
#define PLACE_READ(place)                                                                          \
    __asm__ volatile("adr %0, .; mov %1, sp" : "=r"((place).pc), "=r"((place).stack))
#elif defined __x86_64__
#define PLACE_READ(place)                                                                          \
    __asm__ volatile("lea 0(%%rip), %0; mov %%rsp, %1" : "=r"((place).pc), "=r"((place).stack))
#else
#define PLACE_READ(place) (void)(place)
#endif
#define PLACE_HERE                                                                                 \
    ({                                                                                             \
        struct place here = {.frame = (uintptr_t)__builtin_frame_address(0), .is_first = true};    \
        PLACE_READ(here);                                                                          \
        here;                                                                                      \
    })

__attribute__((noinline)) void measure_walk_callers(struct measure_walk_rules *rules,
                                                    uintptr_t site, uintptr_t frame,
                                                    uintptr_t pointer, struct measure_walk *walk)
{
    struct place place = PLACE_HERE;
    walk->is_known = walk->is_cut = false;
    walk->count = walk->check_count = 0;
    if (!leave_own(rules, &place, site, frame))
        return;
    if ((uintptr_t)place.frame_was_saved <
        frame) { /* saved by a function of this library, or not at all */
        if (pointer ? pointer != place.frame : place.frame_was_saved != NULL)
            return;
        place.frame_was_saved = NULL;
    }
    place.used_register = false;
    walk->is_known = true;
    walk->pointer = place.frame;
    walk_on(rules, &place, walk);
    walk->mask = place.used_register && pointer ? UINTPTR_MAX : 0;
}

__attribute__((noinline)) unsigned measure_walk_frames(struct measure_walk_rules *rules,
                                                       uintptr_t frame,
                                                       struct measure_walk_frame *frames,
                                                       unsigned most)
{
    struct place place = PLACE_HERE;
    const uintptr_t *back, *used;
    unsigned count = 0;
    for (unsigned i = 0; i < MOST_OF_OURS && place.stack <= frame; i++) {
        if (step(rules, &place, &back, &used) != STEPPED)
            return 0;
    }
    while (place.stack > frame && count < most) {
        struct measure_walk_frame found = {.pc = place.pc, .low = place.stack};
        enum stepped stepped = step(rules, &place, &back, &used);
        found.high = place.stack;
        if (found.high > found.low)
            frames[count++] = found;
        if (stepped != STEPPED)
            break;
    }
    return count;
}

unsigned measure_walk_interrupted(struct measure_walk_rules *rules,
                                  const struct measure_walk_registers *registers, uintptr_t end,
                                  uintptr_t *callers, unsigned most, bool *is_cut)
{
    struct place place = {.pc = registers->pc,
                          .stack = registers->stack,
                          .frame = registers->frame,
                          .is_first = true,
                          .link = registers->link,
                          .end = end};
    const uintptr_t *back, *used;
    enum stepped stepped;
    unsigned count = 0;
    struct measure_unwind_function function;
    /* A stub that jumps to a library's function has no description; its caller is in the link
     * register. */
    if (registers->link && !measure_unwind_function_of(place.pc, &function) &&
        unwind_is_code(plain_address(registers->link)))
        stepped = step_by_link(&place, place.stack);
    else
        stepped = step(rules, &place, &back, &used);
    while (stepped == STEPPED && count < most) {
        callers[count++] = place.pc;
        stepped = step(rules, &place, &back, &used);
    }
    *is_cut = stepped != OUTERMOST;
    return count;
}

void measure_walk_add_first(struct measure_walk *walk, uintptr_t caller)
{
    assert(walk->count <= WALK_MOST);
    memmove(walk->callers + 1, walk->callers, walk->count * sizeof *walk->callers);
    walk->callers[0] = caller;
    walk->count++;
}
