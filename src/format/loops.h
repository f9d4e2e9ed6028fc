/* loops.h: the plan of a binary, by which its loops are counted, and the contexts with the
 * counters.
 *
 *   loops/NAME.plan   sections: code, moves, patches   the copies of functions, for the program
 *                     functions, slots, blocks, edges, loops, texts, mixes   for readers
 *   places/P/modules  which numbers of functions belong to which plan
 *   places/P/loops-K  contexts of the lanes of profile-K, with their counters
 *   places/P/lost-K   calls that did not return
 *   places/P/native   samples of the program counter
 *
 * A plan is a file of sections, in the machine's byte order. Addresses are those for which the
 * binary was linked; if it is loaded elsewhere, all move by the same distance. */
#ifndef FORMAT_LOOPS_H
#define FORMAT_LOOPS_H

#include "format/sum.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FORMAT_PLAN_MAGIC UINT64_C(0x314e414c50495254) /* "TRIPLAN1" */

enum format_plan_section {
    FORMAT_PLAN_CODE,      /* bytes: copies of functions, with counters */
    FORMAT_PLAN_MOVES,     /* struct format_move: what depends on the address of the copy */
    FORMAT_PLAN_PATCHES,   /* struct format_patch: changes of the original */
    FORMAT_PLAN_FUNCTIONS, /* struct format_function */
    FORMAT_PLAN_SLOTS,     /* struct format_slot, function by function */
    FORMAT_PLAN_BLOCKS,    /* struct format_block, the same */
    FORMAT_PLAN_EDGES,     /* struct format_edge, the same */
    FORMAT_PLAN_LOOPS,     /* struct format_loop, the same */
    FORMAT_PLAN_TEXTS,     /* zero-terminated; offset 0 is the empty one */
    FORMAT_PLAN_ORIGINS,   /* struct format_origin, by position in the code */
    FORMAT_PLAN_MIXES,     /* struct format_mix, function by function, by block */
    FORMAT_PLAN_SECTIONS,
};

struct format_section {
    uint64_t offset, count; /* bytes from the beginning of the file; number of elements */
};

struct format_plan {
    uint64_t magic;
    uint32_t version, machine; /* EM_ of elf.h */
    uint64_t size, changed;    /* of the binary: bytes, ns since 1970 */
    uint64_t low, high;        /* range of addresses that it occupies */
    uint32_t path;             /* text */
    uint32_t limit; /* ticks: timers of shorter visits turn themselves off; 0: nothing is timed */
    uint64_t sum;   /* format_sum() of the file, whose size is a multiple of 8 bytes, with 0 here;
                       readers of counts accept 0: no sum */
    struct format_section sections[FORMAT_PLAN_SECTIONS];
};

/* Words of the copy that are completed when all addresses are known. On x86-64 they are the 4 bytes
 * of a distance, an offset or a constant, to which the value is added; for JUMP, the distance to an
 * address, whatever the instruction does with it. */
enum format_move_kind {
    FORMAT_MOVE_JUMP,     /* b, bl: to an address */
    FORMAT_MOVE_PAGE,     /* adrp: of an address */
    FORMAT_MOVE_TLS,      /* ldr, str: offset of the current context from the thread pointer */
    FORMAT_MOVE_FUNCTION, /* two words, sub: number of a function */
    FORMAT_MOVE_NUMBER,   /* two words, movz and movk: the same */
    FORMAT_MOVE_SLOW,     /* bl: to the slow path */
    FORMAT_MOVE_ADDRESS,  /* 8 bytes: an address */
    FORMAT_MOVE_OWN_PAGE, /* adrp: of a position in the copy */
    FORMAT_MOVE_QUICK,    /* ldr, str: enum format_quick, from the thread pointer */
};

/* The last function without calls that unmeasured code called, and the stack pointer up to which
 * such code enters the current function once more: offsets in struct quick. */
enum format_quick {
    FORMAT_QUICK_FROM = 0,
    FORMAT_QUICK_LIMIT = 8,
    FORMAT_QUICK_LEAF = 16,
    FORMAT_QUICK_STACK = 24,
};

