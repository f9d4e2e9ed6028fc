/* scope.h: one Fortran file while its probes are planned.
 *
 *   struct fortran                 the file
 *   |-- source                     its statements and blocks (source.h), never changed
 *   |     statements[]   0   1   2   3   4 ...
 *   |-- slots[]          0   1   2   3   4 ...   our lines around each statement
 *   |-- plan                       the regions, the table of lights, the edits of the text
 *   `-- routines[]                 in the order of the text
 *         struct routine           statements [first, stop]; code may stand from `begin` on
 *         |-- spots[]              one per statement: the block, loop and construct around it
 *         |-- sites[]              the loops and I/O statements, sorted by statement
 *         |-- light_calls[]        calls that the caller counts
 *         |-- environments[]       OpenMP constructs with private variables
 *         `-- labels[], landings[] where jumps lead
 *
 * A file is instrumented in these steps (write.c, routines.c):
 *   1. the reader makes statements and blocks of the text;
 *   2. each routine gets its spots and sites; each region gets its number;
 *   3. it is decided how each site is measured: with probes, as a light region, or not at all;
 *   4. lines are added to the slots: declarations, probes, sums;
 *   5. the slots become edits of the text, and the plan becomes a C file with the tables.
 *
 * A light region needs no probe in each visit. The nearest measured region around it, its anchor,
 * adds up its visits and trips in local variables and hands the sums over when its own visit ends.
 * Counts that always follow from the passes of the region around it are derived by the reader of
 * the archive instead (struct tri_light in probes.h). A pass is one trip of a loop or one visit of
 * a routine. A nest is an anchor that decides, in each visit, whether the loops inside are timed
 * this time, with probes of their own. Tiny loops never are.
 *
 * Some text is written more than once. file->slots points to the slots of the version that is
 * being written:
 *   slots         the procedure itself
 *   clone_slots   its timed clone, tri_t<n>_<name>: the visits that are timed (clone.c)
 *   bare_slots    its bare copy, tri_c<n>_<name>: without probes, called in this file (bare_copy.c)
 *   spare_slots   the second version of a loop, without probes of the loops inside (loop_copy.c)
 *
 * Names of our variables; <n> is the number of the region or call:
 *   tri_r        table of regions; tri_r(:, <n> + 1) is the row, tri_r(1, <n> + 1) the mode
 *   tri_h<n>     handle of the visit; 0: it has no node     tri_l<n>  loops inside are timed now
 *   tri_n<n>     trips of the visit                         tri_x<n>  picks the visits to time
 *   tri_i<n>     sum of visits                              tri_t<n>  sum of trips
 *   tri_j<n>     least trips of a visit                     tri_k<n>  most trips of a visit
 *   tri_p<n>     passes, where they have a closed form      tri_y<n>  visits by a light call
 *   tri_e<n> tri_f<n> tri_g<n> tri_o<n> tri_q<n>            trips by arguments (trips_arguments.c)
 *   tri_u<n>     unit of an I/O statement                   tri_w<n>  argument that is read early
 *   tri_v        values that an anchor hands over           tri_a to tri_d  scratch */
#ifndef INSTRUMENT_FORTRAN_SCOPE_H
#define INSTRUMENT_FORTRAN_SCOPE_H

#include "instrument/fortran/source.h"
#include "instrument/instrument.h"
#include "instrument/plan.h"
#include "util/buffer.h"

#include <assert.h>

/* A replacement of source text [start, end). */
struct swap {
    size_t start, end;
    char *text; /* owned */
};

/* The edits around one statement. The buffers hold statements of ours, one per line, of any length
 * and without indentation; a line that begins with digits has a label. */
struct slot {
    struct buffer ahead;   /* before the statement and its label */
    struct buffer before;  /* between the label and the statement */
    struct buffer then;    /* IF (c) action: before the action, which becomes an IF block */
    struct buffer behind;  /* IF (c) action: after the action, in that block */
    struct buffer after;   /* after the statement */
    struct buffer clauses; /* directive: additional clauses, one per line */
    struct swap *swaps;    /* words of the statement that are replaced */
    size_t swap_count, swap_room;
    unsigned label_before; /* directive: label of the DO below, which moves up here; 0: none */
    bool drops_label, drops_do_label;
    const char *head; /* DO: replaces the bounds after the equals sign; NULL: they stay */
    /* In a copy of the statement: */
    unsigned relabelled;          /* its new label; 0: it keeps its own */
    unsigned retargeted;          /* the new target of its GOTO; 0: it keeps its own */
    unsigned renamed, renamed_in; /* the DO construct is named tri_c<renamed>_<renamed_in>; 0: no */
    size_t replaced, replaced_end; /* this part of the source becomes `replacement` */
    char *replacement;             /* owned; NULL: nothing is replaced */
    char *appended;                /* text after the statement; owned, or NULL */
};

