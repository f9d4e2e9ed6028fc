/* vocabulary.h: described functions, as they are in the library that `triptych run` writes for a
 * program (vocabulary/library.c) and as the collector reads them (measure/vocabulary).
 *
 * The library exports the described functions. Each of them jumps into the collector with the
 * address of its struct format_vocabulary_function, which is in the library's data. All numbers
 * called offsets count bytes from the start of the data, struct format_vocabulary_data. */
#ifndef FORMAT_VOCABULARY_H
#define FORMAT_VOCABULARY_H

#include "format/hash.h"

#include <stdint.h>

#define FORMAT_VOCABULARY_MAGIC UINT64_C(0x3142434f56495254) /* "TRIVOCB1" */

enum {
    FORMAT_VOCABULARY_VERSION = 18,       /* other versions are not read */
    FORMAT_VOCABULARY_VALUES = 24,        /* named values of a function */
    FORMAT_VOCABULARY_STACK = 32,         /* depth of an expression */
    FORMAT_VOCABULARY_ARGUMENTS = 16,     /* of a described function */
    FORMAT_VOCABULARY_CALLED = 6,         /* arguments of a function that expressions call */
    FORMAT_VOCABULARY_THREAD_STATES = 16, /* of all vocabularies of a run; others come behind */
    FORMAT_VOCABULARY_SHARED_STATES = 64, /* of the process, the first ones: they need no table */
    FORMAT_VOCABULARY_REPEATS = 1 << 16,  /* of steps; more are left to the stack machine */
    FORMAT_VOCABULARY_MOST = 1 << 20,     /* repetitions; what needs more is not known */
};

/* What a described function does. */
enum format_act_type {
    FORMAT_DOES_NONE, /* it only changes states: nothing is recorded */
    FORMAT_DOES_VISIT,
    FORMAT_DOES_SEND,
    FORMAT_DOES_RECEIVE,
    FORMAT_DOES_COLLECTIVE, /* also a barrier */
    FORMAT_DOES_WAIT,
    FORMAT_DOES_MOVE,
    FORMAT_DOES_LOCK,
    FORMAT_DOES_UNLOCK,
    FORMAT_DOES_SPAWN,
    FORMAT_DOES_BEGIN, /* of an activity */
    FORMAT_DOES_END,
    FORMAT_DOES_SUSPEND,
    FORMAT_DOES_RESUME,
    FORMAT_DOES_FINISH,
    FORMAT_DOES_ATOMIC,
    FORMAT_DOES_CLOCK,
    FORMAT_DOES_IDLE,
    FORMAT_DOES_INPUT,
    FORMAT_DOES_OUTPUT,
    FORMAT_DOES_ENTER, /* a user's region */
    FORMAT_DOES_LEAVE,
    FORMAT_DOES_RUN,    /* of an activity, from its beginning to its end */
    FORMAT_DOES_REGION, /* the function is one: compiled to FORMAT_DOES_RUN, with enter and leave */
    FORMAT_DOES_DEPART, /* an activity goes to another place by a message */
    FORMAT_DOES_ARRIVE,
    FORMAT_DOES_AWAIT, /* begins to take a lock: it will wait while another thread has it */
    FORMAT_DOES_TRY,   /* the same, but perhaps it does not wait */
    FORMAT_DOES_FREE,  /* begins to release a lock */
    FORMAT_DOES_JUMP,  /* longjmp: no vocabulary has it, but each library has these functions */
    FORMAT_DOES_ALL,
};

/* The fields of acts. */
enum format_act_field {
    FORMAT_FIELD_TO,
    FORMAT_FIELD_FROM,
    FORMAT_FIELD_TAG,
    FORMAT_FIELD_BYTES,
    FORMAT_FIELD_GROUP,
    FORMAT_FIELD_ROOT,
    FORMAT_FIELD_GIVEN,
    FORMAT_FIELD_TAKEN,
    FORMAT_FIELD_REQUEST,
    FORMAT_FIELD_OBJECT,
    FORMAT_FIELD_ACTIVITY,
    FORMAT_FIELD_NAME, /* address of a text */
    FORMAT_FIELD_CODE, /* address of a function */
    FORMAT_FIELDS,
};

/* Operations of a stack machine whose values are 64-bit integers. An instruction is one word: the
 * operation in the lowest 8 bits, `a` in the next 24, `b` (signed) in the upper 32. */