struct format_move {
    uint32_t at; /* offset in the code */
    uint32_t kind;
    uint64_t target; /* address, number, or offset in the code */
};

enum format_patch_kind {
    FORMAT_PATCH_JUMP,  /* jumps to the copy */
    FORMAT_PATCH_CALL,  /* calls it */
    FORMAT_PATCH_SHORT, /* jumps to another patch, `to` bytes away: on x86-64, if a long jump does
                           not fit */
    FORMAT_PATCH_REGISTER, /* x86-64: calls the address in r11 */
};

struct format_patch {
    uint64_t address;
    uint32_t to; /* offset in the code */
    uint32_t kind;
};

/* The position of the original that corresponds to the copy, from an offset in the code up to that
 * of the next record: signal handlers see this. */
struct format_origin {
    uint32_t at;      /* offset in the code */
    uint32_t node;    /* node that the flow is in, as counted (0: outside), and flags */
    uint64_t address; /* of the instruction of the original */
};

/* the whole stretch stands for one instruction; otherwise instructions correspond one to one */
#define FORMAT_ORIGIN_FIXED (UINT32_C(1) << 31)
/* times 8 bytes, at most 31 of them: the stack pointer is that much lower */
#define FORMAT_ORIGIN_PUSHED (UINT32_C(1) << 26)
/* x86-64: the context is in the leaf register (r11), not the current one */
#define FORMAT_ORIGIN_IN_REGISTER (UINT32_C(1) << 25)
#define FORMAT_ORIGIN_NODE (FORMAT_ORIGIN_IN_REGISTER - 1)

enum format_function_flag {
    FORMAT_FUNCTION_NATIVE = 1, /* not instrumented; `why` is the reason */
    FORMAT_FUNCTION_LEAF = 2,
    FORMAT_FUNCTION_NOTES =
        4, /* it calls unmeasured code: each such call notes its loop while it is open */
    FORMAT_FUNCTION_PROBED = 8, /* it has probes, which measure it: its contexts only lead to those
                                   of the functions that it calls */
    FORMAT_FUNCTION_JUMPS = 16, /* it may jump to unmeasured code, which returns in its place */
    FORMAT_FUNCTION_FRAME = 32, /* x86-64: it was made without optimisation, it seems */
    FORMAT_FUNCTION_CLANG = 64, /* and by clang */
    FORMAT_FUNCTION_BARE = 128, /* x86-64: it does not begin with a frame, as all functions do that
                                   are made without optimisation */
};

struct format_function {
    uint64_t start, end;
    uint32_t name; /* text; 0: none */
    uint32_t why;  /* text */
    uint32_t flags;
    uint32_t counters; /* values of a context: counters, then cells, then slots */
    uint32_t cells; /* the first ones hold, of each irreducible loop, the part by which it was last
                       entered (format_loop_part) */
    uint32_t slots;
    uint32_t first_slot, first_block, first_edge, first_loop;
    uint32_t blocks, edges, loops;
    uint32_t accesses; /* text: memory accesses of its instructions, if it has a loop with a factor;
                          its stores, if a register counts a loop; 0: neither.
                          "1c:l8 20:s16" loads 8 bytes 0x1c bytes from its beginning, and stores 16
                          at 0x20; f instead of l: a load from an address that never changes */
    uint32_t first_mix, mixes;
    uint32_t timer; /* of its visits: as that of a loop */
    uint32_t owner; /* of a part that the compiler moved away: the number of the function that it
                       belongs to, plus 1; 0: not known */
};

struct format_block {
    uint64_t address;
    uint32_t bytes, instructions;
    uint32_t loop; /* innermost loop of the same function that contains it; UINT32_MAX: none */
    uint32_t pad;  /* node where exceptions from the call at its end land; 0: none */
};

/* A measure of the instruction mix of a block that is not 0. A block may have several of one
 * measure, which add up. */
struct format_mix {
    uint32_t block;     /* of its function, from 0 */
    uint16_t operation; /* enum format_operation */
    uint16_t count;     /* each time that the block is executed */
};

