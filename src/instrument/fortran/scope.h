/* scope.h: one Fortran file while its probes are planned. */
#ifndef INSTRUMENT_FORTRAN_SCOPE_H
#define INSTRUMENT_FORTRAN_SCOPE_H

#include "instrument/fortran/source.h"
#include "instrument/instrument.h"
#include "instrument/plan.h"
#include "util/buffer.h"

/* A part of the source that becomes another text. */
struct swap {
    size_t start, end;
    char *text;
};

/* What is inserted around one statement: statements of ours, a line each, however long, without
 * indentation. A line that begins with digits has a label. */
struct slot {
    struct buffer ahead;  /* before its label */
    struct buffer before; /* behind its label */
    struct buffer then; /* of IF (c) action: before the action, which becomes a block of its own */
    struct buffer behind; /* of the same: behind the action, in that block */
    struct buffer after;
    struct buffer clauses; /* of a directive: what it says more */
    struct swap *swaps;    /* words of it that become others */
    size_t swap_count, swap_room;
    unsigned label_before; /* the label of the DO below this directive, which moves up here */
    bool drops_label, drops_do_label;
    const char *head; /* of a DO: what stands behind its = instead, or NULL */
    /* of a copy: */
    unsigned relabelled, retargeted; /* another label, or target of a jump; 0: none */
    unsigned renamed, renamed_in;    /* the numbers in the other name of its DO construct, from 1 */
    size_t replaced, replaced_end;   /* this part of the source becomes the replacement */
    char *replacement, *appended;    /* or NULL */
};

/* The words that an OpenMP or OpenACC directive begins with. */
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
    WORD_BLOCK = 1024,      /* any other that has an end */
    WORD_STANDALONE = 2048, /* it has nothing below it */
    WORD_END = 4096,
    WORD_COMPUTE = 8192, /* OpenACC: what may run elsewhere */
    WORD_DECLARES = 16384,
    WORD_SECTIONS = 32768
};

struct directive {
    unsigned words;
    bool openacc;
    unsigned collapse; /* loops that it makes one */
    bool binds;        /* it belongs to the loop right behind it */
    bool shared;       /* nobody sees all trips of the loop behind it go by */
    bool whole;        /* but who comes to the loop comes to all of them */
};

/* Variables of ours. */
struct names_declared {
    struct buffer names; /* with a blank behind each */
    unsigned scratch;    /* those of tri_a, tri_b ... among them, as bits */
};

/* An OpenMP construct with variables of its own. */
struct environment {
    size_t directive; /* the statement */
    struct environment *around;
    struct names_declared declared; /* what must be private in it */
};

enum { MOST_SKIPS = 2 };

/* A loop or an I/O statement. */
struct site {
    enum tri_kind kind;
    size_t at, last;    /* statements */
    size_t anchor, end; /* the same with the directives that belong to it */
    const struct block *block;
    struct site *around; /* the loop around it */
    struct environment *environment;
    struct directive directive;
    unsigned number;
    const char *obstacle; /* why it is left alone */
    bool leaf;
    bool left_early;
    bool landed;     /* a jump may have left it when its target is reached */
    bool calls;      /* something in it may run another probe */
    bool counts;     /* the trips are counted in the body */
    char *unit;      /* I/O: the unit as the probe says it */
    bool keeps_unit; /* it is looked at before */
    /* Loops: how they are counted (light.c). */
    bool busy;                /* a probe that is none of a loop in it may run in it */
    bool always;              /* every pass of what is around it visits it once, */
    unsigned per, every;      /* or `per` of `every` passes do, if that is not 0 */
    size_t skips[MOST_SKIPS]; /* statements right in the loop around it that lead past it: IF (...)
                                 CYCLE */
    unsigned skip_count;
    bool bounded;  /* its trips are known to be `least` to `most` in a visit, */
    bool constant; /* and to be `times` in `out_of` visits */
    unsigned long long times, least, most;
    unsigned out_of;
    unsigned depends;  /* on the variables of so many loops around it */
    bool few;          /* it has no probe of its own */
    bool light;        /* an anchor around it counts what it has no visit of its own for */
    bool anchors;      /* light loops stand in it */
    bool is_nest;      /* among them some that are timed where this one says so */
    bool doubled;      /* it is written twice: with probes of the loops in it, and without */
    bool closed;       /* its trips in the nest that is written now follow from what is around it */
    unsigned height;   /* of loops in each other that are not few, from this one on */
    unsigned inside;   /* passes of few loops in one pass */
    unsigned values;   /* that loops in it may have to hand over */
    struct site *nest; /* the measured loop around it; NULL: the routine */
};

