/* filter.h: the layout of a condition on acts that is evaluated while they are recorded. */
#ifndef FORMAT_FILTER_H
#define FORMAT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `triptych run --filter` writes it to the file FORMAT_FILTER_FILE of the archive: the header, the
 * operations, then zero-terminated texts. An operation works on the results of earlier ones; the
 * result of the last one, a truth, is the condition: an act is logged if it is true. Values and
 * rules are those of the filter language (doc/query.md): any value may be absent.
 *
 * While recording, a value may also be unknown, because only a reader of the archive can find it.
 * An act is logged if the condition may be true. */

#define FORMAT_FILTER_MAGIC UINT64_C(0x31544c4946495254) /* "TRIFILT1" */
#define FORMAT_FILTER_VERSION 1
#define FORMAT_FILTER_FILE "filter"

/* Filters that `triptych filter` sends to a running program are files of the same layout in this
 * folder of the archive: 1, 2, 3 ... Beside each, N.json has its text and the time when it was
 * sent. A process knows the number of the newest one from its page (format_place.asked). */
#define FORMAT_FILTERS_FOLDER "filters"

enum {
    FORMAT_FILTERS = 1000,        /* limit of filters that are sent to a run */
    FORMAT_FILTER_OPS = 96,       /* limit of operations */
    FORMAT_FILTER_TEXTS = 1 << 14 /* limit of texts, in bytes */
};

struct format_filter {
    uint64_t magic;
    uint32_t version;
    uint32_t ops;   /* number of operations */
    uint32_t texts; /* bytes */
    uint32_t spare;
    uint64_t start; /* of the run: ns, CLOCK_REALTIME; 0: not known, the place's is used */
};

enum format_filter_type {
    FORMAT_FILTER_TRUTH,
    FORMAT_FILTER_WHOLE, /* also types of events (enum format_act), numbers of places and the like
                          */
    FORMAT_FILTER_REAL,
    FORMAT_FILTER_TEXT, /* only of regions and constants */
};

/* Operations, as in the filter language. Unless stated otherwise, a and b have the type of the
 * result, and the result is absent if one of them is. */
enum format_filter_code {
    FORMAT_FILTER_CONSTANT,
    FORMAT_FILTER_FIELD,
    FORMAT_FILTER_PRESENT, /* whether a, of any type, is present */
    FORMAT_FILTER_NOT,
    FORMAT_FILTER_AND,
    FORMAT_FILTER_OR,
    FORMAT_FILTER_CHOICE, /* a ? b : c */
    FORMAT_FILTER_EQUAL,  /* a truth; a and b have the same type, as for the next three */
    FORMAT_FILTER_UNEQUAL,
    FORMAT_FILTER_LESS,
    FORMAT_FILTER_LESS_OR_EQUAL,
    FORMAT_FILTER_IN, /* whether a is one of the results b to before c, which are constants of its
                         type */
    FORMAT_FILTER_STARTS, /* a truth of text a and the operation's own text, as for the next three
                           */
    FORMAT_FILTER_ENDS,
    FORMAT_FILTER_CONTAINS,
    FORMAT_FILTER_MATCHES, /* a regular expression: unknown while recording */
    FORMAT_FILTER_LENGTH,  /* number of characters of text a */
    FORMAT_FILTER_NEGATE,
    FORMAT_FILTER_ABSOLUTE,
    FORMAT_FILTER_ADD,
    FORMAT_FILTER_SUBTRACT,
    FORMAT_FILTER_MULTIPLY,
    FORMAT_FILTER_DIVIDE,    /* of reals */
    FORMAT_FILTER_REMAINDER, /* of whole numbers */
    FORMAT_FILTER_LESSER,
    FORMAT_FILTER_GREATER,
    FORMAT_FILTER_TO_REAL,  /* of the whole number a */
    FORMAT_FILTER_TO_WHOLE, /* of the real a */
    FORMAT_FILTER_CODES
};

