/* scope.h: what is known while a function is walked. */
#ifndef INSTRUMENT_C_SCOPE_H
#define INSTRUMENT_C_SCOPE_H

#include "instrument/c/unit.h"

/* The jumps of one function. */
struct jumps {
    struct jump *list;
    size_t count, room;
    bool computed; /* goto *x, &&label or asm goto */
    bool nested;   /* a nested function may jump to any label */
    bool lands;    /* it calls setjmp or a relative */
};

/* A stretch of statements that the user marked. */
struct mark {
    size_t start, end;
    unsigned region;
    const struct node *block; /* that it stands in */
};

/* What the pragmas right before a statement say. */
struct pragmas {
    bool any;
    bool threads; /* one is for OpenMP or OpenACC */
    bool binds;   /* one must be followed by a loop */
    bool shared;  /* one divides the iterations between threads or SIMD lanes, so that no one counts
                     them */
    bool whole;   /* but whoever meets the loop meets all of it */
    bool simd;
    bool closed;       /* default(none): no variable of ours may be used inside */
    unsigned collapse; /* the loop and those directly inside it that belong together */
    size_t before;     /* offset behind the token before the pragmas */
};

/* Where the trip probe of a loop goes. */
struct body {
    size_t open, close; /* inside the braces, or around the statement */
    bool braced;
    bool declares; /* it begins with a declaration, which must stay first in its block */
};

/* A `for` whose head tells its trips, if what stands in it does not change meanwhile: an integer
 * variable that nothing else changes goes by a constant step from a first value to a bound, and
 * nothing leaves the loop early. */
struct told {
    bool is_told;
    CXCursor variable;
    const struct node *first, *bound;
    const char *how; /* TRI_BELOW, ... */
    long long step;
    bool is_constant; /* both are constants, and there are so many trips: */
    unsigned long long times;
};

/* A loop that can have probes. */
struct loop {
    struct node *node;
    unsigned number; /* of its region */
    struct body body;
    struct pragmas pragmas;
    size_t end; /* behind its last character */
    /* light/: */
    struct told told;
    bool is_short;       /* all trips inside are constants, and few: it is never timed by itself */
    unsigned height;     /* levels of loops that are not short, itself included */
    bool is_light;       /* it has no probe of its own, but where it is written with probes */
    struct owner *owner; /* what it counts for others, if it has a probe; NULL: nothing */
    struct item *item;   /* how it is counted, if it is light */
};

/* Whether a function is counted where it is called, without a probe of its own. */
enum light {
    LIGHT_NO,
    LIGHT_SHORT, /* yes; it never lasts long */
    LIGHT_LONG   /* yes, unless what is around it is timed: it has a loop of unknown trips */
};

/* A use of a function's name other than a call by it. */
struct use {
    size_t start, end;
    size_t before; /* where the declaration around it begins */
};

/* One function. */
struct scope {
    struct unit *unit;
    struct node *function; /* the whole tree */
    struct node *body;
    unsigned routine; /* the region's number */
    bool ends_early;  /* its visits end before calls in tail position */
    unsigned tails;   /* calls in tail position that may lead back to it */
    bool falls_off;   /* main() of C89, without a return at its end */
    struct jumps jumps;
    struct mark *marks;
    size_t mark_count, mark_room;
    struct loop **loops; /* in their order */
    size_t loop_count, loop_room;
    /* light/: */
    char *name;
    CXCursor canonical;
    bool is_external;
    bool is_candidate; /* its declarations and uses let it be light */
    bool is_refused;   /* it was light, and that did not work */
    bool is_visited, is_counted;
    bool can_count;   /* something in it may own light regions */
    bool has_tallies; /* it counts something that does not follow from its visits */
    bool returns;     /* it comes back to where it was called */
    enum light light;
    unsigned height; /* see struct loop */
    double work;     /* operations of a call, about, if all trips are constants */
    unsigned calls;  /* of it in this file */
    struct use *uses;
    size_t use_count, use_room;
    struct owner *owner;   /* NULL: nothing can be counted in it */
    struct owner **owners; /* of its loops, too */
    size_t owner_count, owner_room;
    struct owner *wrapper;  /* of a light function: what is called where it has a probe */
    bool wants_wrapper;     /* it is called so in this file */
    unsigned counted_calls; /* of a light function: those that are counted by others */
    bool wants_plain, is_plain_written; /* of a light function: a version that counts nothing */
    bool is_crowded; /* there is more to count in it than an owner can hand over */
};

struct pragmas pragmas_before(const struct unit *unit, size_t offset);

void jumps_find(struct jumps *jumps, const struct unit *unit, const struct node *body);
void jumps_free(struct jumps *jumps);

/* Why no cleanup variable may stand around the text [start, end), or NULL. */
const char *jumps_obstacle(const struct jumps *jumps, size_t start, size_t end);

/* Whether the loop can be left from inside by break, return or goto. */
bool jumps_leave(const struct jumps *jumps, const struct node *loop);

bool jumps_is_setjmp(const char *name);

/* Whether the trips of this `for` are known when it is entered. */
bool determined(const struct scope *scope, const struct node *loop);

/* First value, comparison, bound and step of a `for`, as the arguments of TRI_TRIPS: for loops
 * under OpenMP, which may not change any of them. The caller's to free; NULL: they cannot be told
 * from its head. */
char *determined_trips(const struct scope *scope, const struct node *loop);

/* `do { } while (0)` is a way to write a block. */
const struct node *instrument_loops_body(const struct node *loop);

/* Whether another statement comes from the macro invocation that this one comes from. */
bool instrument_loops_shares_expansion(const struct node *node, const struct lex_span *span);

/* No other probe can run inside the loop or the function's body. */
bool leaf(const struct scope *scope, const struct node *top);

/* A function that cannot run a probe: it is computed in place or in the C library. */
bool leaf_is_pure(const char *name);

/* The number of a new region for text[start, end) of this function. */
unsigned scope_region(struct scope *scope, enum tri_kind kind, unsigned flags, size_t start,
                      size_t end, const char *name);

/* Which functions of the unit fork, before any of them is walked. */
void forks_find(struct unit *unit);
bool forks_is_forking(const struct unit *unit, CXCursor function);

/* The walks: each adds regions and edits. */
void routines_plan(struct unit *unit);
void routines_free(struct unit *unit);
/* The probe of a routine, behind its opening brace. */
void routines_insert(struct scope *scope, const char *statements);
void instrument_loops_plan(struct scope *scope, struct node *loop);
void io_plan(struct scope *scope, struct node *call);
void landings_plan(struct scope *scope, struct node *call);
void forks_plan(struct scope *scope, struct node *call);
void marks_plan(struct scope *scope);

/* Finds the calls that are recursion in tail position, after all functions were walked. True:
 * functions were found that are to be left alone, and everything is to be walked anew. */
bool tails_plan(struct unit *unit);

/* Why a function is left alone because of such calls; NULL: it is not. */
const char *tails_reason(const struct unit *unit, CXCursor function);

/* The edits of a function for such calls; what it declares for them behind its probe, which is the
 * caller's to free. */
char *tails_parts(const struct scope *scope);
void tails_emit(struct scope *scope);

#endif