/* The words that an OpenMP or OpenACC directive begins with, as bits. */
enum directive_word {
    WORD_PARALLEL = 1,
    WORD_DO = 2,
    WORD_SIMD = 4,
    WORD_DISTRIBUTE = 8,
    WORD_TASKLOOP = 16,
    WORD_LOOP = 32,
    WORD_TEAMS = 64,
    WORD_TARGET = 128,
    WORD_TILE = 256,
    WORD_TASK = 512,
    WORD_BLOCK = 1024,      /* any other directive that has an end directive */
    WORD_STANDALONE = 2048, /* no statement belongs to it */
    WORD_END = 4096,
    WORD_COMPUTE = 8192, /* OpenACC: the construct may run on another device */
    WORD_DECLARES = 16384,
    WORD_SECTIONS = 32768
};

/* A directive, or all directives of one loop together. */
struct directive {
    unsigned words; /* enum directive_word; 0: the compiler ignores it */
    bool openacc;
    unsigned collapse; /* number of nested loops that become one; 0: the clause is absent */
    bool binds;        /* it belongs to the loop right below it */
    bool shared;       /* no thread executes all trips of that loop */
    bool whole; /* shared, but a thread that reaches the loop can compute the number of all its
                   trips */
};

/* A set of variables of ours that must be declared. */
struct names_declared {
    struct buffer names; /* each followed by a blank */
    unsigned scratch;    /* bit i: tri_a + i is among them */
};

/* An OpenMP construct with private variables. */
struct environment {
    size_t directive;               /* the statement */
    struct environment *around;     /* or NULL */
    struct names_declared declared; /* variables of ours that are private in it */
};

enum { MOST_SKIPS = 2 };

/* A loop or an I/O statement. */
struct site {
    enum tri_kind kind; /* TRI_KIND_LOOP or TRI_KIND_IO */
    size_t at, last;    /* its first and last statement */
    size_t start, end;  /* the same, with the directives that belong to it */
    const struct block *block;
    struct site *around;             /* the loop around it, or NULL */
    struct environment *environment; /* or NULL */
    struct directive directive;      /* of a loop */
    unsigned number;                 /* of the region */
    const char *obstacle;            /* why it is not measured; NULL: it is */
    bool leaf;                       /* no other probe can run in it */
    bool left_early;                 /* a jump, EXIT or RETURN may leave the loop */
    bool repeated;                   /* a jump backwards may lead to it again */
    bool landed;     /* a visit of it may still be open when a jump reaches its target label */
    bool calls;      /* another probe may run in it */
    bool counts;     /* its trips are counted in its body */
    char *unit;      /* I/O: the unit as an expression for the probe; owned */
    bool keeps_unit; /* I/O: the unit is evaluated before the statement, into tri_u */
    /* Loops: how they are counted (light_loops.c). */
    bool busy;           /* a probe other than those of the loops inside may run in it */
    bool always;         /* its visits follow from the passes of the region around it */
    unsigned per, every; /* always: `per` of `every` passes visit it; `every` 0: each does, once */
    size_t skips[MOST_SKIPS]; /* the IF (...) CYCLE statements of the loop around it that skip it */
    unsigned skip_count;
    bool bounded;  /* a visit has `least` to `most` trips */
    bool constant; /* `out_of` visits have `times` trips together */
    unsigned long long times, least, most;
    unsigned out_of;
    unsigned depends; /* number of loops around it whose variables its trips depend on */
    bool tiny;        /* so few trips that it never has a probe */
    bool light;       /* it is counted by an anchor around it */
    bool is_anchor;   /* light loops or calls are directly in it */
    bool is_nest;     /* it decides, in each visit, whether the loops inside are timed */
    bool doubled;     /* it may be written twice: with and without probes of the loops inside */
    bool closed_form; /* in the nest being written, its trips need no code inside the nest; its
                         visits only do if they have a sum */
    unsigned height;  /* depth of the nest of loops that are not tiny, from this one inwards */
    unsigned inner_passes; /* passes of tiny loops in one pass of this loop */
    unsigned values;       /* number of values that the loops inside may hand over */
    struct site *nest;     /* the measured loop around it; NULL: the routine */
    /* direct_loops.c */
    bool direct;                     /* at its end it adds its counts to the region around it */
    unsigned sum_place, range_place; /* direct: index of its first sum and range there */
};