enum format_filter_field {
    /* known from the region alone: */
    FORMAT_FILTER_TYPE, /* enum format_act */
    FORMAT_FILTER_READS,
    FORMAT_FILTER_WRITES,
    FORMAT_FILTER_SEQUENCE, /* position among the regions of its kind in its routine */
    FORMAT_FILTER_LINE,
    FORMAT_FILTER_END_LINE,
    FORMAT_FILTER_END_POSITION, /* end_line, or line if that is not known */
    FORMAT_FILTER_KIND,         /* text, as the next ones: format_region_word */
    FORMAT_FILTER_NAME,
    FORMAT_FILTER_SOURCE, /* file */
    FORMAT_FILTER_METHOD, /* name of the routine around it, or its own */
    FORMAT_FILTER_NOTE,
    FORMAT_FILTER_OF_ACTS,                          /* from here on, known when an act ends: */
    FORMAT_FILTER_DURATION = FORMAT_FILTER_OF_ACTS, /* ns, as all times */
    FORMAT_FILTER_START,                            /* since the start of the run */
    FORMAT_FILTER_FINISH,
    FORMAT_FILTER_BYTES,
    FORMAT_FILTER_TRIPS,
    FORMAT_FILTER_HELD,
    FORMAT_FILTER_ABORTED,      /* it was ended from outside */
    FORMAT_FILTER_TAG,          /* of its message */
    FORMAT_FILTER_COMMUNICATOR, /* number in its place */
    FORMAT_FILTER_SOURCE_RANK,  /* rank that its message comes from, or its own */
    FORMAT_FILTER_TARGET_RANK,
    FORMAT_FILTER_PLACE, /* number */
    FORMAT_FILTER_RANK,
    FORMAT_FILTER_PID,
    FORMAT_FILTER_LANE,         /* number in its place */
    FORMAT_FILTER_TID,          /* of the thread */
    FORMAT_FILTER_ACTIVITY,     /* number in its place */
    FORMAT_FILTER_NUMBER,       /* rank or place, and activity: format_activity_number */
    FORMAT_FILTER_SOURCE_PLACE, /* number of the place that its message comes from, or its own */
    FORMAT_FILTER_TARGET_PLACE,
    FORMAT_FILTER_FIELDS
};

struct format_filter_op {
    uint8_t code; /* enum format_filter_code */
    uint8_t type; /* type of the result: enum format_filter_type */
    uint8_t absent;
    uint8_t field;    /* enum format_filter_field */
    uint16_t a, b, c; /* numbers of earlier operations */
    uint16_t spare;
    uint32_t text; /* offset in the texts */
    uint32_t spare2;
    uint64_t value; /* of a constant: a truth, a whole number, or the bits of a real */
};

_Static_assert(sizeof(struct format_filter) == 32, "filter");
_Static_assert(sizeof(struct format_filter_op) == 32, "filter operation");

/* Joins PLACE-N, where a rank stands for its place, to one number. */
static inline int64_t format_activity_number(uint32_t place, uint32_t activity)
{
    return (int64_t)((uint64_t)(place & INT32_MAX) << 32 | activity);
}

/* Returns the type of a field's values. */
static inline enum format_filter_type format_filter_type_of(unsigned field)
{
    if (field == FORMAT_FILTER_READS || field == FORMAT_FILTER_WRITES ||
        field == FORMAT_FILTER_ABORTED)
        return FORMAT_FILTER_TRUTH;
    return field >= FORMAT_FILTER_KIND && field < FORMAT_FILTER_OF_ACTS ? FORMAT_FILTER_TEXT
                                                                        : FORMAT_FILTER_WHOLE;
}

/* A checked filter in memory. */
struct format_filter_view {
    const struct format_filter_op *ops; /* NULL: there is no filter */
    unsigned count;
    const char *texts;
    uint64_t start;
};

static inline bool format_filter_is(const struct format_filter_op *ops, unsigned which,
                                    unsigned before, unsigned type)
{
    return which < before && ops[which].type == type;
}

/* True if the list of an IN is valid: all its elements are constants of one type. */
static inline bool format_filter_is_list(const struct format_filter_op *ops,
                                         const struct format_filter_op *op, unsigned before)
{
    if (op->a >= before || op->b > op->c || op->c > before)
        return false;
    for (unsigned i = op->b; i < op->c; i++) {
        if (ops[i].code != FORMAT_FILTER_CONSTANT || ops[i].type != ops[op->a].type)
            return false;
    }
    return true;
}

