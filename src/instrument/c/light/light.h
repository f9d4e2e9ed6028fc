/* light.h: light regions, which have no probe of their own.
 *
 * A probe in a loop of five trips costs more than the loop. So short loops and small functions are
 * counted by a region around them that has a probe, their owner (in the tables: their anchor). It
 * counts them in local variables and hands these values over when its visit ends. Counts that
 * follow from others cost nothing: they are not counted at all, and the reader of the archive
 * derives them.
 *
 *     void step(int n)                      owner: the routine step; its values: 1 sum, 1 range
 *     {
 *         for (int i = 0; i < n; i++)       item A: visits derived, 1 per visit of step;
 *             for (int j = 0; j < 3; j++)           trips are a sum, with a range: least and most
 *                 x += small(i, j);         item B, around = A: visits derived, 1 per trip of A;
 *     }                                             trips derived, 3 per visit
 *                                           item C, around = B: a call of the light function small;
 *                                                   visits derived, 1 per trip of B
 *
 *   struct scope  .owner ---> struct owner  .first ---> item A ---> item B ---> item C  (next)
 *                 .owners[]     one per routine or         .around = NULL  A          B
 *                               loop with a probe
 *   struct loop   .item ----> its item;  node->item leads from the tree to it, too
 *
 * If a light function counts something that does not follow from its calls, it counts in tallies:
 * thread-local variables of the file. An owner that calls it takes what the tallies gained during
 * its visit (struct taken). Every path from an anchor to a light region gets a row in the table of
 * lights (rows.c; struct tri_light of triptych/probes.h).
 *
 * A loop that may be long is timed in some visits of its owner. Its text is then written several
 * times (emit.c, apart.c), and the owner chooses at the start of its visit:
 *   - the version with probes: the loops inside have probes of their own;
 *   - the version without probes: it only counts;
 *   - the plain version: the user's text alone, for visits that are not measured.
 * A call of a light function that no owner counts goes to the function's wrapper, which has a probe
 * (wrappers.c). */
#ifndef INSTRUMENT_C_LIGHT_H
#define INSTRUMENT_C_LIGHT_H

#include "instrument/c/scope.h"

/* Counts of an item in one visit of the outermost constant loop around it (simulate.h). */
struct totals {
    bool known;                                    /* `visits` is exact */
    bool are_trips_known;                          /* trips, least and most are exact, too */
    unsigned long long visits, trips, least, most; /* least and most trips of one visit */
};

/* A loop, or a call of a light function, and how it is counted. A pass is a trip of a loop or a
 * visit of a routine. */
struct item {
    struct owner *owner; /* NULL: it is not light */
    struct item *around; /* the light loop around it; NULL: it is directly in the owner */
    struct node *node;
    struct loop *loop;    /* NULL: a call */
    struct scope *callee; /* NULL: a loop */
    bool is_timed;        /* it has a probe in the version with probes */
    bool is_outer;        /* it is timed, and so is an item inside it */
    bool is_fixed;        /* its trips are computed from its head once, for all visits together */
    int visits;  /* index of the sum that counts its visits; negative: derived, `per` visits
                    in `every` passes of `around` or the owner */
    bool counts; /* it adds to that sum; items that are always reached together share it,
                    and only the first of them counts */
    unsigned long long per, every;
    int trips, range; /* loop: indices of a sum and a range; negative: derived, visits x times /
                         out_of trips */
    unsigned long long times, out_of, least, most;
    struct totals totals;
    unsigned row;      /* index in the table of lights, for the path that is being written */
    struct item *next; /* the next one of its owner, in the order of the walk (count.c) */
};

/* A value of an owner that is the gain of a tally of a light function. */
struct taken {
    bool is_range;
    unsigned tally;  /* index among the tallies of the file */
    unsigned value;  /* index among the sums or ranges of the owner */
    unsigned within; /* `within` of the rows that use it: one tally cannot serve two paths */
};

/* A region that counts for others: a routine or loop with a probe, or a light function, which
 * counts in tallies. The order of the values: all sums, then all ranges. */
