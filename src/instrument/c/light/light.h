/* light.h: regions without a probe of their own. They are counted by a region around them, their
 * owner: in local sums that it hands over when it is left, or not at all, where their counts follow
 * from its own. See struct tri_light in triptych/probes.h. */
#ifndef INSTRUMENT_C_LIGHT_H
#define INSTRUMENT_C_LIGHT_H

#include "instrument/c/scope.h"

/* How often something inside a constant loop is reached in one visit of the outermost such loop, if
 * all that decides on it is known. */
struct totals {
    bool known, are_trips_known;
    unsigned long long visits, trips, least, most;
};

/* A loop, or a call of a light function. */
struct item {
    struct owner *owner; /* NULL: it is not light here */
    struct item *around; /* the light loop around it; NULL: it stands in the owner itself */
    struct node *node;
    struct loop *loop;    /* NULL: a call */
    struct scope *callee; /* NULL: a loop */
    bool is_timed;        /* it has a probe where it is written with probes, */
    bool is_outer;        /* and so has something inside it */
    bool is_fixed;        /* its trips are added up before the loops around it begin */
    int visits;           /* a sum; less than 0: `per` for `every` passes of what is around it */
    bool counts;          /* it adds to that sum; others that are reached with it do not */
    unsigned long long per, every;
    int trips, range; /* a sum and a range; less than 0: trips are visits x times / out_of */
    unsigned long long times, out_of, least, most;
    struct totals totals;
    unsigned row;      /* in the table of lights, while that is written */
    struct item *next; /* of its owner */
};

/* A value of an owner that is a tally of a light function. */
struct taken {
    bool is_range;
    unsigned tally, value;
    unsigned within; /* the row of the table of lights around those it is for, plus 1 */
};

/* Who counts: a routine or a loop with a probe, or a light function: that one counts in tallies,
 * variables of the thread, which owners around its calls take. */
struct owner {
    struct scope *scope;
    struct loop *loop; /* NULL: the routine */
    bool is_light;     /* a light function */
    bool is_open;      /* calls inside may not come back */
    bool is_nest;      /* the loops inside are light, but where they are written with probes */
    bool has_probes;   /* other probes run inside, also where nothing is timed */
    bool chooses;      /* some of what is inside is written twice, with probes and without */
    bool has_items;
    unsigned sums, ranges;
    unsigned chain; /* of loops, each directly inside the other, whose heads tell all its values */
    struct item *first, *last;
    struct taken *taken;
    size_t taken_count, taken_room;
};

/* The steps, in their order. */

/* Which functions can be light at all, by their declarations and by how they are used. */
void uses_find(struct unit *unit);

/* Chooses those that are, of the candidates that are not refused. */
void functions_choose(struct unit *unit);

/* Finds owners and items of a function. */
void count_plan(struct scope *scope);
void count_forget(struct scope *scope);

/* Nothing, if there is none. */
void count_free_owner(struct owner *owner);

/* Writes the table of lights, and gives owners the tallies of what they call. The function that
 * must not be light is returned, NULL if there is none. */
struct scope *rows_write(struct unit *unit);

/* All of that. */
void light_plan(struct unit *unit);
void light_free(struct scope *scope);

/* The text of a function. */
void emit_scope(struct scope *scope);

/* The probe of an owner, as statements. */
void emit_probe(struct buffer *out, const struct owner *owner);

/* The edits inside a routine that owns all its loops: with the version with probes, or of a version
 * that is only ever counted. The latter: whether it counts anything while the loops run. */
void emit_routine_items(struct owner *owner);
bool emit_counted_items(struct owner *owner);
void emit_counted_probe(struct buffer *out, const struct owner *owner);

/* Says in the table that no other probe runs inside the owner, if none does. */
void emit_set_leaf(const struct owner *owner);

/* Functions whose versions are functions of their own, so that none costs another registers and
 * stack: apart.c. */
bool apart_can(const struct scope *scope);
void apart_emit(struct scope *scope);
/* After all functions: versions of light functions that count nothing, where they are called. */
void apart_write_plain(struct unit *unit);

/* Whether the function can be written down again under another name. */
bool uses_can_copy(const struct scope *scope);

/* Result, name and parameters of a function: `__typeof__(int) TRI_TIMED(f)(__typeof__(int) n)`; and
 * its parameters, as arguments. */
void wrappers_signature(struct buffer *out, const struct scope *scope, const char *macro);
void wrappers_arguments(struct buffer *out, const struct scope *scope);
bool wrappers_is_void(const struct scope *scope);

/* A call of a light function becomes one of its wrapper, or of another version of it. */
void wrappers_call(struct instrument_edits *edits, const struct item *item, const char *macro);

/* Where the first function of the file begins that calls or names it, or the function itself. */
size_t wrappers_first_use(const struct scope *scope);

/* What stands before functions that use wrappers, and the wrappers, which stand behind the user's
 * text. */
bool wrappers_has(const struct scope *scope);
void wrappers_declare(struct unit *unit);
void wrappers_write(struct unit *unit, struct buffer *out);

#endif