/* A call of a procedure of the same file that the caller counts (light_calls.c). It goes to the
 * procedure's bare copy. */
struct light_call {
    size_t at;               /* the statement */
    size_t place, length;    /* the procedure's name in the source */
    struct routine *callee;  /* never the caller itself */
    struct site *around;     /* the loop around it, or NULL */
    bool light;              /* false: it cannot be counted here after all */
    bool by_arguments;       /* the trips of the callee's loops are calculated from the arguments;
                                in a visit whose loops are timed, the procedure itself is called */
    bool deferred;           /* they can be calculated when the routine is left */
    unsigned first_variable; /* number of the variables of the callee's first loop */
    bool always;             /* every pass of the region around it makes the call exactly once */
    struct site *nest;       /* the measured loop around it; NULL: the routine */
};

/* True if the visits by a call are summed up and handed over; else they are derived. Where some of
 * them may have a probe they cannot be derived, because several calls may share the callee. */
static inline bool light_call_is_summed(const struct light_call *call)
{
    return !call->always || call->by_arguments;
}

/* True if the visits of a light loop are summed up and handed over; else they are derived. */
static inline bool light_has_visit_sum(const struct site *loop)
{
    return !loop->always || loop->direct || (loop->around && loop->around->obstacle);
}

/* True if the trips of a light loop are summed up and handed over, with their range; else they are
 * derived. */
static inline bool light_has_trip_sum(const struct site *loop)
{
    return !loop->constant || (loop->out_of > 1 && light_has_visit_sum(loop));
}

/* The surroundings of one statement. */
struct spot {
    const struct block *block;       /* the innermost around it */
    struct site *loop;               /* the innermost around it, or NULL */
    struct site *io;                 /* the statement's own site, or NULL */
    struct environment *environment; /* the innermost around it, or NULL */
    const char *obstacle;            /* why nothing may be inserted here, or NULL */
    bool concurrent;                 /* it is in a DO CONCURRENT */
    bool ends_visit;                 /* a recursive call in tail position: the routine's visit ends
                                        before it */
};

/* A statement label. */
struct label {
    unsigned label;
    size_t at; /* the statement */
    bool used; /* by a jump, not only by the DO statements that end there */
};

/* A labelled statement where a visit of a site may still be open. */
struct landing {
    size_t at;
    struct site *site;
};

struct fortran {
    const struct instrument_request *request;
    struct source source;
    struct instrument_plan plan;
    bool uses_units;
    char *clash;              /* why nothing can be measured in the file; owned, or NULL */
    struct slot *slots;       /* one per statement, of the version that is being written */
    struct slot *clone_slots; /* of timed clones; NULL: there is none */
    struct slot *bare_slots;  /* of bare copies; NULL: there is none */
    struct slot *spare_slots; /* of second versions of loops; NULL: there is none */
    /* The timed clones and bare copies that text_clones() still has to write. */
    struct clone {
        size_t first, last; /* the procedure's statements */
        size_t copy;        /* index in copies[] */
        bool bare;          /* a bare copy: it uses bare_slots; else clone_slots */
    } * clones;
    size_t clone_count, clone_room;
    char **copies; /* texts of clones, bare copies and second versions of loops; owned */
    size_t copy_count, copy_room;
    bool copying; /* the text of a copy is being made */
    struct declaration *declarations;
    size_t declaration_count, declaration_room;
    struct routine **routines; /* in the order of the text */
    size_t routine_count, routine_room;
    char *entry;        /* the symbol of a procedure whose entry counts its visits, or NULL */
    char *probed_entry; /* the symbol of its timed clone, or NULL */
    bool framed_entry;  /* the procedure calls others: its entry also ends its visits */
    char *chain;        /* the symbol of the only procedure it calls, exactly once in each visit */
    struct instrument_twin *twins; /* as in struct instrument_result */
    size_t twin_count, twin_room;
};