struct owner {
    struct scope *scope;
    struct loop *loop; /* NULL: the routine */
    bool is_light;     /* it is a light function */
    bool is_open;      /* a call inside may not return: values are handed over before it */
    bool is_nest;      /* all loops inside are light, except in the version with probes */
    bool has_probes;   /* other probes run inside even in visits in which nothing inside is timed */
    bool chooses;      /* parts of it are written twice, with and without probes */
    unsigned sums, ranges; /* numbers of values */
    unsigned chain; /* the number of loops, each directly inside the other, whose heads give all of
                       its values; 0: it is no chain */
    struct item *first, *last; /* owned by the tree */
    struct taken *taken;
    size_t taken_count, taken_room;
};

/* The steps, in their order. */

/* Finds out which functions are declared and used in a way that allows them to be light. Sets name,
 * canonical, is_external, is_candidate, calls and uses of each scope, and is_harmless of calls. */
void uses_find(struct unit *unit);

/* Chooses the light functions among the candidates that are not refused. Makes the items of all
 * loops and of calls of light functions. */
void functions_choose(struct unit *unit);

/* Makes the owners of a function and says how its items are counted; count_forget() undoes that.
 * functions_choose() must have run. */
void count_plan(struct scope *scope);
void count_forget(struct scope *scope);

/* Frees an owner; NULL is allowed. */
void count_free_owner(struct owner *owner);

/* Writes the table of lights anew, and sets the values that owners take from tallies. Returns a
 * function for which that fails, and which must be counted in another way; NULL if all is well. */
struct scope *rows_write(struct unit *unit);

/* Does all these steps, again and again until rows_write() succeeds. */
void light_plan(struct unit *unit);
/* Frees what these steps made for a function; needed even if they did not run. */
void light_free(struct scope *scope);

/* The text of the probes. All need light_plan(). */

/* Writes the edits of a function. */
void emit_scope(struct scope *scope);

/* Appends the statements that begin a visit of the owner. */
void emit_probe(struct buffer *out, const struct owner *owner);

/* Write the edits inside a routine that owns all its loops: emit_routine_items() with all versions
 * in place, emit_counted_items() for a version that is only counted. The latter is true if it
 * counts anything while the loops run, and emit_counted_probe() appends the statements that begin
 * it. */
void emit_routine_items(struct owner *owner);
bool emit_counted_items(struct owner *owner);
void emit_counted_probe(struct buffer *out, const struct owner *owner);

/* Sets the flag TRI_LEAF of the owner's region if no other probe runs inside. */
void emit_set_leaf(const struct owner *owner);

/* apart.c: routines whose versions are functions of their own, so that the registers and the stack
 * frame of one do not slow down the others. apart_can(): the routine can be written so. */
bool apart_can(const struct scope *scope);
void apart_emit(struct scope *scope);
/* Writes the plain versions of light functions that are needed, after all functions. */
void apart_write_plain(struct unit *unit);

/* True if the function can be written a second time, under another name. */
bool uses_can_copy(const struct scope *scope);

/* versions.c: other versions of a function are named by a macro, as in TRI_TIMED(f). */

/* Appends result, name and parameters: `__typeof__(int) TRI_TIMED(f)(__typeof__(int) n)`. macro:
 * NULL for the function itself. uses_can_copy() must hold. */
void versions_signature(struct buffer *out, const struct scope *scope, const char *macro);
/* Appends the names of the parameters, as arguments of a call: `n, x`. */
void versions_arguments(struct buffer *out, const struct scope *scope);
/* True if the function returns nothing. */
bool versions_is_void(const struct scope *scope);

/* Makes a call of a light function a call of the version that the macro names. */
void versions_call(struct instrument_edits *edits, const struct item *item, const char *macro);

/* Returns the offset of the first function of the file that calls or names the function, or of the
 * function itself if that comes first. */
size_t wrappers_first_use(const struct scope *scope);

/* True if the light function has a wrapper. */
bool wrappers_has(const struct scope *scope);
/* Writes the declarations that calls of wrappers need, after all functions. */
void wrappers_declare(struct unit *unit);
/* Appends the wrappers, which follow the user's text. */
void wrappers_write(struct unit *unit, struct buffer *out);

#endif
