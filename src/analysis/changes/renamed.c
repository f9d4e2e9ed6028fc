/* renamed.c: pairs routines whose names have changed. */
#include "analysis/changes/match.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { MOST_ROUTINES = 200 }; /* without a namesake, of each side; with more, none are paired */

static const double enough = 5; /* evidence that is enough */
static const double lead = 1;   /* by which it must exceed that of any other pair */
static const double inside = 4; /* for items that agree */
static const double alone = 2;  /* for routines without items whose visits agree */

/* A routine without a namesake on the other side. */
struct routine {
    uint32_t name;                            /* text */
    const struct analysis_changes_items *of;  /* of its run */
    const struct analysis_changes_item *item; /* the routine itself; else, as it was inlined, the
                                        first of its items */
};

struct routines {
    struct routine *all;
    uint32_t count;
};

/* Returns, by text, whether it names a routine of a side, and whether that has an item without a
 * partner. */
struct names {
    uint8_t *known, *open;
};

static struct names names_before(const struct changes_matching *matching)
{
    size_t texts = (size_t)interned_count(matching->table->texts) + 1;
    struct names names = {memory_zeroed(texts, 1), memory_zeroed(texts, 1)};
    for (uint32_t i = 0; i < matching->entries; i++) {
        const struct analysis_changes_item *item =
            analysis_changes_table_item(matching->table, i, CHANGES_BEFORE);
        if (!item)
            continue;
        names.known[item->routine] = 1;
        names.open[item->routine] |= changes_match_is_free(matching, i);
    }
    return names;
}

static struct names names_after(const struct changes_matching *matching)
{
    const struct analysis_changes_items *of = &matching->table->runs[matching->run];
    size_t texts = (size_t)interned_count(matching->table->texts) + 1;
    struct names names = {memory_zeroed(texts, 1), memory_zeroed(texts, 1)};
    for (uint32_t i = 0; i < of->count; i++) {
        names.known[of->items[i].routine] = 1;
        names.open[of->items[i].routine] |= matching->to[i] == ARCHIVE_NONE;
    }
    return names;
}

/* Adds an item's routine, if its name has `open` and not `known`; the routine itself replaces an
 * item of it. places[text] is its number, plus 1. */
static void add_routine(struct routines *to, uint32_t *places, const struct names *mine,
                        const struct names *others, const struct analysis_changes_items *of,
                        const struct analysis_changes_item *item)
{
    uint32_t name = item->routine;
    if (!mine->open[name] || others->known[name])
        return;
    if (!places[name]) {
        to->all[to->count++] = (struct routine){name, of, item};
        places[name] = to->count;
    } else if (item->kind == TRI_KIND_ROUTINE) {
        to->all[places[name] - 1].item = item;
        to->all[places[name] - 1].of = of;
    }
}

/* Finds the routines of both sides that have no namesake. */
static void find_routines(const struct changes_matching *matching, struct routines *before,
                          struct routines *after)
{
    const struct analysis_changes_table *table = matching->table;
    const struct analysis_changes_items *now = &table->runs[matching->run];
    struct names then_names = names_before(matching), now_names = names_after(matching);
    size_t texts = (size_t)interned_count(table->texts) + 1;
    uint32_t *places = memory_zeroed(texts, sizeof *places);
    before->all = memory_zeroed(matching->entries + 1, sizeof *before->all);
    after->all = memory_zeroed((size_t)now->count + 1, sizeof *after->all);
    for (uint32_t i = 0; i < matching->entries; i++) {
        const struct analysis_changes_item *item =
            analysis_changes_table_item(table, i, CHANGES_BEFORE);
        if (item)
            add_routine(before, places, &then_names, &now_names,
                        &table->runs[table->entries[i].run[CHANGES_BEFORE]], item);
    }
    memset(places, 0, texts * sizeof *places);
    for (uint32_t i = 0; i < now->count; i++)
        add_routine(after, places, &now_names, &then_names, now, &now->items[i]);
    free(places);
    free(then_names.known);
    free(then_names.open);
    free(now_names.known);
    free(now_names.open);
}

/* Returns the part of the longer name that both begin or end with. */
static double likeness(const char *a, const char *b)
{
    size_t one = strlen(a), two = strlen(b), least = one < two ? one : two, begin = 0, end = 0;
    while (begin < least && a[begin] == b[begin])
        begin++;
    while (end < least - begin && a[one - 1 - end] == b[two - 1 - end])
        end++;
    size_t most = one > two ? one : two;
    return most ? (double)(begin + end) / (double)most : 0;
}

/* Returns the evidence that two routines are the same. */
static double evidence(struct changes_matching *matching, const struct routine *then,
                       const struct routine *now)
{
    const struct interned *texts = matching->table->texts;
    const struct analysis_changes_item *a = then->item, *b = now->item;
    bool same_file = a->file == b->file && a->line, same_visits = a->visits == b->visits;
    bool same_source = same_file && analysis_division_source_tag(then->of->sources, a->region) ==
                                        analysis_division_source_tag(now->of->sources, b->region);
    double bits = same_file ? 1 : 0;
    bits += same_file && a->line == b->line ? (same_source ? 4 : 1) : 0;
    bits += !same_visits ? 0 : a->visits > 1 ? 2 : 1;
    bits += 2 * likeness(interned_text(texts, then->name), interned_text(texts, now->name));
    if (bits + inside < enough)
        return 0;
    double agree = changes_align(matching, then->name, now->name, false);
    return bits + (agree >= 0 ? inside * agree : same_visits ? alone : 0);
}

/* Pairs routines whose evidence is enough, and more than that of any other pair with one of
 * them. */
static void pair_best(struct changes_matching *matching, const struct routines *before,
                      const struct routines *after, const double *bits)
{
    for (uint32_t i = 0; i < before->count; i++) {
        for (uint32_t k = 0; k < after->count; k++) {
            double value = bits[(size_t)i * after->count + k];
            bool best = value >= enough;
            for (uint32_t other = 0; other < after->count && best; other++)
                best = other == k || bits[(size_t)i * after->count + other] + lead <= value;
            for (uint32_t other = 0; other < before->count && best; other++)
                best = other == i || bits[(size_t)other * after->count + k] + lead <= value;
            if (best)
                changes_align(matching, before->all[i].name, after->all[k].name, true);
        }
    }
}

void changes_match_renamed(struct changes_matching *matching)
{
    struct routines before = {0}, after = {0};
    find_routines(matching, &before, &after);
    if (before.count && after.count && before.count <= MOST_ROUTINES &&
        after.count <= MOST_ROUTINES) {
        double *bits = memory_zeroed((size_t)before.count * after.count, sizeof *bits);
        for (uint32_t i = 0; i < before.count; i++) {
            for (uint32_t k = 0; k < after.count; k++)
                bits[(size_t)i * after.count + k] =
                    evidence(matching, &before.all[i], &after.all[k]);
        }
        pair_best(matching, &before, &after, bits);
        free(bits);
    }
    free(before.all);
    free(after.all);
}
