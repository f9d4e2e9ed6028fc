/* filter_case.c: see filter_case.h */
#include "measure/filter_case.h"

#include "format/activity.h"
#include "format/event.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/node.h"
#include "measure/place.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    MOST_VALUES = 1024, /* constants; each list has its own */
    ARENA = 1 << 16,    /* bytes of one allocation: more than the largest case */
    COMPARED = 64,      /* how many cases a new one is compared with */
};

static uint64_t ns_scale;    /* ns per tick, times 2^32 */
static int64_t start_offset; /* ns from the start of the run to the start of the place */
static bool has_moments;
static const struct filter_case *newest;
static char *first_arena, *arena; /* the first allocation, and the free part of the last one */
static size_t arena_left;

/* Stands for the activities of a process that is no rank in a run with ranks: pPLACE-N, which no
 * condition can name. */
#define NO_RANK (UINT64_MAX - 1)

static bool has_ranks; /* the run has */

void filter_case_start(uint64_t start)
{
    const struct format_place *page = measure_place_page();
    newest = NULL;
    arena = first_arena;
    arena_left = arena ? ARENA : 0;
    ns_scale = (uint64_t)(1e9 / (double)measure_clock_ticks_per_second() * 4294967296.0);
    has_moments = clock_kind != FORMAT_CLOCK_CPU;
    start_offset = start && page->start.real > start ? (int64_t)(page->start.real - start) : 0;
    has_ranks = secure_getenv("TRIPTYCH_RANKS"); /* the launcher says so */
}

/* A case in the making. */
struct draft {
    const struct filter_known *known;
    bool is_too_large;
    bool is_shared; /* a result is used by several operations: none may be skipped */
    uint32_t constants, ops;
    struct filter_value values[MOST_VALUES];
    struct filter_op op[FORMAT_FILTER_OPS];
    uint16_t place[FORMAT_FILTER_OPS]; /* index of an operation in the case, plus 1; results count
                                          from RESULTS on */
};

enum { RESULTS = 1 << 15 };

static uint16_t add_constant(struct draft *draft, const struct filter_value *value)
{
    struct filter_value *to = &draft->values[draft->constants];
    draft->is_too_large |= draft->constants == MOST_VALUES;
    if (draft->is_too_large)
        return 0;
    to->may = value->may;
    to->whole = value->may == FILTER_KNOWN ? value->whole : 0;
    return (uint16_t)draft->constants++;
}

static uint16_t add(struct draft *draft, unsigned number);

/* Returns the operand that alone decides AND or OR because the other one is neutral, or the chosen
 * operand of a choice; UINT16_MAX if there is none. */
static unsigned stand_in(const struct draft *draft, const struct format_filter_op *op)
{
    const struct filter_value *a = &draft->known->values[op->a], *b = &draft->known->values[op->b];
    if (op->code == FORMAT_FILTER_CHOICE && filter_is_certain(a))
        return a->may == FILTER_TRUE ? op->b : op->c;
    unsigned neutral = op->code == FORMAT_FILTER_AND  ? FILTER_TRUE
                       : op->code == FORMAT_FILTER_OR ? FILTER_FALSE
                                                      : 0;
    if (neutral && a->may == neutral)
        return op->b;
    return neutral && b->may == neutral ? op->a : UINT16_MAX;
}

static uint16_t put(struct draft *draft, struct filter_op op)
{
    assert(draft->ops < FORMAT_FILTER_OPS);
    draft->op[draft->ops] = op;
    return (uint16_t)(RESULTS + draft->ops++);
}

static bool is_number_of_act(const struct draft *draft, unsigned part)
{
    const struct format_filter_op *op = &draft->known->program->ops[part];
    return draft->known->is_open[part] && op->code == FORMAT_FILTER_FIELD &&
           op->type == FORMAT_FILTER_WHOLE;
}

static bool is_known_number(const struct draft *draft, unsigned part)
{
    return draft->known->values[part].may == FILTER_KNOWN;
}