/* A call of a procedure of the same file that is counted here (calls.c). */
struct light_call {
    size_t at;            /* the statement */
    size_t place, length; /* the procedure's name in the source */
    struct routine *callee;
    struct site *around; /* the loop around it */
    bool light;
    bool told;           /* its loops count what the arguments say (told.c); where the anchor says
                            so, the procedure itself is called */
    bool settled;        /* what they say can be said when the routine is left */
    unsigned first_told; /* the first of the numbers of its loops in variables */
    bool always;         /* every pass of what is around it makes it once */
    struct site *nest;   /* the measured loop around it; NULL: the routine */
};

/* Whether the visits that a call makes are handed over. They are not derived where some of them may
 * have a probe: several calls may share them. */
static inline bool light_call_sums(const struct light_call *call)
{
    return !call->always || call->told;
}

/* Where a statement stands. */
struct spot {
    const struct block *block;
    struct site *loop; /* the innermost around it */
    struct site *io;   /* its own */
    struct environment *environment;
    const char *closed; /* why nothing may be inserted here, or NULL */
    bool concurrent;
    bool ends_visit; /* recursion in tail position: the visit ends before it */
};

struct label {
    unsigned label;
    size_t at;
    bool used; /* by more than the loops that it ends */
};

/* At the statement the visit may still be open. */
struct landing {
    size_t at;
    struct site *site;
};

struct fortran {
    const struct instrument_request *request;
    struct source source;
    struct instrument_plan plan;
    bool uses_units;
    char *clash;              /* why nothing can be measured in it, or NULL */
    struct slot *slots;       /* as many as there are statements */
    struct slot *clone_slots; /* as many, for clones of procedures; NULL: there is none */
    struct slot *core_slots;  /* as many, for cores of procedures; NULL: there is none */
    struct slot *spare_slots; /* as many, for second versions of loops; NULL: there is none */
    struct clone {
        size_t first, last; /* statements */
        size_t copy;        /* what it becomes */
        bool core;          /* it has core_slots */
    } * clones;
    size_t clone_count, clone_room;
    char **copies; /* second versions: text_copied() */
    size_t copy_count, copy_room;
    bool copying; /* the lines that are written now belong to one */
    struct declaration *declarations;
    size_t declaration_count, declaration_room;
    struct routine **routines; /* in the order of the text */
    size_t routine_count, routine_room;
    char *entry, *probed_entry; /* entry.c: symbols of a procedure that its entry counts, and of the
                                   same with a probe; NULL: there is none */
    bool framed_entry;          /* the procedure calls others: its entry ends the visit, too */
};

/* Whether other routines may count the visits of a routine. */
enum core_state {
    CORE_UNDECIDED,
    CORE_DECIDING,
    CORE_IMPOSSIBLE,
    CORE_POSSIBLE, /* all counts in it are derived from its visits */
    CORE_TOLD      /* or follow from its arguments */
};

