/* evidence.c: see evidence.h */
#include "analysis/match/evidence.h"

#include "analysis/match/heaviest.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_TEXTS = 1500 }; /* loops of a program whose text is compared with all others */

static const double most_bits = 12;   /* of trips: programs have many loops of the same size */
static const double disagree = -9;    /* trips that differ from those of the other */
static const double tolerance = 0.02; /* of trips that agree */
static const double border = 0.25;    /* the same, if each visit may have one or two less */
static const double most_more = 0.5;  /* of the trips: borders that are done twice */
static const double most_near = 3;    /* bits for slightly more trips */
static const double same_text = 11;   /* bits: more than disagreeing trips take away */
static const double usual_text = 0.3; /* similarity of loops that are not the same */
static const double alike = 14;       /* bits from there to equal texts */
static const double unlike = 6;       /* bits from there to no similarity */
static const double rival_text = 10;  /* bits lost if another loop is more similar */
static const double most_visits = 4;
static const double less_both_ways = 3;    /* bits: divisions in two directions are less likely */
static const double fewest_both_ways = 64; /* trips that distinguish one from chance */
static const double nesting = 3;           /* bits: one has nested loops, the other has not */

/* Returns the bits for an expected number, given the difference. */
static double bits(double expected, double differs)
{
    return fmin(most_bits, log2((expected + 1) / (differs + 1)));
}

/* Returns the bits for a division in which `times` workers together have all of it: 1 if it is
 * divided, all workers if each repeats it, some of them if it is also divided in another
 * direction. */
static double shared_bits(const struct analysis_match_loop *now, double before, double times,
                          uint32_t workers, double visits)
{
    double each = before * times / workers, differs = fabs((double)now->sum / times - before);
    double slack = fmax(tolerance * before, fmin(2 * visits, border * before));
    double room = fmax(tolerance * each, 1);
    bool regular =
        fabs((double)now->least - each) <= room && fabs((double)now->most - each) <= room;
    bool both_ways = times > 1 && times < workers;
    if (differs > slack || (times > 1 && !regular) || (both_ways && before < fewest_both_ways))
        return disagree;
    return fmax(0, bits(before, differs) - (both_ways ? less_both_ways : 0));
}

double evidence_trips(const struct analysis_match_program *first, uint32_t a,
                      const struct analysis_match_program *other, uint32_t b)
{
    const struct analysis_match_loop *before = &first->loops[a], *now = &other->loops[b];
    double expected = (double)before->sum, best = disagree;
    double visits = fmax((double)before->visits, (double)now->visits);
    if (!before->sum || !now->sum)
        return before->sum == now->sum ? 0 : disagree;
    uint32_t workers = other->workers;
    for (uint32_t i = 1; i <= workers / i; i++) { /* both of two factors */
        if (workers % i)
            continue;
        uint32_t factors[] = {i, workers / i};
        for (int k = 0; k < 2; k++)
            best = fmax(best, shared_bits(now, expected, factors[k], workers, visits));
    }
    bool some_twice = now->sum > before->sum && now->least <= before->sum &&
                      (double)now->sum <= expected * other->workers;
    if (best > disagree || !some_twice)
        return best;
    double more = ((double)now->sum - expected) / expected;
    if (more > most_more)
        return disagree;
    return fmin(most_near, fmax(0, -log2(more) - most_near));
}

/* Returns the bits for the text. A similar text is stronger evidence for a pair than a different
 * one is against it, as a loop may have been rewritten; unless another loop is much more similar to
 * one of the two. */
static double text_bits(const struct analysis_loop_text *a, const struct analysis_loop_text *b,
                        double most)
{
    double similarity = analysis_loop_text_similarity(a, b);
    if (analysis_loop_text_is_same(a, b))
        return same_text;
    if (similarity < 0)
        return 0;
    double bits = (similarity - usual_text) * (similarity > usual_text ? alike : unlike);
    return bits - rival_text * fmax(0, most - similarity - 0.1);
}

