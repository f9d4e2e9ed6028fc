/* efficiency.c: see efficiency.h */
#include "report/efficiency.h"

#include "format/event.h"
#include "report/text.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

struct efficiency_kept {
    bool found;
    struct efficiency efficiency;
};

struct efficiency_kept *efficiency_kept_new(void)
{
    return memory_zeroed(1, sizeof(struct efficiency_kept));
}

void efficiency_kept_free(struct efficiency_kept *kept)
{
    efficiency_free(&kept->efficiency);
    free(kept);
}

const struct efficiency *efficiency_of(const struct view *view)
{
    struct efficiency_kept *kept = view->efficiency;
    if (!kept->found)
        kept->efficiency = efficiency_find(view->cube);
    kept->found = true;
    return &kept->efficiency;
}

bool efficiency_sees_code(const struct view *view)
{
    for (size_t i = 0; i < view->regions.count; i++) {
        const struct cube_row *row = &view->regions.rows[i];
        uint32_t kind = view->archive->regions.kind[row->a];
        if (row->sums.count && (kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP))
            return true;
    }
    return false;
}

static const struct factor {
    const char *key, *text;
    int level;
    const char *meaning;
} factors[] = {
    {"parallel_efficiency", "parallel efficiency", 0, "mean useful time / run"},
    {"load_balance", "load balance", 1, "mean / longest useful time"},
    {"communication_efficiency", "communication efficiency", 1, "longest useful time / run"},
    {"serialisation", "serialisation", 2, "longest useful time / ideal run"},
    {"transfer", "transfer", 2, "ideal run / run"},
    {"thread_efficiency", "thread efficiency", 1, "time of busy lanes / useful time of all lanes"},
};

enum { PARALLEL, BALANCE, COMMUNICATION, SERIALISATION, TRANSFER, THREADS, FACTORS };

/* What a factor is the ratio of. */
struct value {
    bool known, shown;
    double factor;
};

static struct value value_of(const struct efficiency *efficiency, int factor)
{
    bool known = efficiency->state == EFFICIENCY_KNOWN;
    bool split = known && efficiency->replay.state == REPLAY_KNOWN;
    switch (factor) {
    case PARALLEL:
        return (struct value){known, true, efficiency->parallel};
    case BALANCE:
        return (struct value){known, true, efficiency->balance};
    case COMMUNICATION:
        return (struct value){known, true, efficiency->communication};
    case SERIALISATION:
        return (struct value){split, true, efficiency->serialisation};
    case TRANSFER:
        return (struct value){split, true, efficiency->transfer};
    default:
        return (struct value){known, efficiency->lanes > efficiency->count, efficiency->threads};
    }
}

static int weakest(const struct efficiency *efficiency)
{
    int found = BALANCE;
    for (int i = BALANCE; i < FACTORS; i++) {
        struct value value = value_of(efficiency, i);
        bool is_split = i == COMMUNICATION && efficiency->replay.state == REPLAY_KNOWN;
        if (value.shown && value.known && !is_split &&
            value.factor < value_of(efficiency, found).factor)
            found = i;
    }
    return found;
}

void efficiency_site(const struct view *view, uint32_t region, struct buffer *to)
{
    uint32_t line = view->archive->regions.line[region];
    const char *file = view_file(view, region);
    view_describe(view, region, to);
    if (view_has_source(view, region) && line)
        buffer_printf(to, " (%s:%u)", file, line);
}

/* The call of MPI with the most of what was measured there, less what an ideal network leaves of
 * it; or of the latter. 0: none. */
static uint32_t worst_site(const struct replay *replay, bool ideal)
{
    uint32_t found = 0;
    uint64_t most = 0;
    for (uint32_t i = 1; i < replay->regions; i++) {
        uint64_t waited = replay->waited[i], spent = replay->spent[i];
        uint64_t time = ideal ? waited : spent > waited ? spent - waited : 0;
        if (time > most) {
            most = time;
            found = i;
        }
    }
    return found;
}