enum format_edge_kind {
    FORMAT_EDGE_ENTER, /* from outside: a call, which is the function's first edge; an exception */
    FORMAT_EDGE_NEXT,  /* falls through */
    FORMAT_EDGE_TAKEN, /* a jump, or a taken branch */
    FORMAT_EDGE_TABLE, /* by a jump table */
    FORMAT_EDGE_BACK,  /* a call returns */
    FORMAT_EDGE_LEAVE, /* a return, or a jump to another function */
    FORMAT_EDGE_LOST,  /* a call does not return */
};

struct format_edge {
    uint32_t from, to; /* nodes: 0 is outside, block i is node i + 1 */
    uint32_t kind;     /* enum format_edge_kind */
    uint32_t counter;  /* UINT32_MAX: none */
    uint32_t step; /* its counter is this multiple of its count; 0: the count is known otherwise */
};

/* A call, or a jump to another function. */
struct format_slot {
    uint32_t function; /* the function that is called */
    uint32_t node;     /* the node that ends with the call */
};

enum format_loop_flag {
    FORMAT_LOOP_IRREDUCIBLE = 1,
    FORMAT_LOOP_COUNTED = 2, /* a register tells its trips */
    FORMAT_LOOP_VECTOR = 4,  /* it works on vectors */
    FORMAT_LOOP_TIMED = 8,   /* the run is timed, and its visits are, unless they are too short */
    FORMAT_LOOP_RESTS = 16,  /* code beside it, outside all loops, may do source iterations that its
                                factor leaves over */
    FORMAT_LOOP_CONSTANT = 32, /* vectorised, with the same number of trips at every entry, so that
                                  nothing need be left over */
    FORMAT_LOOP_OPENS = 64,    /* enum format_visit follows its extremes: all of it, because it */
    FORMAT_LOOP_CALLS = 128,   /* contains calls; without this flag, only FORMAT_VISIT_BASE */
};

enum { FORMAT_LOOP_BACKS = 2 };

/* A loop. It is entered on edges from outside it to a block in it. Its iterations are the entries
 * of its head, on any edge, with two exceptions:
 *
 * - `visits` is the number of a counter: then they are its value plus one per entry of the loop. So
 *   the iterations of an irreducible loop are counted at the entry that was taken (visits of the
 *   first block, or inner loop, that it reached; if a function calls itself, those of the last time
 *   that its context entered the loop).
 * - `trips` is not 0: the loop is one block, whose edge to itself has no counter and step 0. Each
 *   time it is entered it makes that many iterations. The edge leads in as often as out, so it is
 *   omitted when the flow is solved; its count is then trips - 1 times the entries of the loop. */
struct format_loop {
    uint32_t head;   /* node */
    uint32_t parent; /* of the same function; UINT32_MAX: none */
    uint32_t depth, flags;
    uint32_t visits; /* UINT32_MAX: none */
    uint32_t trips;  /* 0: they are counted */
    uint32_t factor; /* source iterations per trip; 0: not known */
    uint32_t timer;  /* index of the first of its FORMAT_TIMER_VALUES, plus 1; 0: it is not timed */
    uint32_t
        extremes;   /* index of the first of its values of enum format_extreme, plus 1; 0: none */
    uint32_t exits; /* number of pairs of these values, see there */
    uint32_t unit;  /* they are this multiple of the edges that were taken back to the head */
    uint32_t backs[FORMAT_LOOP_BACKS]; /* FORMAT_LOOP_OPENS: counters, whose sum is the number of
                                          edges taken back to the head; UINT32_MAX: none */
    uint32_t elements; /* elements of each array that a trip accesses: source iterations, unless
                          they are members of a structure; 0: not known */
    uint32_t constant; /* trips in each visit, if that is known, whether they are counted or not;
                          of loops whose elements are known, of one block; else 0 */
    uint32_t heads;    /* visits of its head in each visit of the loop, if that is constant though
                          its trips are counted, and it has no extremes for this reason; else 0 */
};

/* The parts of a loop are the blocks that are in no inner loop, and the loops directly inside it.
 */