enum format_vocabulary_op {
    FORMAT_OP_STOP,
    FORMAT_OP_NUMBER,   /* pushes b */
    FORMAT_OP_WIDE,     /* pushes the next word */
    FORMAT_OP_ARGUMENT, /* pushes argument a, of type b */
    FORMAT_OP_RESULT,   /* pushes the result, of type b */
    FORMAT_OP_VALUE,    /* pushes the named value a */
    FORMAT_OP_KEEP,     /* pops the named value a */
    FORMAT_OP_LOAD,     /* replaces an address by what is there, of type b */
    FORMAT_OP_TEXT,     /* replaces the address of a text by a number for that text, or, if a is 1,
                           by its length */
    FORMAT_OP_STATE,    /* pushes the thread's or process's state a; pops a key first if b has
                           FORMAT_STATE_KEY; not known if it has FORMAT_STATE_LOST */
    FORMAT_OP_SET,      /* pops a value, then a key if b has FORMAT_SET_KEY, and sets state a, or
                           adds to it if b has FORMAT_SET_ADDS */
    FORMAT_OP_CALL,   /* calls function a % 2^20 with a / 2^20 arguments, which it pops; pushes the
                         result, of type b */
    FORMAT_OP_OUT,    /* pushes the address of the named value a, and clears it; b is 1: keeps it */
    FORMAT_OP_NARROW, /* gives the named value a, which a call has written, the type b */
    FORMAT_OP_NEGATE,
    FORMAT_OP_NOT,
    FORMAT_OP_ADD,
    FORMAT_OP_SUBTRACT,
    FORMAT_OP_MULTIPLY,
    FORMAT_OP_DIVIDE,
    FORMAT_OP_REMAINDER,
    FORMAT_OP_EQUAL,
    FORMAT_OP_DIFFERENT,
    FORMAT_OP_LESS,
    FORMAT_OP_AT_MOST,
    FORMAT_OP_SHIFT_LEFT, /* not known for a width below 0 or above 63 */
    FORMAT_OP_SHIFT_RIGHT,
    FORMAT_OP_AND,
    FORMAT_OP_OR,
    FORMAT_OP_JUMP,       /* by b words, counted from the next one */
    FORMAT_OP_JUMP_FALSE, /* pops; the same if it is 0 */
    FORMAT_OP_JUMP_KNOWN, /* jumps if the last expression is known; else starts afresh */
    FORMAT_OP_FIELD,      /* pops field a */
    FORMAT_OP_ACT,        /* records act a with the fields that were set, and clears them; b is 1:
                             the receiver does not know the sender */
    FORMAT_OP_FUNCTION,   /* pushes the address of the described function itself */
    FORMAT_OP_ADDRESS,    /* pushes the address of variable a, a number among the functions */
    FORMAT_OP_PRINT, /* pops a numbers, puts them into the text in the next b words, in place of
                        its FORMAT_VOCABULARY_HOLEs, and pushes the address of the result */
    FORMAT_OP_BEGIN, /* an expression begins: the stack is empty, everything is known. Skips b
                        words while no messages are logged. */
    FORMAT_OP_WHEN,  /* pops; jumps by b words if it is 0 or not known */
    FORMAT_OPS,
};

enum { FORMAT_SET_KEY = 1, FORMAT_SET_ADDS = 2 };

/* FORMAT_STATE_LOST is written by the program that runs: a function that sets the state cannot be
 * patched. */
enum { FORMAT_STATE_KEY = 1, FORMAT_STATE_LOST = 2 };

#define FORMAT_VOCABULARY_HOLE '\x01'

/* A type of a number: its size in bytes (0: void), and whether it is signed. */
#define FORMAT_TYPE_SIGNED 16

static inline uint64_t format_vocabulary_word(enum format_vocabulary_op op, uint32_t a, int32_t b)
{
    return (uint64_t)op | (uint64_t)(a & 0xffffff) << 8 | (uint64_t)(uint32_t)b << 32;
}

/* Returns the id of a vocabulary, which is also that of its group of all places. */
static inline uint64_t format_vocabulary_id(const char *name)
{
    return format_hash_text(name) | 1;
}

/* Returns the word behind an operation. */
static inline const uint64_t *format_vocabulary_behind(const uint64_t *word)
{
    enum format_vocabulary_op op = (enum format_vocabulary_op)(*word & 0xff);
    return word + 1 + (op == FORMAT_OP_WIDE) + (op == FORMAT_OP_PRINT ? *word >> 32 : 0);
}

