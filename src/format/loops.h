/* loops.h: the plan of a binary, by which its loops are counted, and the tree of counters.
 *
 * A plan is a file of sections, all in the machine's own byte order. Addresses are those that the
 * binary was linked for; where it is loaded elsewhere, everything moves by the same distance. */
#ifndef FORMAT_LOOPS_H
#define FORMAT_LOOPS_H

#include "format/sum.h"

#include <stdint.h>

#define FORMAT_PLAN_MAGIC UINT64_C(0x314e414c50495254) /* "TRIPLAN1" */

enum format_plan_section {
    FORMAT_PLAN_CODE,      /* bytes: copies of functions, with counters */
    FORMAT_PLAN_MOVES,     /* struct format_move: what depends on where the copy is */
    FORMAT_PLAN_PATCHES,   /* struct format_patch: what changes in the original */
    FORMAT_PLAN_FUNCTIONS, /* struct format_function */
    FORMAT_PLAN_SLOTS,     /* struct format_slot, of one function after another */
    FORMAT_PLAN_BLOCKS,    /* struct format_block, of one function after another */
    FORMAT_PLAN_EDGES,     /* struct format_edge, the same */
    FORMAT_PLAN_LOOPS,     /* struct format_loop, the same */
    FORMAT_PLAN_TEXTS,     /* zero-terminated; 0 is the empty one */
    FORMAT_PLAN_ORIGINS,   /* struct format_origin, by place in the code */
    FORMAT_PLAN_SECTIONS,
};

struct format_section {
    uint64_t offset, count; /* bytes from the beginning; elements */
};

struct format_plan {
    uint64_t magic;
    uint32_t version, machine; /* EM_ of elf.h */
    uint64_t size, changed;    /* of the binary: bytes, ns since 1970 */
    uint64_t low, high;        /* addresses that it takes up */
    uint32_t path;             /* text */
    uint32_t spare;
    uint64_t sum; /* format_sum() of the file, which is a multiple of 8 bytes, with 0 here; readers
                     of what was counted take 0 for one that is not told */
    struct format_section sections[FORMAT_PLAN_SECTIONS];
};

/* Words of the copy that are completed when it is known where everything is. On x86-64 they are the
 * 4 bytes of a distance, an offset or a constant, to which what is told here is added: of JUMP the
 * way to an address, whatever the instruction does with it. */
enum format_move_kind {
    FORMAT_MOVE_JUMP,     /* b, bl: to an address */
    FORMAT_MOVE_PAGE,     /* adrp: of an address */
    FORMAT_MOVE_TLS,      /* ldr, str: where the current node is, from the thread's pointer on */
    FORMAT_MOVE_FUNCTION, /* two words, sub: the number of a function */
    FORMAT_MOVE_NUMBER,   /* two words, movz and movk: the same */
    FORMAT_MOVE_SLOW,     /* bl: to the slow path */
    FORMAT_MOVE_ADDRESS,  /* 8 bytes: an address */
    FORMAT_MOVE_OWN_PAGE, /* adrp: of a place in the copy */
    FORMAT_MOVE_QUICK,    /* ldr: enum format_quick, from the thread's pointer on */
};

/* The last function without calls that somebody called who is not measured: bytes of struct quick.
 */
enum format_quick { FORMAT_QUICK_FROM = 0, FORMAT_QUICK_LIMIT = 8, FORMAT_QUICK_LEAF = 16 };

struct format_move {
    uint32_t at; /* byte of the code */
    uint32_t kind;
    uint64_t target; /* address, number, or byte of the code */
};

enum format_patch_kind {
    FORMAT_PATCH_JUMP,  /* goes to the copy */
    FORMAT_PATCH_CALL,  /* calls it */
    FORMAT_PATCH_SHORT, /* jumps to another patch, `to` bytes away: x86-64, where both do not fit */
};

struct format_patch {
    uint64_t address;
    uint32_t to; /* byte of the code */
    uint32_t kind;
};

/* What the original would be doing, from a byte of the code on up to the next of these: handlers of
 * signals are shown that. */
struct format_origin {
    uint32_t at;      /* byte of the code */
    uint32_t node;    /* that the flow is in, as counted: 0: outside; and flags */
    uint64_t address; /* of the original's instruction */
};