enum { FORMAT_PART_LOOP = 1 << 20 }; /* added to the number of a loop, to tell it from a node */

/* Returns the part of a loop that a node is in: the node itself, or an inner loop plus
 * FORMAT_PART_LOOP; 0 if the node is not in the loop. `blocks` and `loops` are those of the
 * function. */
static inline uint32_t format_loop_part(const struct format_block *blocks,
                                        const struct format_loop *loops, uint32_t loop,
                                        uint32_t node)
{
    uint32_t part = node, inner = node ? blocks[node - 1].loop : UINT32_MAX;
    for (; inner != loop; inner = loops[inner].parent) {
        if (inner == UINT32_MAX)
            return 0;
        part = inner + FORMAT_PART_LOOP;
    }
    return part;
}

/* True if a step from one part of a loop to another visits the part by which the loop was
 * entered. */
static inline bool format_part_is_visited(uint32_t from, uint32_t to, uint64_t entered)
{
    return to == entered && (to < FORMAT_PART_LOOP || to != from);
}

/* How often a visit of a loop took an edge back to the head, times `unit`: the least and the most,
 * behind the counters of edges. There is a pair of values for each edge that leaves the loop, in
 * the order of edges and without those of kind FORMAT_EDGE_LOST; the last of the `exits` pairs is
 * that of all further edges. If trips are counted ahead, there is one pair for all. */
enum format_extreme {
    FORMAT_EXTREME_LEAST, /* valid if FORMAT_EXTREME_MOST is not 0 */
    FORMAT_EXTREME_MOST,  /* plus 1; 0: the loop was never left there */
    FORMAT_EXTREME_VALUES,
};

/* The state of the visit of a loop that is open, behind its extremes. If a function calls itself,
 * the outer visits are kept by the program, and trips of inner ones are not theirs. */
enum format_visit {
    FORMAT_VISIT_BASE,  /* the sum of its counters `backs` when it was entered */
    FORMAT_VISIT_STACK, /* stack pointer when it was entered; 0: it is not open; plus
                           FORMAT_VISIT_INNER */
    FORMAT_VISIT_OUTER, /* number of outer visits that are open; FORMAT_VISIT_UNKNOWN: a visit ended
                           whose beginning is not known */
    FORMAT_VISIT_GONE,  /* extremes of visits that ended on another path than the loop's edges
                           (longjmp, an exception) and were noticed later */
    FORMAT_VISIT_VALUES = FORMAT_VISIT_GONE + FORMAT_EXTREME_VALUES,
};

enum { FORMAT_VISIT_INNER = 1, FORMAT_VISIT_PAIRS = 6 }; /* a flag; limit of pairs of a loop */
#define FORMAT_VISIT_UNKNOWN (UINT64_C(1) << 63)

/* The number of a request of the slow path (FORMAT_SLOW_OPEN, FORMAT_SLOW_CLOSE), from the lowest
 * bits on: the number of the loop; for a closing one, the number of its pair; the distance in words
 * of 8 bytes from the request's stack pointer to that of the function. */
enum {
    FORMAT_VISIT_LOOP_BITS = 14,
    FORMAT_VISIT_PAIR_BITS = 4,
};

/* Adds a visit to a pair of extremes. */
static inline void format_extreme_add(uint64_t *pair, uint64_t value)
{
    bool first = !pair[FORMAT_EXTREME_MOST];
    if (first || value < pair[FORMAT_EXTREME_LEAST])
        pair[FORMAT_EXTREME_LEAST] = value;
    if (value >= pair[FORMAT_EXTREME_MOST])
        pair[FORMAT_EXTREME_MOST] = value + 1;
}

/* The values of a timed loop or function, behind the counters of edges. If a function calls itself,
 * only the outermost visit is timed. A visit that is left on another path than its edges (longjmp,
 * an exception, the end of the program) is ended by whatever notices that; if nothing does, the
 * state is neither 0 nor FORMAT_TIMER_OFF, and the time is not known. */