static void add_balance(const struct view *view, const struct efficiency *efficiency,
                        struct buffer *to)
{
    const struct efficiency_rank *rank = &efficiency->ranks[efficiency->busiest];
    struct efficiency_blame blame = efficiency_blame_find(view->cube, efficiency);
    double mean = (double)efficiency->useful / (double)efficiency->count;
    char name[ARCHIVE_NAME];
    archive_place_name(view->archive, rank->place, name);
    buffer_printf(to, "rank %s computes %.2f times as long as the mean of all", name,
                  mean > 0 ? (double)rank->useful / mean : 1.0);
    if (blame.region) {
        buffer_add(to, ", most of the difference in ");
        efficiency_site(view, blame.region, to);
    }
    buffer_add(to, ". Give it less to do: cut the work into pieces of the same cost instead of the "
                   "same size, deal them out in turn, or as ranks ask for them.");
    if (!blame.region && !efficiency_sees_code(view))
        buffer_add(to, " A program built with `triptych cc` or `triptych fc` shows which loop it "
                       "is.");
}

static void add_worst(const struct view *view, const struct efficiency *efficiency, bool ideal,
                      struct buffer *to)
{
    uint32_t region = worst_site(&efficiency->replay, ideal);
    if (!region)
        return;
    buffer_add(to, ", most in ");
    efficiency_site(view, region, to);
}

static void add_what_to_do(const struct view *view, const struct efficiency *efficiency, int factor,
                           struct buffer *to)
{
    switch (factor) {
    case BALANCE:
        add_balance(view, efficiency, to);
        break;
    case SERIALISATION:
        buffer_add(to, "ranks wait for each other even if messages take no time");
        add_worst(view, efficiency, true, to);
        buffer_add(to, ". Let those who are waited for send earlier, or let those who wait do "
                       "something else first; the tables of waits say who waits for whom.");
        break;
    case TRANSFER:
        buffer_add(to, "moving data takes the time, not waiting for it to be ready");
        add_worst(view, efficiency, false, to);
        buffer_add(to,
                   ". Send less, or fewer and larger messages, or compute while they are on "
                   "their way (MPI_Isend, MPI_Irecv). More ranks than cores look like this, too.");
        break;
    case THREADS:
        buffer_add(to, "threads wait or are idle while their ranks compute. See the tables of "
                       "lanes and of synchronisation: more of the program in parallel regions, or "
                       "their work shared more evenly.");
        break;
    default:
        buffer_add(to, "calls of MPI take the time. `triptych run --events=comm` logs them, and "
                       "tells whether ranks wait for each other or for data to be moved.");
        break;
    }
}

enum { FINE = 95 }; /* %: of a factor that nobody gains anything by working on */

void efficiency_sentence(const struct view *view, const struct efficiency *efficiency,
                         struct buffer *to)
{
    int factor = weakest(efficiency);
    double percent = 100 * value_of(efficiency, factor).factor;
    struct buffer name = {0};
    if (percent >= FINE) {
        buffer_printf(to,
                      "The ranks use their time well: no factor is below %d %%. To be faster, "
                      "they must compute faster: see the tables of routines and loops.",
                      FINE);
        return;
    }
    buffer_add(&name, factors[factor].text);
    name.text[0] = (char)(name.text[0] - 'a' + 'A');
    buffer_printf(to, "%s is the weakest factor (%.1f %%): ", name.text, percent);
    add_what_to_do(view, efficiency, factor, to);
    buffer_free(&name);
}