/* Tells if calls in the same file may go to a bare copy of a routine. */
enum bare_copy_state {
    BARE_COPY_UNDECIDED,
    BARE_COPY_DECIDING, /* seen again in this state, the routine calls itself */
    BARE_COPY_IMPOSSIBLE,
    BARE_COPY_DERIVED,     /* yes: all counts in it are derived from its visits */
    BARE_COPY_BY_ARGUMENTS /* yes: the trips of its loops follow from its arguments */
};

/* A program unit or procedure with executable statements. */
struct routine {
    struct fortran *file;
    const char *obstacle; /* why it is not measured; NULL: it is */
    const struct block *block;
    unsigned number;    /* of the region */
    size_t first, stop; /* its head or first statement; its END or CONTAINS */
    size_t begin;       /* the first statement that may have code before it */
    struct spot *spots; /* of [first, stop] */
    struct site *sites; /* sorted by `at` */
    size_t site_count;
    struct environment **environments; /* owned */
    size_t environment_count, environment_room;
    struct label *labels; /* sorted by label */
    size_t label_count;
    unsigned free_label;      /* labels above it are taken */
    struct landing *landings; /* sorted by jumps_land() */
    size_t landing_count, landing_room;
    struct names_declared declared; /* all variables of ours, of the version being written */
    bool uses_units;
    bool calls;      /* another probe may run in it */
    bool ends_early; /* a visit may end before a recursive call in tail position */
    /* light_loops.c */
    bool busy;                 /* a probe other than those of its loops may run in it */
    bool is_anchor;            /* it counts the light loops and calls in it */
    bool is_nest;              /* it decides, in each visit, whether its loops are timed */
    bool hands_over;           /* it has values to hand over */
    bool counts_at_end;        /* no probe is in it: a visit that is not timed needs no enter */
    unsigned values;           /* number of values that its loops may hand over */
    unsigned most_values;      /* the most values that are handed over by one call */
    const struct site *copied; /* the loop whose second version is being written, or NULL */
    unsigned copies;           /* number of second versions of loops so far */
    bool cloned;               /* a timed clone of it exists, */
    bool cloning;              /* and is being written */
    bool at_entry;             /* its entry counts its visits; the clone is for the first ones */
    bool framed;               /* its entry counts and ends its visits; the clone is for the timed
                                  ones */
    /* light_calls.c, bare_copy.c */
    struct light_call *light_calls; /* in the order of the text */
    size_t light_call_count, light_call_room;
    unsigned argument_loop_count;   /* loops of its callees whose trips follow from arguments */
    enum bare_copy_state bare_copy; /* set by bare_copy_decide() */
    unsigned long long work;        /* the most statements that a visit of a bare copy executes */
    bool has_bare_copy;             /* some call goes to its bare copy */
    bool writing_bare_copy;         /* its bare copy is being written */
    unsigned *entries;              /* the region numbers of its ENTRY statements */
    size_t entry_count, entry_room;
};

/* Returns a statement of the file by its number. */
static inline const struct statement *statement_at(const struct routine *routine, size_t at)
{
    assert(at < routine->file->source.count);
    return &routine->file->source.statements[at];
}

/* ==== The parts of a routine ==== */

/* routine.c */

/* Returns the surroundings of a statement of the routine, in [first, stop]. */
struct spot *routine_spot(const struct routine *routine, size_t statement);
/* Returns the site that begins with the statement, or NULL. */
struct site *routine_site(const struct routine *routine, size_t statement);

#define VARIABLE_SIZE 24  /* of a buffer for the name of a variable of ours */
#define CONDITION_SIZE 80 /* of a buffer for the condition of a probe */

/* Declares the variable tri_<letter><number> once in the routine, private in the environment (or
 * NULL) and in those around it. Writes its name to `name`, of VARIABLE_SIZE bytes; returns it. */
const char *routine_variable(struct routine *routine, struct environment *environment, char *name,
                             char letter, unsigned number);
/* Declares a variable without a number in the same way: tri_a. */
void routine_scratch(struct routine *routine, struct environment *environment, const char *name);

/* directives.c */

/* Reads an OpenMP, OpenACC or vendor directive. */
struct directive directives_read(const struct source *source, const struct statement *statement);
/* True if the directive is a declaration, which belongs to the specification statements. */
bool directives_declares(const struct source *source, const struct statement *statement);
/* Returns why declarative directives forbid to measure the routine, or NULL. */
const char *directives_obstacle(const struct routine *routine);
/* Finds the constructs around all statements: environment, obstacle and concurrent of the spots;
 * directive, start, end and environment of the sites. Needs sites_find(). */