enum format_timer {
    FORMAT_TIMER_STATE,  /* number of open visits; FORMAT_TIMER_OFF: it was too short */
    FORMAT_TIMER_START,  /* ticks at which it was entered */
    FORMAT_TIMER_TIME,   /* ticks of all visits that have ended */
    FORMAT_TIMER_CREDIT, /* the same, minus the limit per visit */
    FORMAT_TIMER_NESTED, /* not 0: a visit began while another was open */
    FORMAT_TIMER_VALUES,
};

/* Timing ends when the total time falls 2^FORMAT_TIMER_PATIENCE_SHIFT limits short of one limit per
 * visit. */
enum { FORMAT_TIMER_PATIENCE_SHIFT = 6 };
#define FORMAT_TIMER_OFF (UINT64_C(1) << 63)

/* The values of a context behind its slots, if the run is timed: ns of samples that found the
 * context, and where in it. Roots and signals have the first FORMAT_SAMPLES_OWN of them. */
enum format_samples {
    FORMAT_SAMPLES_FOLDED, /* 1: while it was open, a function further up its chain was called, or
                              another stack ran: its timers contain the time of other contexts */
    FORMAT_SAMPLES_CALLED, /* in unmeasured code that it called: in the loop around these calls */
    FORMAT_SAMPLES_OWN,    /* in the function, outside its loops */
    FORMAT_SAMPLES_LOOP,   /* in its first loop, and so on */
};

/* Returns the size of an element of a section, in bytes. */
static inline uint64_t format_plan_element(enum format_plan_section section)
{
    static const uint64_t sizes[FORMAT_PLAN_SECTIONS] = {
        [FORMAT_PLAN_CODE] = 1,
        [FORMAT_PLAN_MOVES] = sizeof(struct format_move),
        [FORMAT_PLAN_PATCHES] = sizeof(struct format_patch),
        [FORMAT_PLAN_FUNCTIONS] = sizeof(struct format_function),
        [FORMAT_PLAN_SLOTS] = sizeof(struct format_slot),
        [FORMAT_PLAN_BLOCKS] = sizeof(struct format_block),
        [FORMAT_PLAN_EDGES] = sizeof(struct format_edge),
        [FORMAT_PLAN_LOOPS] = sizeof(struct format_loop),
        [FORMAT_PLAN_TEXTS] = 1,
        [FORMAT_PLAN_ORIGINS] = sizeof(struct format_origin),
        [FORMAT_PLAN_MIXES] = sizeof(struct format_mix),
    };
    return sizes[section];
}

/* Returns the size of the plan with that header, in a file of `size` bytes; 0 if a section is
 * outside it. A longer file is not a plan: it could be so long that reading it never ends. */
static inline uint64_t format_plan_end(const struct format_plan *plan, uint64_t size)
{
    uint64_t end = sizeof *plan;
    for (int i = 0; i < FORMAT_PLAN_SECTIONS; i++) {
        const struct format_section *section = &plan->sections[i];
        uint64_t element = format_plan_element((enum format_plan_section)i);
        if (section->offset > size || section->count > (size - section->offset) / element)
            return 0;
        uint64_t ends = section->offset + (section->count * element + 7) / 8 * 8;
        end = ends > end ? ends : end;
    }
    return end;
}

/* places/P/modules lists the binaries that are counted in a place, in the order in which they were
 * loaded; zeros follow the last one. */
#define FORMAT_LOOPS_FOLDER "loops" /* folder of the archive with the plans */
/* An empty file in that folder: a library was loaded that matches the pattern with this number,
 * from 0, of those given by the user. A pattern without such a file matched nothing. */
#define FORMAT_LOOPS_FITS "%u.fits"
enum { FORMAT_LOOPS_PATTERNS = 64 }; /* limit of patterns for which this is recorded */

struct format_module {
    uint32_t first; /* number of its first function, from 1; 0: not complete */
    uint32_t count; /* number of functions */
    uint64_t moved; /* distance between the load address and the linked one, the last time */
    char plan[112]; /* name of a file in ARCHIVE/loops, zero-terminated */
};

_Static_assert(sizeof(struct format_module) == 128, "module");