/* Where an argument is: a register for integers, or a word of the stack behind these. */
enum { FORMAT_REGISTERS = 8 };

/* A number that needs no stack machine: an argument, the result, a named value or a state without a
 * key, times a factor, plus a number; or what is in memory there. */
struct format_vocabulary_operand {
    uint8_t source;    /* enum format_vocabulary_source */
    uint8_t type;      /* of the source; 0: there is none, the factor is 0, the number is `plus` */
    uint8_t loaded;    /* type of what is in memory at that address; 0: the operand is the number */
    uint8_t field;     /* enum format_act_field, of a field */
    uint8_t is_scaled; /* the factor is not 1, or there is something to add */
    uint8_t spare[3];
    int32_t factor, plus;
};

/* Words of a call, as the collector has them: registers come first. */
enum format_vocabulary_source {
    FORMAT_SOURCE_STACK = FORMAT_REGISTERS, /* address of arguments behind these */
    FORMAT_SOURCE_RESULT = FORMAT_REGISTERS + 1,
    FORMAT_SOURCE_VALUES = FORMAT_REGISTERS + 6, /* named values, and those of steps */
    FORMAT_SOURCE_STATES = FORMAT_SOURCE_VALUES + FORMAT_VOCABULARY_VALUES, /* of the thread */
    FORMAT_SOURCE_SHARED = FORMAT_SOURCE_STATES + FORMAT_VOCABULARY_THREAD_STATES, /* process */
    FORMAT_SOURCES = FORMAT_SOURCE_SHARED + FORMAT_VOCABULARY_SHARED_STATES,
};

/* Operations of steps that the stack machine does not have. */
enum {
    FORMAT_STEP_LEAST = FORMAT_OPS, /* the smaller one of two numbers */
    FORMAT_STEP_MOST,
    FORMAT_STEP_COUNT,   /* adds part 0 times part 1 to the value, or to 0, where both are positive
                            and part 2 is not 0 */
    FORMAT_STEP_SUM,     /* does the same with part 1 numbers in memory, at part 0 and so many bytes
                            further each */
    FORMAT_STEP_REPEAT,  /* does the steps behind it as often as part 0 says, with numbers from 0 */
    FORMAT_STEP_NEED,    /* where part 0 is 0, something is not known, and the steps end */
    FORMAT_STEP_UNLESS,  /* skips the steps behind it if part 0 is 0 */
    FORMAT_STEP_MESSAGE, /* notes a message; its parts are bytes, peer and tag in the order of
                            enum format_vocabulary_message */
};

/* Whose state a step sets. */
enum format_vocabulary_owner { FORMAT_OWNER_THREAD, FORMAT_OWNER_PROCESS, FORMAT_OWNER_KEY };

/* When a step is done. */
enum format_vocabulary_when {
    FORMAT_WHEN_ALWAYS,
    FORMAT_WHEN_PART, /* where part 2 is not 0 */
    FORMAT_WHEN_ACT,  /* where the act takes place; only in functions with FORMAT_OP_CALL */
};

/* How a part of FORMAT_OP_CALL is passed, in place of its field. */
enum {
    FORMAT_PASS_NUMBER,
    FORMAT_PASS_ADDRESS, /* of the value, which is 0 at first */
    FORMAT_PASS_KEPT,    /* the same, but the value is kept */
};

/* A step computes a number that is no operand, or sets a state: FORMAT_OP_SET sets it to part 0,
 * FORMAT_OP_ADD adds that to it; or it calls a function of the library. */
struct format_vocabulary_step {
    uint8_t op; /* enum format_vocabulary_op: FORMAT_OP_KEEP copies part 0; FORMAT_OP_JUMP_FALSE is
                   part 1 or, if part 0 is 0, part 2; FORMAT_OP_STATE is the state with the key that
                   is part 0; FORMAT_OP_CALL calls a function with its parts, and before them
                   those of the step before it, if that is FORMAT_OP_ARGUMENT; others compute with
                   parts 0 and 1 */
    uint8_t to; /* enum format_vocabulary_source of a value; of a state that is set its enum
                   format_vocabulary_owner */
    uint8_t when; /* enum format_vocabulary_when */
    union {
        uint8_t cell;     /* of a state with a key that is set: enum format_vocabulary_source of the
                             value that gets its address; `to`: it is only read */
        uint8_t type;     /* of what FORMAT_OP_CALL returns */
        uint8_t is_first; /* FORMAT_STEP_COUNT and FORMAT_STEP_SUM add to 0 */
    };
    uint32_t number;   /* of the state; without a key, among those of the same owner. Or `a` of
                          FORMAT_OP_CALL, or how many steps FORMAT_STEP_REPEAT repeats or
                          FORMAT_STEP_UNLESS skips, or the bytes of FORMAT_STEP_SUM, or 1 if
                          FORMAT_STEP_MESSAGE receives. */
    int32_t to_called; /* bytes from the function that is described to the one that is called */
    struct format_vocabulary_operand parts[3];
};

