/* test_match.c: which loops of two programs are the same: by hand, and of random programs of which
 * it is known. */
#include "unit.h"

#include "analysis/match/align.h"
#include "analysis/match/loop_text.h"
#include "analysis/match/match.h"
#include "util/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

static uint32_t any(uint32_t end) /* from 0 to before `end` */
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % end);
}

/* ---- align ---- */

enum { MOST_NODES = 6 };

static bool is_above(const uint32_t *parents, uint32_t above, uint32_t node)
{
    for (node = parents[node]; node != ALIGN_NONE; node = parents[node]) {
        if (node == above)
            return true;
    }
    return false;
}

/* Whether two pairs keep order and nesting. */
static bool fit(const struct analysis_align_forest *a, const struct analysis_align_forest *b,
                uint32_t i, uint32_t j, uint32_t k, uint32_t l)
{
    return i != k && j != l && (i < k) == (j < l) &&
           is_above(a->parents, i, k) == is_above(b->parents, j, l) &&
           is_above(a->parents, k, i) == is_above(b->parents, l, j);
}

/* The best of all mappings that give partners to the nodes of b from `at` on. */
static double best_of_all(const struct analysis_align_forest *a,
                          const struct analysis_align_forest *b, const double *gains,
                          uint32_t *partners, uint32_t at)
{
    if (at == b->count)
        return 0;
    partners[at] = ALIGN_NONE;
    double best = best_of_all(a, b, gains, partners, at + 1);
    for (uint32_t i = 0; i < a->count; i++) {
        double gain = gains[i * b->count + at];
        bool fits = gain > 0;
        for (uint32_t j = 0; j < at && fits; j++)
            fits = partners[j] == ALIGN_NONE || fit(a, b, i, at, partners[j], j);
        if (!fits)
            continue;
        partners[at] = i;
        best = fmax(best, gain + best_of_all(a, b, gains, partners, at + 1));
        partners[at] = ALIGN_NONE;
    }
    return best;
}

/* A node's parent is the one before it, or one that is above that. */
static struct analysis_align_forest make_forest(uint32_t *parents)
{
    uint32_t count = any(MOST_NODES + 1);
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = i ? i - 1 : ALIGN_NONE;
        while (parents[i] != ALIGN_NONE && any(2))
            parents[i] = parents[parents[i]];
    }
    return (struct analysis_align_forest){parents, count};
}

static void alignments_are_best(void **state)
{
    (void)state;
    random_state = 1;
    for (int round = 0; round < 400; round++) {
        uint32_t first[MOST_NODES], second[MOST_NODES];
        uint32_t partners[MOST_NODES], scratch[MOST_NODES];
        double gains[MOST_NODES * MOST_NODES], sum = 0;
        struct analysis_align_forest a = make_forest(first), b = make_forest(second);
        for (uint32_t i = 0; i < a.count * b.count; i++)
            gains[i] = any(3) ? (double)any(20) : -1;
        double best = analysis_align_forests(&a, &b, gains, partners);
        assert_true(best == best_of_all(&a, &b, gains, scratch, 0));
        assert_true(best == analysis_align_forests(&a, &b, gains, NULL));
        for (uint32_t j = 0; j < b.count; j++) {
            if (partners[j] == ALIGN_NONE)
                continue;
            sum += gains[partners[j] * b.count + j];
            for (uint32_t k = 0; k < j; k++)
                assert_true(partners[k] == ALIGN_NONE ||
                            fit(&a, &b, partners[j], j, partners[k], k));
        }
        assert_true(sum == best);
    }
}

/* ---- text ---- */

static double similarity(const char *one, const char *other, bool fortran)
{
    struct analysis_loop_text a = analysis_loop_text_new(one, strlen(one), 1, 0, false, fortran);
    struct analysis_loop_text b =
        analysis_loop_text_new(other, strlen(other), 1, 0, false, fortran);
    double is = analysis_loop_text_similarity(&a, &b);
    analysis_loop_text_free(&a);
    analysis_loop_text_free(&b);
    return is;
}