/* places/P/native: samples of the program counter, once per `period` of each thread's CPU time,
 * which show the time of functions that are not instrumented. Threads are sampled from their first
 * measured function on. A header, then a counter per function, by its number; 0 is unused. */
#define FORMAT_NATIVE_MAGIC UINT64_C(0x314954414e495254) /* "TRINATI1" */

struct format_native {
    uint64_t magic;
    uint32_t version;     /* FORMAT_LOOPS_VERSION */
    uint32_t ended;       /* 1: sampling ended before the program did */
    uint64_t period;      /* ns */
    uint64_t samples;     /* total */
    uint64_t outside;     /* in unmeasured code: other libraries */
    uint64_t copies;      /* in copies of functions; the rest are in `functions` */
    uint64_t own;         /* in Triptych itself */
    uint64_t is_timed;    /* 1: contexts have samples, too (enum format_samples) */
    uint64_t functions[]; /* as many as the file has room for */
};

_Static_assert(sizeof(struct format_native) == 64, "native");

/* places/P/loops-K has the contexts of the lanes of profile-K: records of 64 bytes, the first one a
 * header. A context takes `records` of them; in between there may be unused ones, which are
 * zero. */
#define FORMAT_CONTEXTS_MAGIC UINT64_C(0x31504f4f4c495254) /* "TRILOOP1" */
#define FORMAT_LOOPS_VERSION 5
#define FORMAT_CONTEXT_RECORD 64
#define FORMAT_CONTEXT_ROOT UINT32_MAX /* the lane itself */
/* A signal that interrupted the parent context: what its handler called is below it, and belongs to
 * the parent. `site` is the number of the signal. */
#define FORMAT_CONTEXT_SIGNAL (UINT32_MAX - 1)
/* A site is the number of a slot, or one of these: called by unmeasured code, from an unknown call,
 * or from a call that noted its loop (format_note()). */
#define FORMAT_NO_SITE UINT32_MAX
#define FORMAT_SITE_NOTED (UINT32_C(1) << 31)

/* Return what a call in a loop (UINT32_MAX: none) notes, which is never 0, and the site that it
 * becomes. */
static inline uint32_t format_note(uint32_t loop)
{
    return loop + 2;
}

static inline uint32_t format_noted_site(uint32_t note)
{
    return note ? FORMAT_SITE_NOTED | note : FORMAT_NO_SITE;
}

static inline int format_site_is_slot(uint32_t site)
{
    return !(site & FORMAT_SITE_NOTED);
}

/* Returns the loop of a site that is neither a slot nor FORMAT_NO_SITE; UINT32_MAX: none. */
static inline uint32_t format_site_loop(uint32_t site)
{
    return (site & ~FORMAT_SITE_NOTED) - 2;
}

struct format_contexts {
    uint64_t magic;
    uint32_t version, spare;
    uint64_t used; /* number of records, including this one */
    uint64_t spare2[5];
};

_Static_assert(sizeof(struct format_contexts) == FORMAT_CONTEXT_RECORD, "contexts");

/* The task of a slow path, in the upper bits of w16, above a slot; w17 has the function. */
enum format_slow {
    FORMAT_SLOW_ENTER,   /* the current context is of another function: unmeasured code called */
    FORMAT_SLOW_CALL,    /* the slot has no context yet */
    FORMAT_SLOW_JUMP,    /* the same for a jump to another function, which returns for this one */
    FORMAT_SLOW_RESTORE, /* the current context is not this function's: a call did not return */
    FORMAT_SLOW_LAND,    /* an exception landed: landing pads always ask, whatever is current;
                            instead of a slot, the node of the landing pad */
    FORMAT_SLOW_POINTER, /* a call through a pointer leads elsewhere than the last time: instead of
                            a slot, the number of the value that enum format_pointer counts from */
    FORMAT_SLOW_OPEN,    /* a loop is entered while a visit of it is open */
    FORMAT_SLOW_CLOSE,   /* a loop is left, and the open visit is an inner one, or another one */
    FORMAT_SLOW_LEAF,    /* like FORMAT_SLOW_CALL, of a function that gets its context in a register
                            and calls nothing: the current context remains */
};