struct routine {
    struct fortran *file;
    const char *obstacle; /* why it is left alone, or NULL */
    const struct block *block;
    unsigned number;
    size_t first, stop; /* its head or first statement, its END or CONTAINS */
    size_t begin;       /* the first that may have code before it */
    struct spot *spots; /* of [first, stop] */
    struct site *sites;
    size_t site_count;
    struct environment **environments;
    size_t environment_count, environment_room;
    struct label *labels;
    size_t label_count;
    unsigned free_label;
    struct landing *landings;
    size_t landing_count, landing_room;
    struct names_declared declared;
    bool uses_units;
    bool calls;      /* something in it may run another probe */
    bool ends_early; /* its visits end before recursion in tail position */
    /* light.c */
    bool busy;            /* a probe that is none of a loop in it may run in it */
    bool anchors;         /* it hands over what its loops counted */
    bool is_nest;         /* some of these are timed where the routine says so */
    bool hands_over;      /* there are values to hand over */
    bool at_once;         /* no probe is in it: where it is only counted, that is done at its end */
    unsigned values;      /* that its loops may have to hand over */
    unsigned most_values; /* that are handed over at once */
    const struct site *copied; /* the loop whose second version is written now, or NULL */
    unsigned copies;           /* second versions so far */
    bool cloned;               /* visits that are timed have a procedure of their own, */
    bool cloning;              /* which is written now */
    bool at_entry;             /* its entry counts it; the clone is for the first visits */
    bool framed;               /* its entry counts it and ends its visits, where it calls others;
                                  the clone is for visits that are timed */
    /* calls.c, core.c */
    struct light_call *light_calls; /* in the order of the text */
    size_t light_call_count, light_call_room;
    unsigned told_count; /* loops of procedures that it calls so */
    enum core_state core;
    unsigned long long work; /* of a core: how many statements a visit executes at most */
    bool has_core;           /* some call goes to its core, */
    bool coring;             /* which is written now */
    unsigned *entries;       /* the numbers of its ENTRY statements */
    size_t entry_count, entry_room;
};

static inline const struct statement *statement_at(const struct routine *routine, size_t at)
{
    return &routine->file->source.statements[at];
}