void directives_plan(struct routine *routine);

/* sites.c */

/* Finds the spots and sites of a routine. */
void sites_find(struct routine *routine);
/* Sets `obstacle` of all sites. Needs directives_plan() and jumps_collect(). */
void sites_find_obstacles(struct routine *routine);
/* Decides how everything measured in the routine is written; to be called once. */
void sites_choose(struct routine *routine);
/* Adds the lines that begin and end a visit of a site with a probe of its own. */
void site_enter(struct routine *routine, const struct site *site, struct buffer *lines);
void site_leave(const struct site *site, struct buffer *lines);
/* Returns the buffer for lines before a statement: above the directives of a site, where its label
 * moves, too. */
struct buffer *site_before(struct routine *routine, size_t at);

/* jumps.c */

/* Finds the labels and all jumps; sets left_early, landed and some obstacles of the sites. */
void jumps_collect(struct routine *routine);
/* Ends the visits that a statement leaves by a jump, RETURN or STOP. */
void jumps_insert(struct routine *routine, size_t at);
/* Ends, at the labels that jumps lead to, the visits that may still be open. */
void jumps_land(struct routine *routine);
/* Adds lines that give the handles of such visits a value when the routine is entered. */
void jumps_reset(const struct routine *routine, struct buffer *lines);
/* Returns the label, or NULL if the routine does not have it. */
struct label *jumps_label(const struct routine *routine, unsigned label);
/* Returns a label that the routine does not use. */
unsigned jumps_new_label(struct routine *routine);
/* Returns the kind of the action of IF (...) action, or of any other statement itself. */
enum statement_kind jumps_action(const struct statement *statement);
/* True for GO TO 10, perhaps after IF (...): it has one target, which is known. */
bool jumps_is_plain_goto(const struct statement *statement);
/* Returns the construct that an EXIT or CYCLE statement names, or the innermost loop; NULL: none
 * is found. */
const struct block *jumps_named_block(const struct routine *routine, size_t at);
/* True if control never continues with the next statement. */
bool jumps_never_falls_through(const struct statement *statement);

/* arguments.c: argument lists. Texts are normalised (struct statement). */

/* Returns the opening parenthesis of the dummy arguments in a procedure's head, or NULL. */
const char *arguments_of_head(const struct statement *head);
/* Returns the opening parenthesis of the actual arguments of CALL `name`, which may be the action
 * of an IF; or NULL. */
const char *arguments_of_call(const char *text, const char *name);
/* Returns a copy of one argument, counted from 0, of the list that opens at `open`; NULL: the list
 * is shorter. The caller frees it. */
char *arguments_copy(const char *open, size_t number);

/* ==== Decisions ==== */

/* passes.c: sets `always` of all loops and light calls, and `skips` of the other loops. */
void passes_find(struct routine *routine);

/* trips_constant.c: sets bounded, constant, and the counts that belong to them, of the loops whose
 * trips are known when the program is compiled. Needs passes_find(). */
void trips_find_constant(struct routine *routine);

/* trips_invariant.c */

/* True if the trips of a DO cannot change while statements [first, last] are executed. */
bool trips_are_invariant(const struct routine *routine, const struct site *loop, size_t first,
                         size_t last);
/* True if a dummy argument, or another variable, has the same value in the whole routine. */
bool trips_keep_argument(const struct routine *routine, const char *name);

/* trips_arguments.c: loops of a callee whose trips follow from its arguments. */

/* True if the trips of all loops of the callee follow from its arguments or from its visits. Needs
 * the decisions about its loops. */
bool argument_trips_are_known(const struct routine *callee);
/* True if the bounds of these loops can be written with the actual arguments of the call. */
bool argument_trips_are_given(const struct routine *routine, const struct light_call *call);
/* Returns how many loops of the callee hand over a trip sum and a range; 0 unless the call is
 * `by_arguments`. */
unsigned argument_trips_sum_count(const struct light_call *call);
/* Sets `deferred` of the calls whose arguments have the same value in the whole routine and whose
 * number is known when the routine is left. */
void argument_trips_find_deferred(struct routine *routine);
enum { ARGUMENT_NAME = 64 }; /* room for the name of an argument */
/* True if an expression has the same value in the whole routine: it consists of numbers and of
 * dummy arguments that the routine does not change. `see` (or NULL) is called with each of them. */
