/* call.h: a call of a described function, while it goes on. Its first part is written by the
 * assembler code of call_aarch64.inc and call_x86_64.inc, on the program's stack. */
#ifndef MEASURE_VOCABULARY_CALL_H
#define MEASURE_VOCABULARY_CALL_H

#include "format/object.h"
#include "format/vocabulary.h"
#include "measure/filter.h"
#include "measure/log.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CALL_LOGGED = 5, /* values of one message, or of one collective operation, and one more */
    CALL_SIZE = 320, /* as the assembler code has it */
};

enum described_run {
    CALL_NO_RUN,
    CALL_PASSES,
    CALL_RUNS,
    CALL_ASKS,     /* it ends quickly, but functions of the library are called first */
    CALL_ASKS_SSE, /* the same; they only change FORMAT_DOOR_SSE_VECTORS */
    CALL_ASKED,    /* they have been called, but something else is to be done */
};

struct described_call {
    uint64_t registers[FORMAT_REGISTERS]; /* for integers */
    const uint64_t *stack;                /* arguments behind these */
    uint64_t result;
    const void *site; /* return address */
    struct format_vocabulary_function *function;
    /* End of what the assembler code writes. */
    uint64_t now;   /* ticks: its end */
    uint32_t known; /* bits of values that are known */
    union {
        uint32_t how; /* 0: it is none of the following, as most calls are */
        struct {
            bool is_taken;  /* it is inside of another, which has its acts */
            bool is_opened; /* it is put aside itself, until it ends */
            bool is_aside; /* it runs an activity inside of another, which is put aside meanwhile */
            uint8_t run;   /* enum described_run */
        };
    };
    int64_t values[FORMAT_VOCABULARY_VALUES];
};

/* A lock that a call takes or releases, if it is known before the call: locks.h. */
struct described_lock {
    struct format_object *object;      /* NULL: none, or it has not begun */
    const struct described_call *call; /* that it belongs to: the recorded one, or one inside */
    uint64_t id;
    uint64_t before; /* the object that the thread waited for already */
    uint64_t held;   /* ticks for which it was held that is released */
    uint32_t holder; /* activity that has it when the wait begins */
    uint32_t was;    /* holder of what is released, as the object has it */
    uint8_t does;    /* enum format_act_type; 0: there is no lock */
    bool waits;      /* observers see it */
    bool is_hidden;  /* but not now: the thread runs an activity inside of the call */
    bool counts;     /* as a wait */
    bool is_own;     /* this thread had what is released */
};

/* The outermost described call that a thread is in, as it is recorded. It is not on the stack,
 * which may be gone: a call may be left by longjmp. */
struct described_record {
    const struct described_call *call; /* NULL: the thread is in none */
    const struct format_vocabulary_function *function;
    struct tri_node *node; /* of its visit; NULL: it is not measured */
    struct format_node *visited;
    uint64_t look_at; /* ticks: when the place's page is to be looked at again */
    unsigned taken;   /* calls inside of it whose acts it takes, that are open */
    bool is_ended;    /* a quick call has ended, but something else is to be done */
    /* Empty while the thread is in no call: */
    uint64_t bytes;
    struct format_object *with; /* that it waited for or released */
    uint64_t held;              /* ticks for which that was held */
    struct described_lock lock; /* `does` is 0 */
    uint8_t count;              /* values that are to be logged */
    bool has_more;              /* some were logged already */
    bool logs;                  /* messages are numbered */
    bool counts_bytes;          /* the values have its bytes */
    uint32_t lacks; /* why its bytes are not known: FORMAT_UNREADABLE, FORMAT_TOO_OFTEN */
    struct measure_filter_message told; /* of values that were logged already */
    struct measure_log_value logged[CALL_LOGGED];
};

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct described_record described_own;

/* What functions of the library have returned that were called for a call, and what they have left
 * in the values whose addresses they had: other calls may have changed these since. */
struct described_results {
    unsigned count;
    int64_t all[FORMAT_QUICK_CALLED];
    int64_t left[FORMAT_QUICK_CALLED][FORMAT_VOCABULARY_CALLED]; /* by argument */
    uint8_t passed[FORMAT_QUICK_CALLED]; /* bits of the arguments that are such addresses */
};

_Static_assert(offsetof(struct described_call, values) == FORMAT_SOURCE_VALUES * sizeof(int64_t),
               "words of operands");
_Static_assert(offsetof(struct described_call, stack) == 64, "assembler code");
_Static_assert(offsetof(struct described_call, stack) == FORMAT_SOURCE_STACK * sizeof(int64_t),
               "words of operands");
_Static_assert(offsetof(struct described_call, result) == 72, "assembler code");
_Static_assert(offsetof(struct described_call, site) == 80, "assembler code");
_Static_assert(offsetof(struct described_call, function) == 88, "assembler code");
_Static_assert(sizeof(struct described_call) <= CALL_SIZE, "assembler code");
_Static_assert(FORMAT_VOCABULARY_VALUES <= 32, "bits of values");

/* In the assembler code: what the unwinder calls when an exception passes through it (jump.c). */
#define CALL_PERSONALITY ".cfi_personality 0x1b, measure_vocabulary_passed\n"

/* Returns a number of that type, which is in the lower bits of a word. */
static inline int64_t measure_vocabulary_narrow(int64_t value, uint32_t type)
{
    unsigned bits = 64 - 8 * (type & 15);
    if (bits >= 64 || !bits)
        return value;
    return type & FORMAT_TYPE_SIGNED ? (int64_t)((uint64_t)value << bits) >> bits
                                     : (int64_t)((uint64_t)value << bits >> bits);
}

/* What the assembler code does next: calls or jumps to `real`. */
struct described_next {
    uint64_t real;
    uint64_t stack; /* words of arguments on the stack, plus 1; 0: jump, its end is not wanted */
};

/* Called by the assembler code at the beginning and at the end of a call. */
struct described_next measure_vocabulary_begin(struct described_call *call);
void measure_vocabulary_end(struct described_call *call);

/* The same at the end of a call for which functions of the library are called: CALL_ASKS. */
void measure_vocabulary_ask(struct described_call *call);

/* Does the same without vector registers of its own. False if measure_vocabulary_end() has to be
 * called, too, which needs them. */
bool measure_vocabulary_ask_quickly(struct described_call *call);

struct described_messages;

/* Performs steps of a call, which may call functions and, if `messages` is not NULL, note messages.
 * False if the stack machine has to do it. */
bool measure_vocabulary_ask_functions(struct described_call *call,
                                      const struct format_vocabulary_step *steps, unsigned count,
                                      struct described_messages *messages);

/* Returns what functions of the library have returned for such a call. */
const struct described_results *measure_vocabulary_asked(const struct described_call *call);

/* Forgets what functions have returned for the thread's call before, where none are asked. */
void measure_vocabulary_ask_nothing(void);

/* Exported: described functions jump here, with their struct format_vocabulary_function in x16 or
 * r11. It is no C function. */
__attribute__((visibility("default"))) void tri_vocabulary_call(void);

/* The same for functions inside a binary, whose callers may know which registers they leave alone:
 * all are kept. On x86-64, r11 has been pushed. */
__attribute__((visibility("hidden"))) void measure_vocabulary_door(void);

/* The ends of both. */
extern __attribute__((visibility("hidden"))) const char measure_vocabulary_call_end[],
    measure_vocabulary_door_end[];

#endif