static void texts(void **state)
{
    (void)state;
    const char *count = "for (int i = 0; i < KEYS; i++)\n"
                        "    counts[key[i] >> SHIFT]++;\n"
                        "done();\n";
    const char *renamed = "for (i = lo; i < my_keys; i++) {\n"
                          "    /* one more */\n"
                          "    bucketCounts[my_key[i] >> SHIFT]++; // here\n"
                          "}\n";
    const char *clear = "for (int i = 0; i < KEYS; i++)\n"
                        "    counts[i] = 0;\n";
    assert_true(similarity(count, count, false) == 1);
    assert_true(similarity(count, renamed, false) > 0.75);
    assert_true(similarity(count, clear, false) < 0.5);
    assert_true(similarity(count, "x\n", false) < 0);
    assert_true(
        similarity("do i = 1, n\n  y(i) = y(i) + a * x(i)\nend do\n",
                   "  DO row = first, last ! mine\n    Y(row) = Y(row) + &\n      A * X(row)\n"
                   "  END DO\n",
                   true) > 0.9);
    struct analysis_loop_text far =
        analysis_loop_text_new(count, strlen(count), 7, 9, false, false);
    assert_int_equal(far.tokens, 0);
    analysis_loop_text_free(&far);
    assert_true(similarity("for (;;", "/* no end", false) < 0);
}

/* ---- programs ---- */

enum { LOOPS = 80, WORKERS = 4, ROUTINES = 12, TOKENS = 24 };

struct made_program {
    struct analysis_match_program program;
    struct analysis_match_loop loops[LOOPS];
    uint64_t trips[LOOPS][WORKERS];
    uint32_t truth[LOOPS]; /* of the second program: which one of the first it is, or MATCH_NONE */
    char names[ROUTINES][16];
    const char *routines[ROUTINES];
};

static struct made_program *program_new(uint32_t workers, enum analysis_match_work work)
{
    struct made_program *made = memory_zeroed(1, sizeof *made);
    made->program = (struct analysis_match_program){
        .loops = made->loops, .workers = workers, .routines = made->routines, .work = work};
    return made;
}

static void program_free(struct made_program *made)
{
    for (uint32_t i = 0; i < made->program.count; i++)
        analysis_loop_text_free(&made->loops[i].text);
    free(made);
}

static uint32_t add_routine(struct made_program *made, const char *name, uint32_t number)
{
    uint32_t at = made->program.routine_count++;
    snprintf(made->names[at], sizeof made->names[at], "%s%u", name, number);
    made->routines[at] = made->names[at];
    return at;
}

static uint32_t add_loop(struct made_program *made, uint32_t parent, uint64_t visits,
                         const uint64_t *trips, double work)
{
    uint32_t at = made->program.count++;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < made->program.workers; i++)
        sum += made->trips[at][i] = trips[i];
    made->loops[at] = (struct analysis_match_loop){.routine = made->program.routine_count - 1,
                                                   .parent = parent,
                                                   .around = parent,
                                                   .turn = at,
                                                   .visits = visits,
                                                   .work = work * (double)sum,
                                                   .share = 0.01};
    analysis_match_set_trips(&made->loops[at], made->trips[at], made->program.workers);
    if (parent != MATCH_NONE)
        made->loops[parent].is_nest = true;
    made->truth[at] = MATCH_NONE;
    return at;
}

static uint32_t *match(const struct made_program *first, const struct made_program *other)
{
    uint32_t *partners = memory_zeroed(LOOPS, sizeof *partners);
    for (uint32_t i = 0; i < LOOPS; i++)
        partners[i] = MATCH_NONE;
    analysis_match_loops(&first->program, &other->program, partners);
    return partners;
}

/* Adds loops beside each other: divided by 4, unless there is one worker. */
static void add_divided(struct made_program *made, const uint64_t *trips, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t each = trips[i] / made->program.workers;
        add_loop(made, MATCH_NONE, 10 * made->program.workers,
                 (const uint64_t[]){each, each, each, each}, 7);
    }
}