bool argument_trips_see_names(const struct routine *routine, const char *text,
                              void (*see)(void *context, const char *name), void *context);
/* The same for all bounds of the callee's loops whose trips are summed up, as expressions of the
 * caller. */
bool argument_trips_see_bounds(const struct routine *routine, const struct light_call *call,
                               void (*see)(void *context, const char *name), void *context);
/* True if the trips of the call are added when the routine is left, in the version that is being
 * written: in a procedure beside its timed clone. */
bool argument_trips_are_deferred(const struct routine *routine, const struct light_call *call);
/* Adds lines that set the sums of a call to 0. */
void argument_trips_reset(struct routine *routine, const struct light_call *call,
                          struct buffer *lines);
/* Adds lines that count the trips of one visit of the callee. */
void argument_trips_add(struct routine *routine, const struct light_call *call,
                        struct buffer *lines);
/* Adds lines that count the trips of all deferred calls. */
void argument_trips_add_deferred(struct routine *routine, struct buffer *lines);

/* light_loops.c */

/* Decides which loops and calls are light, tiny, anchors and nests. Needs light_calls_find(). */
void light_choose(struct routine *routine);
/* True if the anchor (NULL: the routine) counts the loop: it is light, and so are those between. */
bool light_is_counted_by(const struct site *loop, const struct site *anchor);
/* True if the call is light and the anchor (NULL: the routine) counts it. */
bool light_counts_call(const struct light_call *call, const struct site *anchor);

/* direct_loops.c: sets `direct` of the loops that do not find their own node in the visits that are
 * only counted, but add to the values of the region around them, which is entered in every visit.
 * Returns true if there are any. Needs all other decisions. */
bool direct_loops_find(struct routine *routine);
/* Returns the number of the region around a direct loop, whose handle is tri_h<number>. */
unsigned direct_loops_handle(const struct routine *routine, const struct site *loop);
/* Returns where the values of a direct loop are among those of the region around it, as one number
 * for the probes (tri_add_loop in probes.inc). */
unsigned long long direct_loops_place(const struct site *loop);

/* light_rows.c: adds the rows of the routine's light regions to the plan; sets sums and ranges of
 * their anchors. */
void light_describe(struct routine *routine);

/* light_calls.c */

/* Finds the calls that may go to bare copies. */
void light_calls_find(struct routine *routine);
/* Returns the procedure of the same file that the name certainly stands for in the routine, or
 * NULL. */
struct routine *light_calls_resolve(const struct routine *routine, const char *name);
/* Lets the light calls of a statement go to bare copies, and adds the lines that count them. */
void light_calls_insert(struct routine *routine, size_t at);
/* True if a statement contains light calls and calls nothing else. */
bool light_calls_only(const struct routine *routine, size_t at);
/* True if a light call of the statement may go to the procedure itself, which has probes. */
bool light_calls_have_probes(const struct routine *routine, size_t at);

/* bare_copy.c */

/* Decides how everything in the routine is measured, and whether it can have a bare copy. */
void bare_copy_decide(struct routine *routine);
/* Decides, and returns true if it can. A routine that is still being decided calls itself: it
 * cannot. */
bool bare_copy_is_possible(struct routine *routine);
/* Returns the name of the bare copy, which the caller frees. */
char *bare_copy_name(const struct routine *routine);

/* clone.c: the timed clone of a procedure that runs no other probe. */

/* True if a declaration gives variables static storage: those of a copy would be others. */
bool clone_is_static(const char *text);
/* True if the routine can have a timed clone and gains by it. */
bool clone_is_possible(const struct routine *routine);
/* True if the procedure is external: neither in a module nor in another procedure. */
bool clone_is_external(const struct routine *routine);
/* True if the procedure's text can be written again in a second procedure. passes_result: the first
 * one also returns the result of the second. */
bool clone_can_copy(const struct routine *routine, bool passes_result);
/* Gives the copy that `slots` describe its own head and END; `letter` is the one in its name. */
void clone_plan(const struct routine *routine, struct slot *slots, char letter);
/* Returns tri_<letter><number>_<name>, which the caller frees. */
char *clone_name(const struct routine *routine, char letter);
/* Returns the number of dummy arguments in the head. */
unsigned clone_argument_count(const struct routine *routine);
/* Adds the call of the clone, with the arguments of the procedure. */
void clone_call(const struct routine *routine, struct buffer *lines);
/* Returns the declaration of the clone in the procedure, which the caller frees; NULL: it needs
 * none. */
