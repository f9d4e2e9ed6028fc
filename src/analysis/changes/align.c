/* align.c: pairs the items of a routine of two builds, in their order and nesting. */
#include "analysis/changes/match.h"

#include "analysis/division/program.h"
#include "analysis/match/align.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { MOST_PAIRS = 250000 }; /* of two lists; longer ones are compared by their keys alone */

static const double unlike = 0.3; /* similarity of texts below which numbers must agree */
static const double most_gain = 6;

/* An item of one side. */
struct placed {
    uint32_t id;          /* entry or item */
    uint32_t parent;      /* id of the loop around it; ARCHIVE_NONE: none */
    uint32_t first, next; /* positions in the list, plus 1 */
    const struct analysis_changes_items *of;
    const struct analysis_changes_item *item;
    struct analysis_loop_text text;
};

/* The items of one side, a loop before those in it. */
struct list {
    struct placed *items;
    uint32_t *parents; /* positions; ALIGN_NONE: none */
    uint32_t count;
};

static int by_place(const void *left, const void *right)
{
    const struct analysis_changes_item *a = ((const struct placed *)left)->item,
                                       *b = ((const struct placed *)right)->item;
    if (a->file != b->file)
        return a->file < b->file ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->seq != b->seq)
        return a->seq < b->seq ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns the position of an id in a list, plus 1; 0 if it is not there. */
static uint32_t find(const struct placed *items, uint32_t count, uint32_t id)
{
    for (uint32_t i = 0; i < count && id != ARCHIVE_NONE; i++) {
        if (items[i].id == id)
            return i + 1;
    }
    return 0;
}

/* Sorts a list so that each loop precedes what is in it, and nothing else is between. */
static struct list nest(struct placed *items, uint32_t count)
{
    struct list list = {.items = memory_zeroed(count + 1, sizeof *list.items),
                        .parents = memory_zeroed(count + 1, sizeof *list.parents)};
    uint32_t *around = memory_zeroed(count + 1, sizeof *around), first = 0;
    uint32_t *positions = memory_zeroed(count + 1, sizeof *positions);
    qsort(items, count, sizeof *items, by_place);
    for (uint32_t i = count; i-- > 0;) {
        around[i] = find(items, count, items[i].parent);
        uint32_t *head = around[i] ? &items[around[i] - 1].first : &first;
        items[i].next = *head;
        *head = i + 1;
    }
    for (uint32_t at = first; at;) {
        struct placed *item = &items[at - 1];
        positions[at - 1] = list.count;
        list.parents[list.count] = around[at - 1] ? positions[around[at - 1] - 1] : ALIGN_NONE;
        list.items[list.count] = *item;
        if (item->item->kind == TRI_KIND_LOOP)
            list.items[list.count].text = analysis_division_loop_text(
                item->of->archive, item->of->sources, item->item->region);
        list.count++;
        if (item->first) {
            at = item->first;
            continue;
        }
        while (at && !items[at - 1].next)
            at = around[at - 1];
        at = at ? items[at - 1].next : 0;
    }
    free(around);
    free(positions);
    free(items);
    return list;
}

static void list_free(struct list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        analysis_loop_text_free(&list->items[i].text);
    free(list->items);
    free(list->parents);
}

/* Lists the entries of a routine that were there before. */
static struct list list_before(const struct changes_matching *matching, uint32_t routine)
{
    const struct analysis_changes_table *table = matching->table;
    struct placed *items = memory_zeroed(matching->entries + 1, sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; i < matching->entries; i++) {
        const struct analysis_changes_item *item =
            analysis_changes_table_item(table, i, CHANGES_BEFORE);
        if (!item || item->routine != routine || item->kind == TRI_KIND_ROUTINE)
            continue;
        uint32_t run = table->entries[i].run[CHANGES_BEFORE];
        items[count++] = (struct placed){
            .id = i,
            .parent =
                item->parent == ARCHIVE_NONE ? ARCHIVE_NONE : table->entry_of[run][item->parent],
            .of = &table->runs[run],
            .item = item,
        };
    }
    return nest(items, count);
}

static struct list list_after(const struct changes_matching *matching, uint32_t routine)
{
    const struct analysis_changes_items *of = &matching->table->runs[matching->run];
    struct placed *items = memory_zeroed(of->count + 1, sizeof *items);
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        const struct analysis_changes_item *item = &of->items[i];
        if (item->routine == routine && item->kind != TRI_KIND_ROUTINE)
            items[count++] =
                (struct placed){.id = i, .parent = item->parent, .of = of, .item = item};
    }
    return nest(items, count);
}