/* True if the operation compares a number of the act with a known number. */
static bool compares_number(const struct draft *draft, const struct format_filter_op *op)
{
    if (op->code < FORMAT_FILTER_EQUAL || op->code > FORMAT_FILTER_LESS_OR_EQUAL)
        return false;
    return (is_number_of_act(draft, op->a) && is_known_number(draft, op->b)) ||
           (is_number_of_act(draft, op->b) && is_known_number(draft, op->a));
}

static struct filter_op compare_number(const struct draft *draft, const struct format_filter_op *op)
{
    bool turned = !is_number_of_act(draft, op->a);
    unsigned code = op->code == FORMAT_FILTER_EQUAL     ? FILTER_IS_EQUAL
                    : op->code == FORMAT_FILTER_UNEQUAL ? FILTER_IS_UNEQUAL
                    : op->code == FORMAT_FILTER_LESS
                        ? (turned ? FILTER_IS_GREATER : FILTER_IS_LESS)
                        : (turned ? FILTER_IS_GREATER_OR_EQUAL : FILTER_IS_LESS_OR_EQUAL);
    return (struct filter_op){
        .code = (uint8_t)code,
        .field = draft->known->program->ops[turned ? op->b : op->a].field,
        .value = draft->known->values[turned ? op->a : op->b].whole,
    };
}

static uint16_t add_op(struct draft *draft, unsigned number)
{
    const struct format_filter_op *op = &draft->known->program->ops[number];
    unsigned parts = format_filter_parts(op->code);
    unsigned instead = parts > 1 ? stand_in(draft, op) : UINT16_MAX;
    if (instead != UINT16_MAX)
        return add(draft, instead);
    if (compares_number(draft, op))
        return put(draft, compare_number(draft, op));
    struct filter_op made = {
        .code = op->code,
        .type = op->type,
        .of = draft->known->program->ops[parts ? op->a : number].type,
        .field = op->field,
        .a = parts > 0 ? add(draft, op->a) : 0,
        .b = parts > 1 ? add(draft, op->b) : 0,
        .c = parts > 2 ? add(draft, op->c) : 0,
    };
    if (op->code == FORMAT_FILTER_IN) {
        made.b = (uint16_t)draft->constants;
        for (unsigned i = op->b; i < op->c; i++)
            add_constant(draft, &draft->known->values[i]);
        made.c = (uint16_t)draft->constants;
    }
    bool decides = op->code == FORMAT_FILTER_AND || op->code == FORMAT_FILTER_OR;
    if (decides && made.a >= RESULTS) {
        draft->op[made.a - RESULTS].when =
            op->code == FORMAT_FILTER_AND ? FILTER_FALSE : FILTER_TRUE;
        draft->op[made.a - RESULTS].to = (uint16_t)draft->ops;
    }
    return put(draft, made);
}

/* Adds an operation with its operands and returns the index of its result. Each is added once. */
static uint16_t add(struct draft *draft, unsigned number)
{
    draft->is_shared |= draft->place[number] != 0;
    if (!draft->place[number]) {
        uint16_t place = draft->known->is_open[number]
                             ? add_op(draft, number)
                             : add_constant(draft, &draft->known->values[number]);
        draft->place[number] = (uint16_t)(place + 1);
    }
    return (uint16_t)(draft->place[number] - 1);
}

static uint16_t settle(const struct draft *draft, uint16_t part)
{
    return part >= RESULTS ? (uint16_t)(part - RESULTS + draft->constants) : part;
}

static struct filter_op *ops_of(const struct filter_case *this)
{
    return (struct filter_op *)(this->values + this->constants);
}