char *clone_declaration(const struct routine *routine);

/* loop_copy.c: the second version of a loop, in the same routine. */

/* True if the loop can be written twice. */
bool loop_copy_is_possible(const struct routine *routine, const struct site *loop);
/* Gives the labels and construct names of the copy, in file->slots, new names. */
void loop_copy_plan(struct routine *routine, const struct site *loop);

/* entry.c: procedures whose entry counts their visits (triptych/entry.h). */

/* True if the entry can count the visits of a procedure that calls nothing. */
bool entry_is_possible(const struct routine *routine);
/* True if the entry can also end the visits of a procedure that calls others. */
bool entry_can_frame(const struct routine *routine);
/* Returns the symbol of the procedure that this one calls if each of its visits does nothing else
 * that may run a probe, and makes the call exactly once; the caller frees it. NULL: it is not so.
 */
char *entry_chain(const struct routine *routine);
/* Notes the symbols of such a procedure in the file. */
void entry_write(struct routine *routine);
/* Returns the linker's name of an external procedure; the caller frees it. */
char *entry_symbol(const struct instrument_fortran_form *form, const char *name);

/* twin.c: files whose procedures may run without probes while measuring is switched off. */

/* True if the object of the original may stand beside the one with probes. Needs all routines. */
bool twin_is_possible(const struct fortran *file);
/* Notes the procedures of such a file. */
void twin_write(struct fortran *file);

/* recursion.c */

/* Finds the recursive calls in tail position, before which a visit ends. Needs to know which
 * routines are anchors. */
void recursion_plan(struct fortran *file);
/* A call of a probe that sets the handle tri_h<handle>, and perhaps tri_l<handle>. */
struct opening {
    const char *condition; /* of the call; NULL: it is unconditional */
    const char *probe;
    unsigned row;    /* of the region in tri_r */
    unsigned handle; /* the region's number */
    bool inside;     /* it sets tri_l, too */
};
/* Adds the call. gfortran makes a loop of tail recursion only if no variable with a known address
 * is live; in such routines, a BLOCK has variables of its own for the call. */
void recursion_open(const struct routine *routine, const struct opening *opening,
                    struct buffer *lines);

/* early_reads.c: adds lines that read the arguments of a routine that `ends_early`: tri_w0 = n. */
void early_reads_insert(const struct routine *routine, struct buffer *lines);

/* ==== Lines around statements ==== */

/* routines.c: finds the routines of the file, decides how they are measured, fills the slots. */
void fortran_plan(struct fortran *file);

/* insert.c: adds all lines that belong around one statement of a routine. */
void insert_statement(struct routine *routine, size_t at);

/* routine_probes.c */

/* Adds the lines that begin a visit; `number` is the region of the routine or of its ENTRY. */
void routine_enter(struct routine *routine, unsigned number, struct buffer *lines);
/* Adds the lines that end a visit. */
void routine_leave(struct routine *routine, struct buffer *lines);

/* loop_probes.c */

/* The version of the callee's loops that a call `by_arguments` runs at a place. */
enum loop_probes_version {
    LOOPS_LIGHT, /* without probes: the bare copy is called */
    LOOPS_TIMED, /* with probes: the procedure itself is called */
    LOOPS_CHOSEN /* a variable decides */
};
/* Returns the version in a nest (NULL: in the routine). LOOPS_CHOSEN: writes the variable's name to
 * `name`, of VARIABLE_SIZE bytes; not 0 means LOOPS_TIMED. */
enum loop_probes_version loop_probes_version_at(const struct routine *routine,
                                                const struct site *nest, char *name);
/* Adds the lines before a loop. */
void loop_probes_open(struct routine *routine, struct site *loop);
/* Adds the lines that end a visit of a loop. */
void loop_probes_leave(struct routine *routine, const struct site *loop, struct buffer *lines);
/* True if there is no line of ours around or in the loop, in the version being written. */
bool loop_probes_are_needless(const struct routine *routine, const struct site *loop);
/* True if both versions of the loop are written here. */
bool loop_is_written_twice(const struct routine *routine, const struct site *loop);
/* Adds lines that prepare the choice of the visits that are timed, for the loops right in a nest
 * (NULL: in the routine). */
void loop_probes_begin_inside(struct routine *routine, const struct site *nest,
                              struct buffer *lines);