/* All of it stands for one instruction, else one for another. */
#define FORMAT_ORIGIN_FIXED (UINT32_C(1) << 31)
/* Times 8 bytes, up to 31 of them: the stack pointer is that much lower. */
#define FORMAT_ORIGIN_PUSHED (UINT32_C(1) << 26)
#define FORMAT_ORIGIN_NODE (FORMAT_ORIGIN_PUSHED - 1)

enum format_function_flag {
    FORMAT_FUNCTION_NATIVE = 1, /* it is left as it is; `why` tells the reason */
    FORMAT_FUNCTION_LEAF = 2,
    FORMAT_FUNCTION_NOTES = 4, /* its calls of what is not measured are in different loops: each
                                  notes in which */
};

struct format_function {
    uint64_t start, end;
    uint32_t name; /* text; 0: none */
    uint32_t why;  /* text */
    uint32_t flags;
    uint32_t counters; /* of a node: counters, then cells, then slots */
    uint32_t cells, slots;
    uint32_t first_slot, first_block, first_edge, first_loop;
    uint32_t blocks, edges, loops;
    uint32_t accesses; /* text: what its instructions do with memory, if it has a loop with a
                          factor: "1c:l8 20:s16" loads 8 bytes 0x1c bytes from its beginning, and
                          stores 16 behind that; f instead of l: from an address that is always the
                          same */
};

struct format_block {
    uint64_t address;
    uint32_t bytes, instructions;
    uint32_t loop; /* of the same function: the innermost one that it is in; UINT32_MAX: none */
    uint32_t pad; /* node: where exceptions land that come out of the call at its end; 0: nowhere */
};

enum format_edge_kind {
    FORMAT_EDGE_ENTER, /* from nowhere: a call, which is the function's first edge; an exception */
    FORMAT_EDGE_NEXT,  /* to what stands behind it */
    FORMAT_EDGE_TAKEN, /* by a jump, or by a branch that is taken */
    FORMAT_EDGE_TABLE, /* by a jump table */
    FORMAT_EDGE_BACK,  /* a call comes back */
    FORMAT_EDGE_LEAVE, /* by a return, or by a jump to another function */
    FORMAT_EDGE_LOST,  /* a call does not come back */
};

struct format_edge {
    uint32_t from, to; /* nodes: 0 is outside, block i is i + 1 */
    uint32_t kind;     /* enum format_edge_kind */
    uint32_t counter;  /* UINT32_MAX: none */
    uint32_t step;     /* what it counts is this many times as much; 0: it is known otherwise */
};

/* A call, or a jump to another function. */
struct format_slot {
    uint32_t function; /* that is called */
    uint32_t node;     /* that ends with it */
};

enum format_loop_flag {
    FORMAT_LOOP_IRREDUCIBLE = 1,
    FORMAT_LOOP_COUNTED = 2, /* a register tells its trips */
    FORMAT_LOOP_VECTOR = 4,  /* it works on vectors */
    FORMAT_LOOP_TIMED = 8,   /* its time is taken, unless it turns out to be short */
    FORMAT_LOOP_RESTS = 16,  /* iterations of the source that its factor leaves over may be done by
                                code beside it, outside of all loops */
    FORMAT_LOOP_CONSTANT = 32, /* works on vectors, and makes the same number of trips whenever it
                                  is entered, so that nothing needs to be left over */
};

/* A loop is entered on edges from outside of it to a block in it. Its iterations are how often its
 * head is entered, on any edge; but there are two exceptions:
 * - `visits` is the number of a counter: then they are its value, and once more for each time that
 *   the loop is entered. So those of an irreducible loop are counted, at the entry that was taken
 *   (visits of the first block, or inner loop, that it came to; where a function calls itself, that
 *   of the last time that its context entered the loop).
 * - `trips` is not 0: the loop is one block, whose edge to itself has no counter, and step 0. Each
 *   time that it is entered it makes that many iterations. To the flow of the block that edge is
 *   nothing, as it leads in as often as out: it is left out when the flow is solved, and then it
 *   was taken trips - 1 times as often as the loop was entered. */
struct format_loop {
    uint32_t head;   /* node */
    uint32_t parent; /* of the same function; UINT32_MAX: none */
    uint32_t depth, flags;
    uint32_t visits; /* UINT32_MAX: none */
    uint32_t trips;  /* 0: they are counted */
    uint32_t factor; /* iterations of the source that one of these is; 0: not known */
    uint32_t timer;  /* the first of its FORMAT_TIMER_VALUES, plus 1; 0: it is not timed */
};