/* Returns memory for a case from mmap(), which is never freed. NULL if there is none. */
static struct filter_case *allocate(size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (size > arena_left) {
        void *memory =
            mmap(NULL, ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        arena = memory;
        arena_left = ARENA;
        if (!first_arena)
            first_arena = arena;
    }
    arena += size;
    arena_left -= size;
    return (struct filter_case *)(arena - size);
}

static const struct filter_case *find_same(const struct draft *draft)
{
    const struct filter_case *this = newest;
    for (int i = 0; this && i < COMPARED; i++, this = this->next) {
        if (this->constants == draft->constants && this->ops == draft->ops &&
            this->is_aside == draft->known->is_aside &&
            !memcmp(this->values, draft->values, draft->constants * sizeof *draft->values) &&
            !memcmp(ops_of(this), draft->op, draft->ops * sizeof *draft->op))
            return this;
    }
    return NULL;
}

const struct filter_case *filter_case_make(const struct filter_known *known)
{
    static struct draft draft; /* one is enough: the guard is held */
    memset(&draft, 0, sizeof draft);
    draft.known = known;
    if (add(&draft, known->program->count - 1) < RESULTS || draft.is_too_large)
        return NULL; /* the act has none of the fields, or the case is too large: all acts are
                        logged */
    for (uint32_t i = 0; i < draft.ops; i++) {
        draft.op[i].a = settle(&draft, draft.op[i].a);
        draft.op[i].b = settle(&draft, draft.op[i].b);
        draft.op[i].c = settle(&draft, draft.op[i].c);
        if (draft.is_shared)
            draft.op[i].when = 0;
    }
    const struct filter_case *same = find_same(&draft);
    if (same)
        return same;
    size_t values = draft.constants * sizeof *draft.values, ops = draft.ops * sizeof *draft.op;
    struct filter_case *made = allocate(sizeof *made + values + ops);
    if (!made)
        return NULL;
    made->next = newest;
    made->constants = draft.constants;
    made->ops = draft.ops;
    made->is_aside = known->is_aside;
    memcpy(made->values, draft.values, values);
    memcpy(ops_of(made), draft.op, ops);
    newest = made;
    return made;
}

static inline struct filter_value known(int64_t number)
{
    return (struct filter_value){.whole = number, .may = FILTER_KNOWN};
}

static inline struct filter_value known_if(bool is_known, uint64_t number)
{
    int64_t whole = number > INT64_MAX ? INT64_MAX : (int64_t)number;
    return (struct filter_value){.whole = whole, .may = is_known ? FILTER_KNOWN : FILTER_ABSENT};
}

static inline int64_t ns_of(uint64_t ticks)
{
    return (int64_t)((unsigned __int128)ticks * ns_scale >> 32);
}

static struct filter_value moment(uint64_t ticks)
{
    if (!has_moments)
        return (struct filter_value){.may = FILTER_UNKNOWN};
    uint64_t start = measure_place_page()->start.ticks;
    return known((ticks > start ? ns_of(ticks - start) : -ns_of(start - ticks)) + start_offset);
}

static bool places_are_forked;

void measure_filter_places_are_forked(void)
{
    places_are_forked = true;
}

/* Returns the number of the place that a rank is. Other ranks of MPI have numbers in the order in
 * which they began, which are not known; places that a program forked have them in their order. */
static struct filter_value place_of_rank(const struct format_place *page, uint32_t rank)
{
    uint32_t own = page->ranks ? page->rank : (uint32_t)page->name - 1;
    if ((page->ranks || page->name) && rank == own)
        return known(page->number);
    if (page->ranks || !places_are_forked)
        return (struct filter_value){.may = FILTER_UNKNOWN};
    return known((int64_t)page->number + rank - own);
}

/* Returns the number of the place that a message comes from or goes to; the own one without
 * message. */
static struct filter_value place_of_message(unsigned field,
                                            const struct measure_filter_message *message)
{
    bool is_source = field == FORMAT_FILTER_SOURCE_PLACE;
    uint32_t what = is_source ? FILTER_FROM : FILTER_TO;
    if (!message || !(message->told & what))
        return known(measure_place_page()->number);
    uint32_t rank = is_source ? message->from : message->to;
    if (message->several & what || rank == FORMAT_ANY)
        return known_if(false, 0);
    return place_of_rank(measure_place_page(), rank);
}

static struct filter_value look_at_message(unsigned field,
                                           const struct measure_filter_message *message)
{
    static const struct measure_filter_message none;
    const struct format_place *page = measure_place_page();
    const struct measure_filter_message *of = message ? message : &none;
    uint32_t what = field == FORMAT_FILTER_TAG            ? FILTER_TAG
                    : field == FORMAT_FILTER_COMMUNICATOR ? FILTER_COMMUNICATOR
                    : field == FORMAT_FILTER_SOURCE_RANK  ? FILTER_FROM
                                                          : FILTER_TO;
    bool is_known = of->told & ~of->several & what;
    if (what == FILTER_TAG)
        return is_known ? known((int32_t)of->tag) : known_if(false, 0);
    if (what == FILTER_COMMUNICATOR)
        return known_if(is_known, of->communicator);
    if (!(of->told & what))
        return known_if(page->ranks != 0, page->rank);
    uint32_t rank = what == FILTER_FROM ? of->from : of->to;
    return known_if(is_known && rank != FORMAT_ANY, rank);
}

/* A variable of every MPI library, which collectors do not have: there if the process may become a
 * rank. */
extern int *MPI_F_STATUS_IGNORE __attribute__((weak));

/* Returns RANK-N, or PLACE-N if the run has no MPI. Unknown until MPI_Init has ended. */
static struct filter_value activity_number(const struct format_place *page,
                                           const struct format_lane *lane)
{
    if (&MPI_F_STATUS_IGNORE != NULL && !page->ranks)
        return (struct filter_value){.may = FILTER_UNKNOWN};
    if (has_ranks && !page->ranks)
        return known_if(lane, NO_RANK);
    uint32_t place = page->ranks ? page->rank : page->number, number = lane ? lane->runs : 0;
    if (format_is_guest(number)) { /* of a program of places: it came from another one */
        place = format_guest_place(number);
        number = format_guest_number(number);
    }
    return known_if(lane, (uint64_t)format_activity_number(place, number));
}

/* Returns the number of an activity in the place that it started at. */
static uint32_t number_of(uint32_t activity)
{
    return format_is_guest(activity) ? format_guest_number(activity) : activity;
}

/* Returns a field of the thread and the process that run the act. */
static struct filter_value look_around(unsigned field)
{
    const struct format_place *page = measure_place_page();
    const struct format_lane *lane = measure_lane_own ? measure_lane_own->record : NULL;
    switch (field) {
    case FORMAT_FILTER_PLACE:
        return known(page->number);
    case FORMAT_FILTER_RANK:
        return known_if(page->ranks != 0, page->rank);
    case FORMAT_FILTER_PID:
        return known(page->pid);
    case FORMAT_FILTER_LANE:
        return known_if(lane, lane ? lane->number : 0);
    case FORMAT_FILTER_TID:
        return known_if(lane, lane ? lane->tid : 0);
    case FORMAT_FILTER_ACTIVITY:
        return known_if(lane, lane ? number_of(lane->runs) : 0);
    default:
        return activity_number(page, lane);
    }
}

static inline struct filter_value look(unsigned field, const struct measure_filter_act *act)
{
    switch (field) {
    case FORMAT_FILTER_DURATION:
        return known(ns_of(act->ticks));
    case FORMAT_FILTER_BYTES:
        return known_if(true, act->bytes);
    case FORMAT_FILTER_TRIPS:
        return known_if(act->trips != NODE_NO_TRIPS && !act->left, act->trips);
    case FORMAT_FILTER_START:
        return moment(act->node->open);
    case FORMAT_FILTER_FINISH:
        return moment(act->node->open + act->ticks);
    case FORMAT_FILTER_HELD:
        return known_if(act->held != 0, (uint64_t)ns_of(act->held));
    case FORMAT_FILTER_TAG:
    case FORMAT_FILTER_COMMUNICATOR:
    case FORMAT_FILTER_SOURCE_RANK:
    case FORMAT_FILTER_TARGET_RANK:
        return look_at_message(field, act->message);
    case FORMAT_FILTER_SOURCE_PLACE:
    case FORMAT_FILTER_TARGET_PLACE:
        return place_of_message(field, act->message);
    case FORMAT_FILTER_ABORTED:
        return (struct filter_value){.may = act->left ? FILTER_TRUE : FILTER_FALSE};
    default:
        return look_around(field);
    }
}

static inline const struct filter_value *part_of(const struct filter_case *this,
                                                 const struct filter_value *results, unsigned part)
{
    return part < this->constants ? &this->values[part] : &results[part - this->constants];
}

static inline unsigned compare(const struct filter_op *op, const struct filter_value *number)
{
    int64_t left = number->whole, right = op->value;
    bool is_true;
    if (__builtin_expect(number->may != FILTER_KNOWN, 0))
        return number->may;
    switch (op->code) {
    case FILTER_IS_LESS:
        is_true = left < right;
        break;
    case FILTER_IS_LESS_OR_EQUAL:
        is_true = left <= right;
        break;
    case FILTER_IS_GREATER:
        is_true = left > right;
        break;
    case FILTER_IS_GREATER_OR_EQUAL:
        is_true = left >= right;
        break;
    case FILTER_IS_EQUAL:
        is_true = left == right;
        break;
    default:
        is_true = left != right;
    }
    return is_true ? FILTER_TRUE : FILTER_FALSE;
}

static struct filter_value compute(const struct filter_case *this, const struct filter_op *op,
                                   const struct filter_value *results)
{
    unsigned parts = format_filter_parts(op->code);
    bool list = op->code == FORMAT_FILTER_IN;
    struct filter_step step = {
        .code = (enum format_filter_code)op->code,
        .type = (enum format_filter_type)op->type,
        .of = (enum format_filter_type)op->of,
        .a = part_of(this, results, op->a),
        .b = list        ? this->values + op->b
             : parts > 1 ? part_of(this, results, op->b)
                         : NULL,
        .c = list        ? this->values + op->c
             : parts > 2 ? part_of(this, results, op->c)
                         : NULL,
    };
    return filter_compute(&step);
}

/* Returns the possible results of AND, or of OR. */
static inline unsigned combine(bool is_and, unsigned a, unsigned b)
{
    if (__builtin_expect((a | b) & FILTER_ABSENT, 0))
        return is_and ? filter_both(a, b) : filter_either(a, b);
    unsigned any = a | b, each = a & b;
    return is_and ? (each & FILTER_TRUE) | (any & FILTER_FALSE)
                  : (any & FILTER_TRUE) | (each & FILTER_FALSE);
}

/* Returns the result of a comparison; the duration is the most frequent number. */
static inline unsigned compare_act(const struct filter_op *op, const struct measure_filter_act *act)
{
    struct filter_value number =
        op->field == FORMAT_FILTER_DURATION ? known(ns_of(act->ticks)) : look(op->field, act);
    return compare(op, &number);
}

static bool run_all(const struct filter_case *this, const struct measure_filter_act *act)
{
    struct filter_value results[FORMAT_FILTER_OPS];
    const struct filter_op *ops = ops_of(this);
    uint32_t i = 0, last = this->ops - 1;
    for (;; i++) {
        const struct filter_op *op = &ops[i];
        if (op->code >= FORMAT_FILTER_CODES) {
            results[i].may = compare_act(op, act);
        } else if (op->code == FORMAT_FILTER_FIELD) {
            results[i] = look(op->field, act);
        } else if (op->code == FORMAT_FILTER_AND || op->code == FORMAT_FILTER_OR) {
            unsigned a = part_of(this, results, op->a)->may, b = part_of(this, results, op->b)->may;
            results[i].may = combine(op->code == FORMAT_FILTER_AND, a, b);
        } else {
            results[i] = compute(this, op, results);
        }
        for (; results[i].may == op->when; op = &ops[i]) {
            i = op->to;
            results[i].may = op->when;
        }
        if (i == last)
            return results[i].may & FILTER_TRUE;
    }
}

bool filter_case_run(const struct filter_case *this, const struct measure_filter_act *act)
{
    const struct filter_op *op = ops_of(this);
    if (this->ops == 1 && op->code >= FORMAT_FILTER_CODES)
        return compare_act(op, act) & FILTER_TRUE;
    return run_all(this, act);
}
