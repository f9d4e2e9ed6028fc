/* scope.h: one function of a unit: its regions, and the facts that decide about their probes. See
 * the drawing in unit.h. The fields below "light/" belong to the steps of light/light.h. */
#ifndef INSTRUMENT_C_SCOPE_H
#define INSTRUMENT_C_SCOPE_H

#include "instrument/c/unit.h"

/* The jumps of one function. */
struct jumps {
    struct jump *list;
    size_t count, room;
    bool computed; /* it has goto *x, &&label or asm goto */
    bool nested;   /* it has a nested function, which may jump to any label */
    bool lands;    /* it calls setjmp or a variant of it */
};

/* A stretch of statements that the user marked as a region. */
struct mark {
    size_t start, end;
    unsigned region;
    const struct node *block; /* the innermost block around it */
};

/* The meaning of the pragmas right before a statement. */
struct pragmas {
    bool any;
    bool threads; /* one of them is an OpenMP or OpenACC directive */
    bool binds;   /* one of them applies to the loop that must follow */
    bool shared;  /* one of them divides the iterations between threads or SIMD lanes: no thread can
                     count the trips */
    bool whole;   /* shared, but the thread that reaches the loop executes the construct as a whole,
                     so that it can compute the trips from the head */
    bool simd;
    bool closed;       /* default(none): variables of ours must not be used inside */
    unsigned collapse; /* the number of nested loops that a directive joins; 0: none */
    size_t before;     /* offset behind the last token before the pragmas */
};

/* The place of a loop's trip probe. */
struct body {
    size_t open, close; /* inside the braces, or around a statement without braces */
    bool braced;
    bool declares; /* it begins with a declaration, which must stay first in its block */
};

/* A counted `for`, whose trips follow from its head: an integer variable, which only the head
 * changes, goes from `first` to `bound` by a constant step, and no jump leaves the loop. */
struct told {
    bool is_told; /* if not, the other fields mean nothing */
    CXCursor variable;
    const struct node *first, *bound;
    const char *how; /* the comparison with the bound: TRI_BELOW, TRI_UP_TO, ... */
    long long step;
    bool is_constant;         /* first and bound are constants */
    unsigned long long times; /* the number of trips, if is_constant */
};

/* A loop that can have probes. */
struct loop {
    struct node *node;
    unsigned number; /* of its region */
    struct body body;
    struct pragmas pragmas;
    size_t end; /* offset behind its last character */
    /* light/: */
    struct told told;
    bool is_short;       /* all trips inside are constants, and few: it is never timed by itself */
    bool is_light;       /* it has no probe of its own, except in the version with probes */
    struct owner *owner; /* loop with a probe: what it counts for others; NULL: nothing */
    struct item *item;   /* how it is counted if it is light; NULL: it cannot be light */
};

/* A function that is light has no probe of its own: it is counted where it is called. */
enum light {
    LIGHT_NO,
    LIGHT_SHORT, /* light, and never timed: it is always short */
    LIGHT_LONG   /* light, but timed where loops are timed: it has a loop of unknown trips */
};

/* A use of a function's name other than in a call of it. */
struct use {
    size_t start, end;
    size_t before; /* offset of the function definition around it */
};

/* One function. */
struct scope {
    struct unit *unit;
    struct node *function; /* the whole tree; owned */
    struct node *body;     /* its last child, a compound statement */
    unsigned routine;      /* the number of its region */
    bool ends_early;       /* it has calls before which its visit ends (tails.c) */
    unsigned tails;        /* calls in tail position in it that may lead back to it */
    bool falls_off;        /* main() in C89 without a return statement at its end */
    bool has_stages;       /* it has labels at which regions begin */
    struct jumps jumps;
    struct mark *marks;
    size_t mark_count, mark_room;
    struct loop **loops; /* in the order of the text: outer ones before inner ones */
    size_t loop_count, loop_room;
    /* light/: */
    char *name;
    CXCursor canonical; /* its first declaration, which identifies it */
    bool is_external;   /* it has external linkage */
    bool is_candidate;  /* its declarations and uses allow it to be light */
    bool is_refused;    /* it was light in an earlier round, and that did not work (light.c) */
    bool is_visited;    /* functions.c has decided about it, or is about to */
    bool is_counted;    /* count.c has walked it, or is about to */
    bool can_count;     /* it, and loops in it, may be owners */
    bool has_tallies;   /* it counts something that does not follow from the number of its visits */
    bool returns;       /* every call of it returns to its caller */
    enum light light;
    unsigned height; /* levels of loops, those of light functions included, that may be long */
    double work;     /* estimated operations of a call; unknown trips count as a few */
    unsigned calls;  /* the number of its call sites in this file */
    struct use *uses;
    size_t use_count, use_room;
    struct owner *owner;   /* what it counts as a whole; NULL: nothing can be counted in it */
    struct owner **owners; /* `owner` and those of its loops; owned */
    size_t owner_count, owner_room;
    struct owner *wrapper;  /* light function: the owner of its probe, which its wrapper has */
    bool wants_wrapper;     /* light function: a call or use in this file needs the wrapper */
    unsigned counted_calls; /* light function: call sites that an owner counts */
    bool wants_plain;       /* light function: it needs a plain version, which counts nothing */
    bool is_plain_written;  /* light function: its plain version is already written */
    bool is_crowded;        /* an earlier round needed too many values or rows: it has no owners */
};