enum { FORMAT_QUICK_FIELDS = 5, FORMAT_QUICK_CALLED = 4 /* functions that are called */ };

/* The places of the fields of a message that is sent or received, if they all have a quick form. */
enum format_vocabulary_message {
    FORMAT_QUICK_BYTES,
    FORMAT_QUICK_PEER, /* FORMAT_FIELD_TO or FORMAT_FIELD_FROM */
    FORMAT_QUICK_TAG,
    FORMAT_QUICK_MESSAGE, /* how many there are */
};

/* What is to be done after the call while messages are not logged. */
enum format_vocabulary_quick_way {
    FORMAT_QUICK_OTHER,
    FORMAT_QUICK_CALLS,  /* functions of the library are called, also where messages are logged */
    FORMAT_QUICK_KEY,    /* one state is found by its key, and perhaps set; nothing else is but what
                            the last one of these has */
    FORMAT_QUICK_SHARED, /* the same as the following with states of the process */
    FORMAT_QUICK_STEPS,  /* steps, new states, and what follows */
    FORMAT_QUICK_NEAR,   /* at most one number of bytes is found, perhaps in memory, and what is
                            tested is not in memory; it takes no acts of others */
};

/* The code of a function in a form that needs no stack machine: steps before and after the call;
 * then its act, which takes place if the tested operand is within the range, or, if `is_outside` is
 * set, not within it; then the states are set. Of several acts, or one that is repeated, there are
 * the bytes of them all while messages are not logged; if they are messages, other steps note each
 * of them while they are. These steps are behind all others, and behind them the states are set
 * once more: their new values may be elsewhere. */
struct format_vocabulary_quick {
    int64_t from, to; /* range */
    struct format_vocabulary_operand tested;
    struct format_vocabulary_operand fields[FORMAT_QUICK_FIELDS]; /* those that count bytes first */
    uint8_t bytes; /* fields that count bytes: all that is needed while messages are not logged */
    uint8_t count; /* fields in all */
    uint8_t is_outside;
    uint8_t is_quick;   /* the function has such a form, at least while messages are not logged */
    uint8_t logs_quick; /* all fields have one, also those that only logs need */
    uint8_t begins;     /* the code before the call has one */
    uint8_t before, steps, sets;   /* steps before the call, after it, and those that set states */
    uint8_t places[FORMAT_FIELDS]; /* of the act's fields, from 1; 0: it has none */
    uint8_t takes;                 /* it takes the acts of others, and is quick without logs */
    uint8_t later;                 /* values of before the call are words of it: code that needs
                                      them may compute them after it */
    uint8_t is_plain;              /* it has a form for logs; the act is no collective operation and
                                      no move; its bytes are the first field; after the call there
                                      are no steps, and neither memory nor states are read */
    uint8_t way;                   /* enum format_vocabulary_quick_way */
    uint8_t vectors;               /* enum format_door_vectors: what the functions that it calls may
                                      change; written when the program starts */
    uint8_t messages;              /* steps that note several messages; 0: there are none */
    int32_t to_after;              /* bytes from the function to its steps after the call */
    uint32_t first_step;           /* offset of them all, one behind the other */
    uint32_t known;                /* bits of the values that are known before the call */
    uint64_t group;   /* address of its group of all places; 0: not known yet. Written while it
                         runs. */
    uint64_t settled; /* its address and its place are known in the process of that number
                         (process.h), from 1; written by the program that runs */
};

enum { FORMAT_RUN_NUMBERS = 2 };

/* The code of a function that runs an activity, is a region, or only sets states and opens, in a
 * form that needs no stack machine: steps before the call; then what it begins, if the tested
 * operand is within the range, or, if `is_outside` is set, not within it; then states are set. */