static const char *data_of(const struct placed *placed)
{
    const struct archive *archive = placed->of->archive;
    return archive_text(archive, archive->regions.data[placed->item->region]);
}

/* Returns the value of pairing two items without partners; 0: they are not the same. */
static double gain(const struct placed *a, const struct placed *b)
{
    const struct analysis_changes_item *x = a->item, *y = b->item;
    if (x->kind != y->kind || x->name != y->name)
        return 0;
    double same = analysis_loop_text_similarity(&a->text, &b->text);
    bool numbers = x->trips == y->trips && x->visits == y->visits;
    if (same >= 0 && same < unlike && !(numbers && x->trips > 1))
        return 0;
    double value = 1 + (same > 0 ? 2 * same : 0);
    value += x->visits == y->visits;
    value += x->kind == TRI_KIND_LOOP ? x->trips == y->trips : x->bytes == y->bytes;
    if (x->kind == TRI_KIND_COMM)
        value += *data_of(a) && !strcmp(data_of(a), data_of(b)) ? 2 : 0;
    return value + (x->line == y->line && x->file == y->file ? 0.5 : 0);
}

/* Returns the gains of all pairs. Existing pairs stay, as nothing else has such a gain. */
static double *find_gains(const struct changes_matching *matching, const struct list *before,
                          const struct list *after)
{
    double *gains = memory_zeroed((size_t)before->count * after->count + 1, sizeof *gains);
    double fixed = most_gain * (double)(before->count + after->count);
    for (uint32_t i = 0; i < before->count; i++) {
        for (uint32_t k = 0; k < after->count; k++) {
            uint32_t to = matching->to[after->items[k].id];
            bool open = to == ARCHIVE_NONE && changes_match_is_free(matching, before->items[i].id);
            gains[(size_t)i * after->count + k] = open ? gain(&before->items[i], &after->items[k])
                                                  : to == before->items[i].id ? fixed
                                                                              : 0;
        }
    }
    return gains;
}

/* Pairs the routines themselves, if there is one of each without a partner. */
static void pair_routines(struct changes_matching *matching, uint32_t before, uint32_t after)
{
    const struct analysis_changes_table *table = matching->table;
    const struct analysis_changes_items *of = &table->runs[matching->run];
    uint32_t entry = ARCHIVE_NONE, found = ARCHIVE_NONE, entries = 0, items = 0;
    for (uint32_t i = 0; i < matching->entries; i++) {
        const struct analysis_changes_item *item =
            analysis_changes_table_item(table, i, CHANGES_BEFORE);
        if (!item || item->kind != TRI_KIND_ROUTINE || item->routine != before ||
            !changes_match_is_free(matching, i))
            continue;
        entry = i;
        entries++;
    }
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->items[i].kind != TRI_KIND_ROUTINE || of->items[i].routine != after ||
            matching->to[i] != ARCHIVE_NONE)
            continue;
        found = i;
        items++;
    }
    if (entries == 1 && items == 1)
        changes_match_take(matching, found, entry);
}

double changes_align(struct changes_matching *matching, uint32_t before, uint32_t after, bool apply)
{
    if (apply)
        pair_routines(matching, before, after);
    struct list a = list_before(matching, before), b = list_after(matching, after);
    double share = 0;
    if (a.count && b.count && (size_t)a.count * b.count <= MOST_PAIRS) {
        double *gains = find_gains(matching, &a, &b);
        uint32_t *partners = memory_zeroed(b.count + 1, sizeof *partners);
        const struct analysis_align_forest first = {a.parents, a.count},
                                           second = {b.parents, b.count};
        analysis_align_forests(&first, &second, gains, partners);
        for (uint32_t i = 0; i < b.count; i++) {
            if (partners[i] == ALIGN_NONE)
                continue;
            double value = gains[(size_t)partners[i] * b.count + i] / most_gain;
            share += value < 1 ? value : 1;
            if (apply && matching->to[b.items[i].id] == ARCHIVE_NONE)
                changes_match_take(matching, b.items[i].id, a.items[partners[i]].id);
        }
        free(partners);
        free(gains);
    }
    uint32_t most = a.count > b.count ? a.count : b.count;
    list_free(&a);
    list_free(&b);
    return most ? share / most : -1;
}