enum { FORMAT_SLOW_SHIFT = 28 };
/* x86-64, added to the number of the value of FORMAT_SLOW_POINTER: the target is in memory, from
 * where the call reads it once more */
#define FORMAT_SLOW_IN_MEMORY (UINT32_C(1) << 27)

/* Cells of a call through a pointer, which remembers the last addresses that it led to: two on
 * aarch64, four on x86-64. The context of each follows it. */
enum format_pointer {
    FORMAT_POINTER_TARGET,  /* the last address; 0: none */
    FORMAT_POINTER_CONTEXT, /* the context that becomes current before a call of it: that of the
                               function there, or the caller's own if that function has to find its
                               context itself */
    FORMAT_POINTER_OTHER,   /* the same of the address before */
    FORMAT_POINTER_OTHER_CONTEXT,
    FORMAT_POINTER_ASKED, /* aarch64: where it leads now, for the slow path */
    FORMAT_POINTER_THIRD = FORMAT_POINTER_ASKED, /* x86-64: the addresses before */
    FORMAT_POINTER_THIRD_CONTEXT,
    FORMAT_POINTER_FOURTH,
    FORMAT_POINTER_FOURTH_CONTEXT,
    FORMAT_POINTER_CELLS,
};

/* A context: a function on one path of calls. Its counters, cells and slots follow. It is complete
 * when `function` is set. Fields marked (run) have a meaning only inside the measured program; the
 * parent is also known by its number. */
struct format_context {
    uint32_t function;   /* number in the place: its plan's first one plus its own; 0: none */
    union {              /* next to the function: both are compared at once */
        uint32_t closed; /* of a root: 1: all calls that did not return are in lost-K */
        uint32_t note;   /* (run) of a function: format_note() of the open call; 0: none */
    };
    uint32_t site; /* call site in the parent: see FORMAT_NO_SITE */
    uint32_t lane, records;
    uint32_t counted;     /* number of values that are counters and cells; the others are slots */
    uint32_t self, above; /* records of this context and its parent */
    struct format_context *parent;       /* (run) */
    struct format_context *back;         /* (run) the context that is current when it returns */
    struct format_context *below, *next; /* (run) contexts called by unmeasured code */
    uint64_t values[];
};

_Static_assert(sizeof(struct format_context) == FORMAT_CONTEXT_RECORD, "context");
_Static_assert(offsetof(struct format_context, function) % 8 == 0 &&
                   offsetof(struct format_context, note) ==
                       offsetof(struct format_context, function) + 4,
               "the function and its note are one value of 8 bytes");

/* places/P/lost-K, if it exists, belongs to loops-K: calls that did not return, because the program
 * ended in them, or longjmp or an exception left them. Records of 32 bytes, the first one a header;
 * at most one per node of a context. To solve the flow of a context, an edge from `node` to the
 * outside is added that was taken `count` times, a signed number: it is negative if a call returned
 * more often than it was made (setjmp, and everything open when a process is forked: the child's
 * counters begin at 0). Edges of kind FORMAT_EDGE_LOST themselves were never taken. If a root is
 * not `closed`, the lane was killed or is running: each of its contexts may have open calls, one
 * for each time it is on the stack; counts behind such a call in the same function are then too
 * large by that. */
#define FORMAT_LOST_MAGIC UINT64_C(0x3154534f4c495254) /* "TRILOST1" */

struct format_lost_header {
    uint64_t magic;
    uint32_t version, spare; /* FORMAT_LOOPS_VERSION */
    uint64_t used;           /* number of records, including this one */
    uint64_t spare2;
};

struct format_lost {
    uint32_t context; /* record of loops-K; 0: not complete yet */
    uint32_t node;
    uint64_t count;
    uint64_t skipped; /* instructions of the node that were not executed, in all of these calls */
    uint64_t spare;
};

_Static_assert(sizeof(struct format_lost_header) == sizeof(struct format_lost), "lost");

#endif