/* Reads the pragmas between the statement at the offset and the token before it. */
struct pragmas pragmas_before(const struct unit *unit, size_t offset);

/* Adds the jumps of a function; free them with jumps_free(). */
void jumps_find(struct jumps *jumps, const struct unit *unit, const struct node *body);
void jumps_free(struct jumps *jumps);

/* Returns the reason why the text [start, end) cannot be put into a block with a cleanup variable,
 * because a jump would bypass the variable; NULL if it can. */
const char *jumps_obstacle(const struct jumps *jumps, size_t start, size_t end);

/* True if break, return or goto may leave the loop from inside. */
bool jumps_leave(const struct jumps *jumps, const struct node *loop);

/* True for the names of setjmp and its variants. */
bool jumps_is_setjmp(const char *name);

/* True if the trips of this `for` are known when it is entered. */
bool determined(const struct scope *scope, const struct node *loop);

/* Returns first value, comparison, bound and step of a `for` as arguments of TRI_TRIPS; NULL if its
 * head does not give them. Only for loops under OpenMP, whose rules forbid the program to change
 * them. The caller frees the text. */
char *determined_trips(const struct scope *scope, const struct node *loop);

/* Returns the body of a loop; NULL if libclang shows none. */
const struct node *instrument_loops_body(const struct node *loop);

/* True if the macro invocation `span`, which makes this statement, makes another one, too. */
bool instrument_loops_shares_expansion(const struct node *node, const struct lex_span *span);

/* True if no other probe can run inside the loop or the function's body. */
bool leaf(const struct scope *scope, const struct node *top);

/* True for the name of a function that runs no probe: a builtin, or a pure function of the C
 * library. */
bool leaf_is_pure(const char *name);

/* Makes the scope of a function and adds it to the unit, or frees one. The scope owns the tree. */
struct scope *scope_new(struct unit *unit, struct node *function);
void scope_free(struct scope *scope);

/* Adds a region for text[start, end) of this function to the plan. Returns its number. */
unsigned scope_region(struct scope *scope, enum tri_kind kind, unsigned flags, size_t start,
                      size_t end, const char *name);

/* Finds the functions of the unit that may return in a forked child; needed before the first
 * forks_plan(). */
void forks_find(struct unit *unit);
/* True for the canonical cursor of such a function. */
bool forks_is_forking(const struct unit *unit, CXCursor function);

/* Finds all regions of the unit and writes all edits; routines_free() frees the scopes, and leaves
 * the plan. */
void routines_plan(struct unit *unit);
void routines_free(struct unit *unit);
/* Inserts the statements of a routine's probe behind its opening brace. */
void routines_insert(struct scope *scope, const char *statements);

/* The steps of the walk through one function. Each adds the regions of its kind; all but the one
 * for loops also write the edits. Calls that are not of their kind are skipped. */
void instrument_loops_plan(struct scope *scope, struct node *loop);
void io_plan(struct scope *scope, struct node *call);
void landings_plan(struct scope *scope, struct node *call);
void forks_plan(struct scope *scope, struct node *call);
void marks_plan(struct scope *scope);
void stages_plan(struct scope *scope);

/* Finds the calls that are recursion in tail position; all functions must have been walked. True if
 * it found functions that must not have a probe: then free scopes and plan, and walk again. */
bool tails_plan(struct unit *unit);

/* Returns the reason why such calls forbid a probe in the function; NULL: they do not. */
const char *tails_reason(const struct unit *unit, CXCursor function);

/* Returns the declarations that such calls need behind the function's probe, or "". The caller
 * frees the text. */
char *tails_parts(const struct scope *scope);
/* Writes the edits at such calls of the function. */
void tails_emit(struct scope *scope);

#endif