static void add_notes(const struct efficiency *efficiency, struct sheet *sheet)
{
    struct buffer times = {0};
    buffer_add(&times, "useful: of a rank, outside of MPI. run: ");
    words_time(&times, efficiency->runtime);
    buffer_add(&times, ", the longest time of a rank without MPI_Init and MPI_Finalize");
    if (efficiency->replay.state == REPLAY_KNOWN) {
        buffer_add(&times, "; ideal run: ");
        words_time(&times, efficiency->replay.time);
        buffer_add(&times, ", the same if calls of MPI took no time but to wait for others");
    }
    sheet_note(sheet, "%s.", times.text);
    buffer_free(&times);
    if (efficiency->replay.state == REPLAY_NO_EVENTS)
        sheet_note(sheet,
                   "serialisation and transfer are known when calls were logged: `triptych run "
                   "--events=comm%s%s`.",
                   efficiency->replay.needs & FORMAT_EVENTS_SYNC ? ",sync" : "",
                   efficiency->replay.needs & FORMAT_EVENTS_IO ? ",io" : "");
    if (efficiency->replay.state == REPLAY_INCOMPLETE)
        sheet_note(sheet, "serialisation and transfer are not known: some of the log is missing; "
                          "`--max-size` of `triptych run` gives it more room.");
    if (efficiency->replay.state == REPLAY_FILTERED)
        sheet_note(sheet, "serialisation and transfer are not known: --filter left acts out of "
                          "the log.");
    if (efficiency->replay.state == REPLAY_PART)
        sheet_note(sheet, "serialisation and transfer are not known: this is a part of another "
                          "archive.");
    if (efficiency->replay.missing)
        sheet_note(sheet,
                   "%llu waits for partners that are not known are left out of the run on "
                   "an ideal network.",
                   (unsigned long long)efficiency->replay.missing);
    if (efficiency->absent)
        sheet_note(sheet, "nothing is known of %zu more ranks.", efficiency->absent);
    if (efficiency->at_least)
        sheet_note(sheet, "some ranks were cut off, or still run: as far as they were seen.");
}

static struct sheet *make_sheet(const struct view *view, const struct efficiency *efficiency)
{
    const struct sheet_column columns[] = {
        {NULL, "factor", SHEET_TEXT, 0, 20, false},  {"factor", NULL, SHEET_TEXT, 0, 0, false},
        {"level", NULL, SHEET_COUNT, 0, 0, false},   {"percent", "%", SHEET_PERCENT, 0, 0, false},
        {NULL, "", SHEET_PERCENT, 5, 0, true},       {"meaning", "", SHEET_TEXT, 1, 12, false},
        {"sentence", NULL, SHEET_TEXT, 0, 0, false},
    };
    struct sheet *sheet = sheet_new("efficiency", "Efficiency of the ranks: the metrics of POP");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        sheet_add_column(sheet, columns[i]);
    if (efficiency->state != EFFICIENCY_KNOWN)
        return sheet;
    int first = weakest(efficiency);
    for (int i = 0; i < FACTORS; i++) {
        struct value value = value_of(efficiency, i);
        struct buffer text = {0}, sentence = {0};
        if (!value.shown)
            continue;
        buffer_printf(&text, "%*s%s", 2 * factors[i].level, "", factors[i].text);
        if (i == first)
            efficiency_sentence(view, efficiency, &sentence);
        sheet_text(sheet, text.text);
        sheet_text(sheet, factors[i].key);
        sheet_count(sheet, (uint64_t)factors[i].level);
        for (int j = 0; j < 2; j++) {
            if (value.known)
                sheet_real(sheet, 100 * value.factor);
            else
                sheet_unknown(sheet);
        }
        sheet_text(sheet, factors[i].meaning);
        sheet_text(sheet, sentence.text ? sentence.text : "");
        buffer_free(&text);
        buffer_free(&sentence);
    }
    add_notes(efficiency, sheet);
    return sheet;
}

struct sheet *sheet_efficiency(const struct view *view)
{
    return make_sheet(view, efficiency_of(view));
}

void efficiency_text(const struct view *view, struct buffer *to)
{
    const struct efficiency *efficiency = efficiency_of(view);
    struct buffer sentence = {0};
    if (efficiency->state != EFFICIENCY_KNOWN)
        return;
    struct sheet *sheet = make_sheet(view, efficiency);
    text_sheet(to, view->options, sheet);
    sheet_free(sheet);
    efficiency_sentence(view, efficiency, &sentence);
    text_clean(to, view->options, TEXT_STRONG, &sentence, "  ");
    buffer_add(to, "\n");
}