/* True if operation i is valid, provided that those before it are. */
static inline bool format_filter_is_good(const struct format_filter_op *ops, unsigned i,
                                         uint32_t texts)
{
    const struct format_filter_op *op = &ops[i];
    bool truth = op->type == FORMAT_FILTER_TRUTH;
    bool number = op->type == FORMAT_FILTER_WHOLE || op->type == FORMAT_FILTER_REAL;
    bool a = format_filter_is(ops, op->a, i, op->type),
         b = format_filter_is(ops, op->b, i, op->type);
    switch (op->code) {
    case FORMAT_FILTER_CONSTANT:
        return op->type <= FORMAT_FILTER_TEXT && op->text < texts;
    case FORMAT_FILTER_FIELD:
        return op->field < FORMAT_FILTER_FIELDS && op->type == format_filter_type_of(op->field);
    case FORMAT_FILTER_PRESENT:
        return truth && op->a < i;
    case FORMAT_FILTER_NOT:
        return truth && a;
    case FORMAT_FILTER_AND:
    case FORMAT_FILTER_OR:
        return truth && a && b;
    case FORMAT_FILTER_CHOICE:
        return format_filter_is(ops, op->a, i, FORMAT_FILTER_TRUTH) && b &&
               format_filter_is(ops, op->c, i, op->type);
    case FORMAT_FILTER_EQUAL:
    case FORMAT_FILTER_UNEQUAL:
    case FORMAT_FILTER_LESS:
    case FORMAT_FILTER_LESS_OR_EQUAL:
        return truth && op->a < i && format_filter_is(ops, op->b, i, ops[op->a].type);
    case FORMAT_FILTER_IN:
        return truth && format_filter_is_list(ops, op, i);
    case FORMAT_FILTER_STARTS:
    case FORMAT_FILTER_ENDS:
    case FORMAT_FILTER_CONTAINS:
    case FORMAT_FILTER_MATCHES:
        return truth && op->text < texts && format_filter_is(ops, op->a, i, FORMAT_FILTER_TEXT);
    case FORMAT_FILTER_LENGTH:
        return op->type == FORMAT_FILTER_WHOLE &&
               format_filter_is(ops, op->a, i, FORMAT_FILTER_TEXT);
    case FORMAT_FILTER_NEGATE:
    case FORMAT_FILTER_ABSOLUTE:
        return number && a;
    case FORMAT_FILTER_DIVIDE:
        return op->type == FORMAT_FILTER_REAL && a && b;
    case FORMAT_FILTER_REMAINDER:
        return op->type == FORMAT_FILTER_WHOLE && a && b;
    case FORMAT_FILTER_TO_REAL:
        return op->type == FORMAT_FILTER_REAL &&
               format_filter_is(ops, op->a, i, FORMAT_FILTER_WHOLE);
    case FORMAT_FILTER_TO_WHOLE:
        return op->type == FORMAT_FILTER_WHOLE &&
               format_filter_is(ops, op->a, i, FORMAT_FILTER_REAL);
    case FORMAT_FILTER_ADD:
    case FORMAT_FILTER_SUBTRACT:
    case FORMAT_FILTER_MULTIPLY:
    case FORMAT_FILTER_LESSER:
    case FORMAT_FILTER_GREATER:
        return number && a && b;
    default:
        return false;
    }
}

/* Returns how many of a, b and c are results that an operation uses. */
static inline unsigned format_filter_parts(unsigned code)
{
    switch (code) {
    case FORMAT_FILTER_CONSTANT:
    case FORMAT_FILTER_FIELD:
        return 0;
    case FORMAT_FILTER_AND:
    case FORMAT_FILTER_OR:
    case FORMAT_FILTER_EQUAL:
    case FORMAT_FILTER_UNEQUAL:
    case FORMAT_FILTER_LESS:
    case FORMAT_FILTER_LESS_OR_EQUAL:
    case FORMAT_FILTER_ADD:
    case FORMAT_FILTER_SUBTRACT:
    case FORMAT_FILTER_MULTIPLY:
    case FORMAT_FILTER_DIVIDE:
    case FORMAT_FILTER_REMAINDER:
    case FORMAT_FILTER_LESSER:
    case FORMAT_FILTER_GREATER:
        return 2;
    case FORMAT_FILTER_CHOICE:
        return 3;
    default:
        return 1;
    }
}

/* True if more than the region must be known for operation i; `of_acts` says it for earlier
 * ones. */
static inline bool format_filter_is_of_acts(const struct format_filter_op *ops, unsigned i,
                                            const bool *of_acts)
{
    const struct format_filter_op *op = &ops[i];
    unsigned parts = format_filter_parts(op->code);
    return (op->code == FORMAT_FILTER_FIELD && op->field >= FORMAT_FILTER_OF_ACTS) ||
           (parts > 0 && of_acts[op->a]) || (parts > 1 && of_acts[op->b]) ||
           (parts > 2 && of_acts[op->c]);
}

/* Checks `size` bytes, aligned to 8, and sets the view. False if they are no valid filter. */
static inline bool format_filter_read(const void *bytes, size_t size,
                                      struct format_filter_view *view)
{
    const struct format_filter *header = bytes;
    *view = (struct format_filter_view){0};
    if (size < sizeof *header || header->magic != FORMAT_FILTER_MAGIC ||
        header->version != FORMAT_FILTER_VERSION || !header->ops ||
        header->ops > FORMAT_FILTER_OPS || !header->texts || header->texts > FORMAT_FILTER_TEXTS ||
        size != sizeof *header + header->ops * sizeof *view->ops + header->texts)
        return false;
    const struct format_filter_op *ops = (const void *)(header + 1);
    const char *texts = (const char *)(ops + header->ops);
    if (texts[header->texts - 1] != '\0')
        return false;
    bool of_acts[FORMAT_FILTER_OPS]; /* texts are known from the region alone */
    for (unsigned i = 0; i < header->ops; i++) {
        if (!format_filter_is_good(ops, i, header->texts))
            return false;
        of_acts[i] = format_filter_is_of_acts(ops, i, of_acts);
        if (of_acts[i] && ops[i].type == FORMAT_FILTER_TEXT)
            return false;
    }
    if (ops[header->ops - 1].type != FORMAT_FILTER_TRUTH)
        return false;
    *view = (struct format_filter_view){ops, header->ops, texts, header->start};
    return true;
}

#endif