/* text.c */
void text_line(struct buffer *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_edits(struct fortran *file);
/* Writes statements [first, last] a second time, with what the slots say, and adds it to the lines
 * as one of them. */
void text_copied(struct fortran *file, size_t first, size_t last, struct buffer *lines);
/* Adds a line for a copy that is made when all is known: text_clones() does that. */
void text_add_clone(struct fortran *file, size_t first, size_t last, bool core,
                    struct buffer *lines);
void text_clones(struct fortran *file);
void slot_free(struct slot *slot);
unsigned text_columns(const struct instrument_fortran_form *form);
size_t text_line_start(const struct source *source, size_t offset);

/* directives.c. The obstacle: why a routine cannot be measured, or NULL. */
struct directive directives_read(const struct source *source, const struct statement *statement);
bool directives_declares(const struct source *source, const struct statement *statement);
const char *directives_obstacle(const struct routine *routine);
void directives_plan(struct routine *routine);

/* routines.c */
void fortran_plan(struct fortran *file);
void routine_leave(struct routine *routine, struct buffer *lines);
/* Declare a variable, which OpenMP must not share: tri_h7, once, which is written to `name` and
 * returned; or tri_a, as often as it is used. */
#define VARIABLE_SIZE 24
#define CONDITION_SIZE 80
const char *routine_variable(struct routine *routine, struct environment *environment, char *name,
                             char letter, unsigned number);
void routine_scratch(struct routine *routine, struct environment *environment, const char *name);

/* calls.c: finds calls that may be counted where they are made; writes them. */
void light_calls_find(struct routine *routine);
/* The procedure that the name surely stands for in the routine, one of the same file; or NULL. */
struct routine *light_calls_resolve(const struct routine *routine, const char *name);
void light_calls_insert(struct routine *routine, size_t at);
/* Whether nothing is called in a statement but what is counted there. */
bool light_calls_only(const struct routine *routine, size_t at);
/* And whether these go to the procedure itself where the anchor says so. */
bool light_calls_have_probes(const struct routine *routine, size_t at);

/* core.c: decides how what is in the routine is measured, and whether it can have a core; its name;
 * writes it. */
void core_decide(struct routine *routine);
bool core_is_possible(struct routine *routine);

/* told.c: whether what a routine's loops count follows from its arguments; and whether the actual
 * arguments of a call tell it. */
bool told_is_possible(const struct routine *callee);
bool told_by_call(const struct routine *routine, const struct light_call *call);
/* Sets what is counted to nothing; adds what a visit counts. */
void told_begin(struct routine *routine, const struct light_call *call, struct buffer *lines);
/* Finds the calls whose arguments stay as they are in the whole routine, and where it is known in
 * the end how often they were made. In a procedure beside its clone they are settled there. */
void told_find_settled(struct routine *routine);
bool told_is_settled(const struct routine *routine, const struct light_call *call);
void told_settle(struct routine *routine, struct buffer *lines);
void told_add(struct routine *routine, const struct light_call *call, struct buffer *lines);
/* How many loops hand over trips, and a range. */
unsigned told_values(const struct light_call *call);
/* Whether a call passes the variable on, if at all, only for arguments that keep their values. */
bool told_keeps_argument(const struct routine *routine, const struct light_call *call,
                         const char *name);
char *core_name(const struct routine *routine);
void core_write(struct routine *routine);

/* sites.c */
struct spot *routine_spot(const struct routine *routine, size_t statement);
struct site *routine_site(const struct routine *routine, size_t statement);
void sites_find(struct routine *routine);
void sites_find_obstacles(struct routine *routine);
/* Decides how all that is measured in the routine is written; once. */
void sites_choose(struct routine *routine);
void site_enter(struct routine *routine, const struct site *site, struct buffer *lines);
void site_leave(const struct site *site, struct buffer *lines);
/* Where lines before the site's statement go: above its directives, where its label goes, too. */
struct buffer *site_before(struct routine *routine, size_t at);

/* passes.c: sets `always` of all loops and light calls. */
void passes_find(struct routine *routine);

/* constant.c: finds loops of constant trips. */
void constant_find(struct routine *routine);

/* light.c: chooses the loops that are counted by what is around them, and describes them in the
 * table of lights. */
void light_choose(struct routine *routine);
void light_describe(struct routine *routine);
/* Whether the light loop is counted by the anchor; NULL: the routine. */
bool light_is_counted_by(const struct site *loop, const struct site *anchor);
/* The same for a call, which may not be light. */
bool light_counts_call(const struct light_call *call, const struct site *anchor);
/* Whether the loop's trips are handed over, and not derived; the same for its visits. */
bool light_sums_trips(const struct site *loop);
bool light_sums_visits(const struct site *loop);

/* counted.c: what light loops add up in variables. */
void counted_begin(struct routine *routine, const struct site *anchor, struct buffer *lines);
void counted_add(const struct site *loop, struct buffer *lines);
/* Finds the loops in a nest whose sums need nothing inside it, in the version without probes; adds
 * these sums where that version is left. */
void counted_close(struct routine *routine, const struct site *nest);
void counted_add_closed(struct routine *routine, const struct site *nest, struct buffer *lines);
/* Hands over the values of an anchor, in tri_v, by the given call. */
void counted_hand_over(struct routine *routine, const struct site *anchor, const char *call,
                       struct buffer *lines);

/* copy.c: whether a loop can be written twice; writes it the second time. */
bool copy_is_possible(const struct routine *routine, const struct site *loop);
void copy_write(struct routine *routine, struct site *loop, struct buffer *lines);

/* jumps.c */
void jumps_collect(struct routine *routine);
void jumps_insert(struct routine *routine, size_t at);
void jumps_land(struct routine *routine);
void jumps_reset(const struct routine *routine, struct buffer *lines);
struct label *jumps_label(const struct routine *routine, unsigned label);
/* What IF (...) does, or the statement itself. */
enum statement_kind jumps_action(const struct statement *statement);
bool jumps_is_plain_goto(const struct statement *statement);
/* What EXIT and CYCLE speak of. */
const struct block *jumps_named_block(const struct routine *routine, size_t at);
unsigned jumps_new_label(struct routine *routine);
bool jumps_never_falls_through(const struct statement *statement);

/* loop_probes.c */
/* Whether a call with loops of its own is written without probes here: yes, no, or as tri_l says,
 * whose name is written to `name`. */
enum instrument_loops_version { LOOPS_LIGHT, LOOPS_TIMED, LOOPS_CHOSEN };
enum instrument_loops_version instrument_loops_version_at(const struct routine *routine,
                                                          const struct site *nest, char *name);
void instrument_loops_open(struct routine *routine, struct site *loop);
void instrument_loops_close(struct routine *routine, size_t last);
void instrument_loops_leave(struct routine *routine, const struct site *loop, struct buffer *lines);
/* Prepares the choice of visits that are timed, of loops in a nest or, if NULL, in the routine. */
void instrument_loops_begin_inside(struct routine *routine, const struct site *nest,
                                   struct buffer *lines);

/* trips.c: adds lines that set the loop's variable to its trips. False: its head does not tell
 * them. */
bool trips_of_head(struct routine *routine, const struct site *loop, struct buffer *lines);
/* The same for trips that do not change as long as [first, last] is executed; false: they may. */
bool trips_are_invariant(const struct routine *routine, const struct site *loop, size_t first,
                         size_t last);

/* Whether a dummy argument has one value in the whole routine. */
bool trips_keep_argument(const struct routine *routine, const char *name);

/* clone.c: a second procedure beside a quiet one, for visits that are timed. */
bool clone_is_possible(const struct routine *routine);
bool clone_is_external(const struct routine *routine);
/* Whether its text can stand in another procedure; passes_result: the result of that one is handed
 * on by the procedure itself. */
bool clone_can_copy(const struct routine *routine, bool passes_result);
/* Gives the copy its own head and end; its name has the letter in it. */
void clone_plan(const struct routine *routine, struct slot *slots, char letter);
char *clone_name(const struct routine *routine, char letter);
/* How many dummy arguments the head lists. */
unsigned clone_argument_count(const struct routine *routine);
void clone_call(const struct routine *routine, struct buffer *lines);
/* The declaration of the clone in the original, or NULL. */
char *clone_declaration(const struct routine *routine);

/* recursion.c: finds recursion in tail position, when it is known what is in each routine. */
void recursion_plan(struct fortran *file);
/* A call of a probe that sets a handle, tri_h, and perhaps tri_l. */
struct opening {
    const char *condition; /* of the call; NULL: there is none */
    const char *probe;
    unsigned row;    /* of the region */
    unsigned handle; /* its number */
    bool inside;     /* tri_l is set, too */
};
/* Writes it. A variable whose address is known must not live when the compiler is to make a loop of
 * recursion in tail position: there, a block has variables of its own for the call. */
void recursion_open(const struct routine *routine, const struct opening *opening,
                    struct buffer *lines);

/* early.c: reads the arguments, tri_w0 = n, where the routine's visits end early. */
void early_read(const struct routine *routine, struct buffer *lines);

/* entry.c: whether the procedure's visits are counted by its entry; makes it so. */
bool entry_is_possible(const struct routine *routine);
void entry_write(struct routine *routine);
/* Whether its entry may also end its visits, which are timed in the clone. */
bool entry_can_frame(const struct routine *routine);

/* io_probes.c */
void io_prepare(struct routine *routine, struct site *io);
void io_insert(struct routine *routine, struct site *io);

/* declare.c */
void declare_add(struct routine *routine);
void declare_private(struct routine *routine);
void declare_write(struct fortran *file);

#endif