/* Returns the bits for the visits: a worker visits a loop as often as the first program did, or a
 * part of that. */
static double visit_bits(const struct analysis_match_loop *before,
                         const struct analysis_match_loop *now, uint32_t workers)
{
    double expected = (double)before->visits, visits = (double)now->visits;
    double times = expected > 0 ? visits / expected : 0;
    if (times > workers * (1 + tolerance))
        return -most_visits;
    bool regular = times == floor(times) && times > 0 && workers % (uint32_t)times == 0;
    return regular ? fmin(most_visits / 2, log2(expected + 1) / 2) : 0;
}

/* Returns the bits for the work per trip, which is the same if the compiler generated the same
 * code. */
static double work_bits(const struct analysis_match_program *first, uint32_t a,
                        const struct analysis_match_program *other, uint32_t b)
{
    double before = (double)first->loops[a].sum, now = (double)other->loops[b].sum;
    double work_before = first->loops[a].work, work_now = other->loops[b].work;
    enum analysis_match_work knows = first->work < other->work ? first->work : other->work;
    if (knows == MATCH_WORK_NOTHING || !before || !now || work_before <= 0 || work_now <= 0)
        return 0;
    double ratio = (work_before / before) / (work_now / now);
    ratio = fmax(ratio, 1 / ratio);
    if (knows == MATCH_WORK_TIME)
        return ratio <= 2 ? 0.5 : ratio <= 8 ? 0 : -0.5;
    return ratio <= 1.05 ? 3 : ratio <= 1.3 ? 1 : ratio <= 2.5 ? 0 : -2;
}

static void compare_texts(struct evidence_texts *texts, const struct analysis_match_program *first,
                          uint32_t a, const struct analysis_match_program *other, uint32_t b)
{
    const struct analysis_loop_text *text = &first->loops[a].text,
                                    *other_text = &other->loops[b].text;
    if (!text->tokens || !other_text->tokens || evidence_trips(first, a, other, b) <= disagree)
        return;
    double is = analysis_loop_text_similarity(text, other_text);
    texts->first[a] = fmax(texts->first[a], is);
    texts->other[b] = fmax(texts->other[b], is);
}

struct evidence_texts evidence_texts_new(const struct analysis_match_program *first,
                                         const struct analysis_match_program *other)
{
    struct evidence_texts texts = {
        .first = memory_zeroed(first->count + 1, sizeof *texts.first),
        .other = memory_zeroed(other->count + 1, sizeof *texts.other),
    };
    for (uint32_t i = 0; i < first->count; i++)
        texts.first[i] = -1;
    for (uint32_t j = 0; j < other->count; j++)
        texts.other[j] = -1;
    uint32_t *loops = memory_zeroed(first->count + 1, sizeof *loops);
    uint32_t *others = memory_zeroed(other->count + 1, sizeof *others);
    uint32_t count = heaviest_loops(first, NULL, MOST_TEXTS, loops);
    uint32_t other_count = heaviest_loops(other, NULL, MOST_TEXTS, others);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < other_count; j++)
            compare_texts(&texts, first, loops[i], other, others[j]);
    }
    free(loops);
    free(others);
    return texts;
}

void evidence_texts_free(struct evidence_texts *texts)
{
    free(texts->first);
    free(texts->other);
}

double evidence(const struct analysis_match_program *first, uint32_t a,
                const struct analysis_match_program *other, uint32_t b,
                const struct evidence_texts *texts)
{
    const struct analysis_match_loop *before = &first->loops[a], *now = &other->loops[b];
    if (before->is_routine != now->is_routine)
        return -INFINITY;
    return evidence_trips(first, a, other, b) + visit_bits(before, now, other->workers) +
           text_bits(&before->text, &now->text, fmax(texts->first[a], texts->other[b])) +
           work_bits(first, a, other, b) - (before->is_nest != now->is_nest ? nesting : 0);
}