struct format_vocabulary_run {
    int64_t from, to; /* range */
    struct format_vocabulary_operand tested;
    struct format_vocabulary_operand activity;
    struct format_vocabulary_operand numbers[FORMAT_RUN_NUMBERS]; /* that its name has */
    uint32_t text;                                                /* offset of its name */
    uint32_t first_step;                                          /* offset */
    uint32_t known; /* bits of the values that are known before the call */
    uint8_t does;   /* FORMAT_DOES_RUN, FORMAT_DOES_ENTER; FORMAT_DOES_NONE: it begins nothing */
    uint8_t is_outside;
    uint8_t steps, sets; /* steps before the call, and those that set states */
    uint8_t number_count;
    uint8_t has_code; /* the region is at the function, not at the call */
    uint8_t entered;  /* number of the value that tells that it has begun, plus 1; 0: always */
    uint8_t spare[5];
};

struct format_vocabulary_function {
    uint64_t real;  /* address; 0: not looked for yet. Written by the program that runs. */
    uint64_t entry; /* where the program has it, if `real` is a copy; 0: `real` itself. The same. */
    uint32_t start; /* offset of this struct: the data start so many bytes before it */
    uint32_t number;        /* from 0 */
    uint32_t vocabulary;    /* number of its vocabulary */
    uint32_t name;          /* offset of its name, as in the source */
    uint32_t symbol;        /* offset of its name for the linker */
    uint32_t before, after; /* offsets of its code before and after the call; 0: none */
    uint32_t act;           /* enum format_act_type */
    uint32_t kind, flags;   /* of its regions: enum tri_kind, enum tri_flag */
    uint32_t facts;         /* format/mpi.h; 0: none */
    uint32_t stack;         /* words of arguments on the stack */
    uint32_t takes;         /* offset of numbers of functions whose acts inside it are its own */
    uint32_t takes_count;
    uint8_t arguments[FORMAT_VOCABULARY_ARGUMENTS]; /* their places; 255: cannot be read */
    uint8_t parameters;
    uint8_t is_called;   /* only called by expressions, not exported */
    uint8_t has_place;   /* the place's number is known after it */
    uint8_t is_instant;  /* its acts are over when it begins: it has no code after the call */
    uint8_t is_variable; /* no function, but data of the program */
    uint8_t is_opened;   /* what it calls is recorded, too */
    uint8_t vectors;     /* enum format_door_vectors, of a function that is in the program; written
                            when that starts */
    uint8_t loses_bytes; /* its bytes are not known, as states are not; the same */
    struct format_vocabulary_quick quick;
    uint32_t run; /* offset of its struct format_vocabulary_run; 0: none */
    uint32_t spare_run;
};

struct format_vocabulary {
    uint32_t name;      /* offset */
    uint32_t libraries; /* offset of names of files, each with its zero, up to an empty one */
    uint32_t place;     /* offset of code that leaves the number of this place as value 0, and the
                           number of places as value 1; 0: places have no numbers */
    uint32_t has_count; /* value 1 is set */
    uint64_t id;        /* the same for all processes: names its places and groups */
    uint64_t placed;    /* the place is known in the process of that number (process.h), from 1;
                           written while it runs */
};

/* A state, by the number that operations have for it. */
struct format_vocabulary_state {
    uint32_t number;
    uint32_t name;    /* offset */
    uint32_t is_lost; /* it is not known: written by the program that runs */
    uint32_t spare;
};

struct format_vocabulary_data {
    uint64_t magic;
    uint32_t version;
    uint32_t size;      /* bytes of all data */
    uint32_t functions; /* offset of the functions */
    uint32_t function_count;
    uint32_t vocabularies; /* offset */
    uint32_t vocabulary_count;
    uint32_t states; /* offset */
    uint32_t state_count;
};

static inline struct format_vocabulary_data *
format_vocabulary_data(struct format_vocabulary_function *function)
{
    return (struct format_vocabulary_data *)((char *)function - function->start);
}

static inline void *format_vocabulary_at(const struct format_vocabulary_data *data, uint32_t offset)
{
    return (char *)data + offset;
}

_Static_assert(sizeof(struct format_vocabulary_step) == 60, "step");
_Static_assert(sizeof(struct format_vocabulary_run) == 104, "run");
_Static_assert(sizeof(struct format_vocabulary_function) == 272, "described function");
_Static_assert(sizeof(struct format_vocabulary) == 32, "vocabulary");
_Static_assert(sizeof(struct format_vocabulary_state) == 16, "state");
_Static_assert(sizeof(struct format_vocabulary_data) == 40, "vocabulary data");

#endif