/* Eight loops of a sort that have all the same size, and one more in the parallel version. */
static void equal_loops(void **state)
{
    (void)state;
    const uint64_t size = 83886080,
                   sizes[] = {size, size, size, size, size, size, size, size, size};
    for (size_t more = 0; more < 2; more++) {
        struct made_program *first = program_new(1, MATCH_WORK_NOTHING);
        struct made_program *other = program_new(4, MATCH_WORK_NOTHING);
        add_routine(first, "rank", 0);
        add_divided(first, sizes, 8);
        add_routine(other, "rank", 0);
        add_divided(other, sizes, 8 + more);
        uint32_t *partners = match(first, other), found = 0, last = 0;
        for (uint32_t i = 0; i < other->program.count; i++) {
            found += partners[i] != MATCH_NONE;
            assert_true(partners[i] == MATCH_NONE || !found || partners[i] >= last);
            last = partners[i] == MATCH_NONE ? last : partners[i];
            assert_true(more || partners[i] == i);
        }
        assert_int_equal(found, 8);
        free(partners);
        program_free(first);
        program_free(other);
    }
}

/* If one of two loops that are the same in all that is known is gone, nobody knows which. */
static void one_is_gone(void **state)
{
    (void)state;
    const uint64_t sizes[] = {4096, 4096};
    struct made_program *first = program_new(1, MATCH_WORK_NOTHING);
    struct made_program *other = program_new(4, MATCH_WORK_NOTHING);
    add_routine(first, "solve", 0);
    add_divided(first, sizes, 2);
    add_routine(other, "solve", 0);
    add_divided(other, sizes, 1);
    uint32_t *partners = match(first, other);
    assert_int_equal(partners[0], MATCH_NONE);
    free(partners);
    other->loops[0].work *= 3; /* but if one takes as long for each trip, it is that one */
    first->loops[1].work *= 3;
    first->program.work = other->program.work = MATCH_WORK_INSTRUCTIONS;
    partners = match(first, other);
    assert_int_equal(partners[0], 1);
    free(partners);
    program_free(first);
    program_free(other);
}

/* Loops of other sizes, or of the same size in a routine with another name, tell nothing. */
static void no_accident(void **state)
{
    (void)state;
    const uint64_t sizes[] = {1000, 20, 1000}, others[] = {600, 40, 300};
    struct made_program *first = program_new(1, MATCH_WORK_TIME);
    struct made_program *other = program_new(4, MATCH_WORK_TIME);
    add_routine(first, "init", 0);
    add_divided(first, sizes, 1);
    add_routine(first, "solve", 0);
    add_divided(first, sizes, 3);
    add_routine(other, "solve", 0);
    add_divided(other, others, 3);
    add_routine(other, "pack", 0);
    add_divided(other, sizes, 1);
    uint32_t *partners = match(first, other);
    for (uint32_t i = 0; i < other->program.count; i++)
        assert_int_equal(partners[i], MATCH_NONE);
    free(partners);
    program_free(first);
    program_free(other);
}

/* ---- random programs, and their parallel versions ---- */

struct chances { /* per cent */
    uint32_t renamed, gone, added, wrapped, text;
};

/* A random piece of source, the same for the same number but for its names. */
static struct analysis_loop_text make_text(uint32_t number, const char *prefix)
{
    static const char *const words[] = {"+", "-", "*", "/", "%", "<", ">", "[", "]", "(", ")", "="};
    char text[2000] = "for (;;)\n";
    uint64_t kept = random_state;
    random_state = number * UINT64_C(0x9e3779b97f4a7c15) + 77;
    for (int i = 0; i < TOKENS; i++) {
        size_t used = strlen(text);
        if (any(2))
            snprintf(text + used, sizeof text - used, "  %s%u ", prefix, any(9));
        else
            snprintf(text + used, sizeof text - used, "  %s ", words[any(12)]);
    }
    random_state = kept;
    return analysis_loop_text_new(text, strlen(text), 1, 0, false, false);
}

/* Sizes that the loops of a program have: few, as in real ones. */
static uint64_t any_size(void)
{
    static const uint64_t sizes[] = {10, 64, 100, 1000, 1024, 4096, 10000, 65536};
    return sizes[any(8)];
}

static void add_nest(struct made_program *made, uint32_t parent, uint64_t visits, uint32_t depth)
{
    uint64_t size = visits * any_size();
    if (made->program.count >= LOOPS / 2)
        return;
    uint32_t loop = add_loop(made, parent, visits, &size, 3 + any(40));
    for (uint32_t i = any(3); depth && i > 0; i--)
        add_nest(made, loop, size, depth - 1);
}