/* io_probes.c */

/* Sets `unit` and `keeps_unit` of an I/O statement. */
void io_prepare(struct routine *routine, struct site *io);
/* Adds the lines around an I/O statement. */
void io_insert(struct routine *routine, struct site *io);

/* trips_head.c: adds lines that set tri_n<number> to the trips of a visit, from the head of the DO.
 * Returns false and adds nothing if the head does not determine them. */
bool trips_of_head(struct routine *routine, const struct site *loop, struct buffer *lines);

/* light_once.c: routines whose loops are visited at most once. */

/* True if the version being written hands over the trips of its loops without sums. */
bool light_once_is_possible(const struct routine *routine);
/* Adds lines that mark all its loops as not visited. */
void light_once_reset(struct routine *routine, struct buffer *lines);
/* Adds the call that counts the visit and its loops. */
void light_once_hand_over(struct routine *routine, struct buffer *lines);
/* True if the routine hands over nothing but the trips of up to three loops, each visited in every
 * pass of the one before; known when these have been written. */
bool light_heads_are_possible(const struct routine *routine);
/* Adds the line that counts a visit of such a routine. */
void light_heads_hand_over(struct routine *routine, struct buffer *lines);

/* light_repeat.c: routines whose values follow from few arguments. */

/* True if the version being written may count a visit as a repetition of an earlier one. */
bool light_repeat_is_possible(const struct routine *routine);
/* Adds lines that do so if they can; those up to light_repeat_end() compute the values otherwise.
 */
void light_repeat_begin(struct routine *routine, struct buffer *lines);
/* Adds lines that hand over the values, and end what light_repeat_begin() began. */
void light_repeat_end(struct routine *routine, struct buffer *lines);

/* light_sums.c: the sums of light loops and calls. */

/* Adds lines that set the sums of an anchor (NULL: the routine) to 0. */
void light_sums_reset(struct routine *routine, const struct site *anchor, struct buffer *lines);
/* Adds lines that count one visit of a loop, whose trips are in tri_n. */
void light_sums_add(const struct site *loop, struct buffer *lines);
/* Sets `closed_form` of the loops inside a nest, for its version without probes. */
void light_sums_find_closed_forms(struct routine *routine, const struct site *nest);
/* True if only the visits of such a loop are counted in the nest, in tri_p. */
bool light_sums_counts_visits_only(const struct site *loop);
/* Adds lines that prepare this count; they go before the nest. */
void light_sums_begin_closed_forms(struct routine *routine, const struct site *nest,
                                   struct buffer *lines);
/* Adds the line that counts one visit of such a loop. */
void light_sums_add_visit(const struct site *loop, struct buffer *lines);
/* Adds lines that calculate the sums of these loops; they go behind the nest. */
void light_sums_add_closed_forms(struct routine *routine, const struct site *nest,
                                 struct buffer *lines);
/* Adds lines that put the values of an anchor (NULL: the routine) into tri_v, and then `call`. */
void light_sums_hand_over(struct routine *routine, const struct site *anchor, const char *call,
                          struct buffer *lines);

/* declare.c */

/* Notes the declarations that the routine's version needs, which has been written. */
void declare_add(struct routine *routine);
/* Makes variables of ours private in the OpenMP constructs of the routine. */
void declare_private(struct routine *routine);
/* Adds all declarations to the slots, when the number of regions is known. */
void declare_write(struct fortran *file);

/* text.c */

/* Adds one line. */
void text_line(struct buffer *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Makes edits of all slots of the file. */
void text_edits(struct fortran *file);
/* Writes statements [first, last] a second time, as file->slots say, and adds a line that stands
 * for this text. */
void text_copied(struct fortran *file, size_t first, size_t last, struct buffer *lines);
/* Adds a line that stands for a timed clone or bare copy; text_clones() makes its text. */
void text_add_clone(struct fortran *file, size_t first, size_t last, bool bare,
                    struct buffer *lines);
/* Makes the texts of all clones and bare copies; their slots must be complete. */
void text_clones(struct fortran *file);
/* Frees everything that a slot owns, and empties it. */
void slot_free(struct slot *slot);
/* Returns how many columns of a line count. */
unsigned text_columns(const struct instrument_fortran_form *form);
/* Returns the offset of the first byte of the line that `offset` is on. */
size_t text_line_start(const struct source *source, size_t offset);

#endif