/* The values of a loop that is timed, behind the counters of edges. Only the time of the outermost
 * visit is taken where a function calls itself. A loop that was left by other ways than its edges
 * (longjmp, an exception, the end of the program) has a state that is neither 0 nor
 * FORMAT_TIMER_OFF, from then on: its time is not known. */
enum format_timer {
    FORMAT_TIMER_STATE,  /* how often it is open; FORMAT_TIMER_OFF: it was too short */
    FORMAT_TIMER_START,  /* ticks, when it was entered */
    FORMAT_TIMER_TIME,   /* ticks, all visits that have ended */
    FORMAT_TIMER_CREDIT, /* the same, less the limit for each of them */
    FORMAT_TIMER_VALUES,
};

/* Timing ends when the visits together were shorter than the limit for each of them, by this many
 * times the limit. */
enum { FORMAT_TIMER_PATIENCE_SHIFT = 6 };
#define FORMAT_TIMER_OFF (UINT64_C(1) << 63)

/* Bytes of an element of a section. */
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
    };
    return sizes[section];
}

/* Bytes of the plan with that header, in a file of `size` bytes; 0: a section is outside of it. A
 * file that is longer is no plan: it could be so long that nobody would see the end of it. */
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

/* places/P/modules: the binaries that are counted in a place, in the order in which they were
 * loaded; behind the last one stand zeros. */
#define FORMAT_LOOPS_FOLDER "loops" /* of the archive: the plans */
/* An empty file in there: a library was loaded that fits this pattern of those that were asked for,
 * by its number from 0; one that has none was in vain. */
#define FORMAT_LOOPS_FITS "%u.fits"
enum { FORMAT_LOOPS_PATTERNS = 64 }; /* of so many it is known */

struct format_module {
    uint32_t first; /* number of its first function, from 1; 0: not complete */
    uint32_t count; /* of functions */
    uint64_t moved; /* how far it was loaded from where it was linked for, the last time */
    char plan[112]; /* name of a file in ARCHIVE/loops, zero-terminated */
};

_Static_assert(sizeof(struct format_module) == 128, "module");

/* places/P/native: where the program counter was, at every `period` of a thread's own CPU time:
 * what functions that stay native take is told by that. Threads are sampled from their first
 * measured function on. A header, then a counter for each function, by its number; 0 is unused. */
#define FORMAT_NATIVE_MAGIC UINT64_C(0x314954414e495254) /* "TRINATI1" */

struct format_native {
    uint64_t magic;
    uint32_t version; /* FORMAT_LOOPS_VERSION */
    uint32_t ended;   /* 1: sampling had to end before the program did */
    uint64_t period;  /* ns */
    uint64_t samples; /* in all */
    uint64_t outside; /* in what is not measured: other libraries */
    uint64_t copies;  /* in copies of functions; the rest are in `functions` */
    uint64_t own;     /* in Triptych itself: what measuring costs */
    uint64_t spare;
    uint64_t functions[]; /* as many as the file has room for */
};

_Static_assert(sizeof(struct format_native) == 64, "native");

/* places/P/loops-K has the contexts of the lanes of profile-K: records of 64 bytes, the first one a
 * header. A context takes `records` of them; in between there may be some that are not used, all
 * zero. */
#define FORMAT_CONTEXTS_MAGIC UINT64_C(0x31504f4f4c495254) /* "TRILOOP1" */
#define FORMAT_LOOPS_VERSION 1
#define FORMAT_CONTEXT_RECORD 64
#define FORMAT_CONTEXT_ROOT UINT32_MAX /* stands for the lane itself */
/* Stands for a signal that interrupted its parent: what its handler called is below, and belongs to
 * the parent. `site` is the signal's number. */
#define FORMAT_CONTEXT_SIGNAL (UINT32_MAX - 1)
/* A site is the number of a slot, or one of these: called by what is not measured, at a call that
 * is not known; the same, at a call that noted in which loop it is (format_note()). */
#define FORMAT_NO_SITE UINT32_MAX
#define FORMAT_SITE_NOTED (UINT32_C(1) << 31)

