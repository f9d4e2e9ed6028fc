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

/* One function. */
struct scope {
    struct unit *unit;
    struct node *body;
    unsigned routine; /* the region's number */
    struct jumps jumps;
    struct mark *marks;
    size_t mark_count, mark_room;
};

/* What the pragmas right before a statement say. */
struct pragmas {
    bool any;
    bool binds;  /* one must be followed by a loop */
    bool shared; /* one divides the iterations between threads or SIMD lanes, so that no one counts
                    them */
    bool whole;  /* but whoever meets the loop meets all of it */
    bool simd;
    bool closed;       /* default(none): no variable of ours may be used inside */
    unsigned collapse; /* the loop and those directly inside it that belong together */
    size_t before;     /* offset behind the token before the pragmas */
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
bool loops_is_block(const struct node *loop);

/* No other probe can run inside the loop or the function's body. */
bool leaf(const struct scope *scope, const struct node *top);

/* The number of a new region for text[start, end) of this function. */
unsigned scope_region(struct scope *scope, enum tri_kind kind, unsigned flags, size_t start,
                      size_t end, const char *name);

/* Which functions of the unit fork, before any of them is walked. */
void forks_find(struct unit *unit);

/* The walks: each adds regions and edits. */
void routines_plan(struct unit *unit);
void loops_plan(struct scope *scope, struct node *loop);
void io_plan(struct scope *scope, struct node *call);
void landings_plan(struct scope *scope, struct node *call);
void forks_plan(struct scope *scope, struct node *call);
void marks_plan(struct scope *scope);

#endif