static struct made_program *make_first(enum analysis_match_work work, const struct chances *chances)
{
    struct made_program *made = program_new(1, work);
    uint32_t routines = 2 + any(5);
    for (uint32_t i = 0; i < routines; i++) {
        uint64_t visits = any(2) ? 1 : 20;
        add_routine(made, "routine", i);
        for (uint32_t k = 1 + any(4); k > 0; k--)
            add_nest(made, MATCH_NONE, visits, 2);
    }
    for (uint32_t i = 0; i < made->program.count; i++) {
        if (chances->text)
            made->loops[i].text = make_text(i, "one");
    }
    return made;
}

/* What the workers have of a loop: evenly or unevenly divided, all by everybody, all by one. */
static void divide(uint64_t size, uint32_t how, uint64_t trips[WORKERS])
{
    for (uint32_t i = 0; i < WORKERS; i++)
        trips[i] = how == 2 ? size : how == 3 ? (i ? 0 : size) : size / WORKERS;
    trips[0] += how < 2 ? size % WORKERS : 0;
    if (how == 1) {
        uint64_t more = trips[1] / 2;
        trips[1] -= more;
        trips[2] += more;
    }
}

static void add_version(struct made_program *to, const struct made_program *from, uint32_t loop,
                        const uint32_t *copies, const struct chances *chances)
{
    const struct analysis_match_loop *of = &from->loops[loop];
    uint64_t trips[WORKERS];
    uint32_t parent = of->parent == MATCH_NONE ? MATCH_NONE : copies[of->parent];
    if (any(100) < chances->wrapped) {
        divide(4, 2, trips);
        parent = add_loop(to, parent, WORKERS, trips, 5);
    }
    divide(of->trips[0], any(4), trips);
    uint32_t copy =
        add_loop(to, parent, of->visits * WORKERS, trips, of->work / (double)of->trips[0]);
    to->truth[copy] = loop;
    if (chances->text)
        to->loops[copy].text = make_text(loop, "other");
}

/* New loops are of the sizes of those that are there. */
static void add_new(struct made_program *to, const struct chances *chances)
{
    uint64_t trips[WORKERS];
    if (any(100) >= chances->added || to->program.count > LOOPS - 8)
        return;
    divide(any_size() * (any(2) ? 1 : 20), any(4), trips);
    uint32_t loop = add_loop(to, MATCH_NONE, any(2) ? WORKERS : 20 * WORKERS, trips, 3 + any(40));
    if (chances->text)
        to->loops[loop].text = make_text(1000 + any(100000), "other");
}

static struct made_program *make_other(const struct made_program *first,
                                       const struct chances *chances)
{
    struct made_program *made = program_new(WORKERS, first->program.work);
    uint32_t copies[LOOPS], routine = MATCH_NONE;
    for (uint32_t i = 0; i < first->program.count; i++) {
        const struct analysis_match_loop *loop = &first->loops[i];
        if (loop->routine != routine) {
            routine = loop->routine;
            add_routine(made, any(100) < chances->renamed ? "other" : "routine", routine);
        }
        if (loop->parent == MATCH_NONE)
            add_new(made, chances);
        copies[i] = loop->parent == MATCH_NONE ? MATCH_NONE : copies[loop->parent];
        if (any(100) < chances->gone || made->program.count > LOOPS - 8)
            continue;
        add_version(made, first, i, copies, chances);
        copies[i] = made->program.count - 1;
    }
    return made;
}

struct score {
    uint32_t loops, right, wrong; /* loops that are in both, matches, matches of others */
    uint32_t wrong_verdicts;      /* of the latter: workers have other trips of the right loop */
};

static bool same_trips(const struct made_program *of, uint32_t i, uint32_t j)
{
    return !memcmp(of->trips[i], of->trips[j], sizeof of->trips[i]);
}