/* What a call in a loop notes, UINT32_MAX: in none; 0 is none. And the site that it becomes. */
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

/* The loop of a site that is neither a slot nor FORMAT_NO_SITE; UINT32_MAX: none. */
static inline uint32_t format_site_loop(uint32_t site)
{
    return (site & ~FORMAT_SITE_NOTED) - 2;
}

struct format_contexts {
    uint64_t magic;
    uint32_t version, spare;
    uint64_t used; /* records, this one included */
    uint64_t spare2[5];
};

_Static_assert(sizeof(struct format_contexts) == FORMAT_CONTEXT_RECORD, "contexts");

/* What a slow path is to do, in the upper bits of w16, above a slot; w17 has the function. */
enum format_slow {
    FORMAT_SLOW_ENTER,   /* the current context is of another function: somebody else called */
    FORMAT_SLOW_CALL,    /* the slot has no context yet */
    FORMAT_SLOW_JUMP,    /* the same of a jump to another function, which returns for this one */
    FORMAT_SLOW_RESTORE, /* the current context is not this function's: something did not return */
    FORMAT_SLOW_LAND,    /* an exception landed: pads ask always, whatever is current */
    FORMAT_SLOW_POINTER, /* a call through a pointer leads elsewhere than the last time: instead of
                            a slot, the number of the value that enum format_pointer counts from */
};

enum { FORMAT_SLOW_SHIFT = 28 };

/* Cells of a call through a pointer, which remembers where it led to the last time. */
enum format_pointer {
    FORMAT_POINTER_TARGET,  /* that address; 0: there was none */
    FORMAT_POINTER_CONTEXT, /* what becomes the current context then: that of the function there, or
                               the caller's own where that function has to find its context itself
                             */
    FORMAT_POINTER_ASKED,   /* where it leads now, for the slow path */
    FORMAT_POINTER_CELLS,
};

/* A context: a function that was called on one path of calls. Behind it stand its counters, its
 * cells and its slots. It is complete when `function` is set. Fields marked (run) have a meaning
 * only inside the measured program; a parent is told by the numbers, too. */
struct format_context {
    uint32_t function; /* number: that of its plan's first one, plus its own; 0: none */
    uint32_t site;     /* where in the parent: see FORMAT_NO_SITE */
    uint32_t lane, records;
    uint32_t counted;     /* values that are counters and cells; the others are slots */
    uint32_t self, above; /* records of this one and of the parent */
    union {
        uint32_t closed; /* of a root: 1: all calls that did not come back are in lost-K */
        uint32_t note;   /* (run) of a function: format_note() of the call that is open; 0: none */
    };
    struct format_context *parent;       /* (run) */
    struct format_context *back;         /* (run) what is current when it returns */
    struct format_context *below, *next; /* (run) called by what is not measured */
    uint64_t values[];
};

_Static_assert(sizeof(struct format_context) == FORMAT_CONTEXT_RECORD, "context");

/* places/P/lost-K, if there is one, belongs to loops-K: calls that did not come back, because the
 * program ended in them, jumped over them (longjmp), or an exception did. Records of 32 bytes, the
 * first one a header; at most one for each node of a context. To solve the flow of a context, an
 * edge from `node` to the outside is added that was taken `count` times: a signed number. It is
 * less than zero where a call came back more often than it was made (setjmp, and all that is open
 * when a process is forked: the child's counters begin at 0). Edges of kind FORMAT_EDGE_LOST
 * themselves were never taken. Where a root is not `closed`, the lane was killed, or runs still:
 * each of its contexts may have calls that are open, one for each time it is on the stack; counts
 * of what is behind such a call in the same function are then too large by that. */
#define FORMAT_LOST_MAGIC UINT64_C(0x3154534f4c495254) /* "TRILOST1" */

struct format_lost_header {
    uint64_t magic;
    uint32_t version, spare; /* FORMAT_LOOPS_VERSION */
    uint64_t used;           /* records, this one included */
    uint64_t spare2;
};

struct format_lost {
    uint32_t context; /* record of loops-K; 0: not complete yet */
    uint32_t node;
    uint64_t count;
    uint64_t skipped; /* instructions of the node that were not executed, of all of these */
    uint64_t spare;
};

_Static_assert(sizeof(struct format_lost_header) == sizeof(struct format_lost), "lost");

#endif