static void add_score(const struct made_program *first, const struct made_program *other,
                      struct score *score)
{
    uint32_t *partners = match(first, other);
    uint32_t copies[LOOPS];
    for (uint32_t i = 0; i < LOOPS; i++)
        copies[i] = MATCH_NONE;
    for (uint32_t i = 0; i < other->program.count; i++) {
        if (other->truth[i] != MATCH_NONE)
            copies[other->truth[i]] = i;
    }
    for (uint32_t i = 0; i < other->program.count; i++) {
        uint32_t truth = other->truth[i], is = partners[i];
        score->loops += truth != MATCH_NONE;
        score->right += is != MATCH_NONE && is == truth;
        if (is == MATCH_NONE || is == truth)
            continue;
        score->wrong++;
        score->wrong_verdicts += copies[is] == MATCH_NONE || !same_trips(other, i, copies[is]);
        assert_true(is < first->program.count);
        for (uint32_t k = 0; k < i; k++)
            assert_true(partners[k] != is); /* nobody has two partners */
    }
    free(partners);
}

static struct score score_of(enum analysis_match_work work, struct chances chances, int programs)
{
    struct score score = {0};
    random_state = 42;
    for (int i = 0; i < programs; i++) {
        struct made_program *first = make_first(work, &chances);
        struct made_program *other = make_other(first, &chances);
        add_score(first, other, &score);
        program_free(first);
        program_free(other);
    }
    return score;
}

/* With so many loops that are gone, added and called otherwise, nearly all are found, and nearly no
 * verdict is that of another loop; none where nothing is gone. */
static void random_programs(void **state)
{
    (void)state;
    static const struct chances all[] = {
        {.text = 0},
        {.text = 0, .gone = 20},
        {.text = 0, .added = 30, .gone = 20},
        {.text = 0, .wrapped = 20},
        {.text = 0, .renamed = 100},
        {.text = 100, .gone = 20},
        {.text = 100, .added = 30, .gone = 20},
        {.text = 100, .renamed = 50, .added = 20, .gone = 10, .wrapped = 10},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        enum analysis_match_work work = i % 2 ? MATCH_WORK_INSTRUCTIONS : MATCH_WORK_TIME;
        struct score score = score_of(work, all[i], 25);
        assert_true(score.loops > 300);
        assert_true(score.right >= 0.96 * score.loops);
        assert_true(score.wrong_verdicts <= (all[i].gone ? 0.004 * score.loops : 0));
    }
}

/* Programs that have nothing to do with each other, but sizes of their loops. */
static void strangers(void **state)
{
    (void)state;
    const struct chances no_text = {0}, text = {.text = 100};
    uint32_t loops = 0, found = 0;
    random_state = 7;
    for (int i = 0; i < 40; i++) {
        const struct chances *chances = i % 2 ? &text : &no_text;
        struct made_program *first = make_first(MATCH_WORK_INSTRUCTIONS, chances);
        struct made_program *from = make_first(MATCH_WORK_INSTRUCTIONS, chances);
        for (uint32_t k = 0; k < from->program.count && chances->text; k++) {
            analysis_loop_text_free(&from->loops[k].text);
            from->loops[k].text = make_text(5000 + any(100000), "any");
        }
        struct made_program *other = make_other(from, &(struct chances){.renamed = 100});
        uint32_t *partners = match(first, other);
        for (uint32_t k = 0; k < other->program.count; k++) {
            loops++;
            found += partners[k] != MATCH_NONE;
        }
        free(partners);
        program_free(first);
        program_free(from);
        program_free(other);
    }
    print_message("# %u of %u\n", found, loops);
    assert_true(found < 0.1 * loops);
}

/* A program is itself. */
static void same_program(void **state)
{
    (void)state;
    random_state = 3;
    for (int i = 0; i < 20; i++) {
        struct made_program *first = make_first(MATCH_WORK_TIME, &(struct chances){.text = 100});
        uint32_t *partners = match(first, first);
        for (uint32_t k = 0; k < first->program.count; k++)
            assert_int_equal(partners[k], k);
        free(partners);
        program_free(first);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alignments_are_best), cmocka_unit_test(texts),
        cmocka_unit_test(equal_loops),         cmocka_unit_test(one_is_gone),
        cmocka_unit_test(no_accident),         cmocka_unit_test(random_programs),
        cmocka_unit_test(strangers),           cmocka_unit_test(same_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
