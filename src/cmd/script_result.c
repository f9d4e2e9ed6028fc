/* script_result.c: see script_result.h */
#include "cmd/script_result.h"

#include "cmd/terminal.h"
#include "report/table/sheet.h"
#include "report/table/text.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/messages.h"
#include "util/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 20 }; /* names that the table shows */

/* The tasks of one name. */
struct kind {
    const char *name;
    uint32_t line;
    size_t count, done, failed, skipped, tries;
    uint64_t time, longest;
    double cpu;
};

static struct kind *sum_up(const struct script_graph *graph, const struct script_run_result *result,
                           size_t *count)
{
    struct interned *names = interned_new();
    struct kind *kinds = NULL;
    size_t room = 0;
    *count = 0;
    for (size_t i = 0; i < graph->task_count; i++) {
        const struct script_task_run *run = &result->tasks[i];
        uint32_t number = interned_add_text(names, graph->tasks[i].name);
        if (number >= *count) {
            kinds = memory_grow(kinds, &room, ++*count, sizeof *kinds);
            kinds[number] =
                (struct kind){.name = graph->tasks[i].name, .line = graph->tasks[i].line};
        }
        struct kind *kind = &kinds[number];
        uint64_t time = run->attempts ? run->end - run->start : 0;
        kind->count++;
        kind->done += run->state == SCRIPT_DONE || run->state == SCRIPT_KEPT;
        kind->failed += run->state == SCRIPT_FAILED;
        kind->skipped += run->state == SCRIPT_SKIPPED;
        kind->tries += run->attempts > 1 ? run->attempts - 1 : 0;
        kind->time += time;
        kind->longest = time > kind->longest ? time : kind->longest;
        kind->cpu += run->cpu;
    }
    interned_free(names);
    return kinds;
}

static int by_time(const void *a, const void *b)
{
    const struct kind *left = a, *right = b;
    return left->time < right->time ? 1 : left->time > right->time ? -1 : 0;
}

static const struct report_sheet_column columns[] = {
    {"task", "task", SHEET_TEXT, 0, 12, false},
    {"line", "line", SHEET_ID, 2, 0, false},
    {"tasks", "tasks", SHEET_COUNT, 0, 0, false},
    {"done", "done", SHEET_COUNT, 0, 0, false},
    {"failed", "failed", SHEET_COUNT, 0, 0, false},
    {"not_run", "not run", SHEET_COUNT, 0, 0, false},
    {"retries", "retries", SHEET_COUNT, 3, 0, false},
    {"time_ns", "time s", SHEET_TIME, 0, 0, false},
    {"longest_ns", "longest s", SHEET_TIME, 1, 0, false},
    {"cpu_ns", "cpu s", SHEET_TIME, 1, 0, false},
};

static void print_sheet(struct report_sheet *sheet)
{
    struct report_options options = {0};
    struct buffer text = {0};
    look_around_at(STDERR_FILENO, &options, NULL);
    report_text_sheet(&text, &options, sheet);
    fputs(text.text ? text.text : "", messages_unfiltered());
    buffer_free(&text);
    report_sheet_free(sheet);
}

static void print_table(const struct kind *kinds, size_t count)
{
    struct report_sheet *sheet = report_sheet_new("tasks", "Tasks");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    sheet->more = count > ROWS ? count - ROWS : 0;
    for (size_t i = 0; i < count && i < ROWS; i++) {
        const struct kind *kind = &kinds[i];
        report_sheet_text(sheet, "task", kind->name);
        report_sheet_line(sheet, "line", kind->line);
        report_sheet_count(sheet, "tasks", kind->count);
        report_sheet_count(sheet, "done", kind->done);
        report_sheet_count(sheet, "failed", kind->failed);
        report_sheet_count(sheet, "not_run", kind->count - kind->done - kind->failed);
        report_sheet_count(sheet, "retries", kind->tries);
        report_sheet_time(sheet, "time_ns", kind->time, false);
        report_sheet_time(sheet, "longest_ns", kind->longest, false);
        report_sheet_time(sheet, "cpu_ns", (uint64_t)(kind->cpu * 1e9), false);
    }
    print_sheet(sheet);
}

static const struct report_sheet_column node_columns[] = {
    {"node", "node", SHEET_ID, 0, 0, false},        {"host", "host", SHEET_TEXT, 0, 12, false},
    {"cores", "cores", SHEET_COUNT, 0, 0, false},   {"speed", "speed", SHEET_WORD, 2, 0, false},
    {"tasks", "tasks", SHEET_COUNT, 0, 0, false},   {"stolen", "stolen", SHEET_COUNT, 1, 0, false},
    {"time_ns", "time s", SHEET_TIME, 0, 0, false}, {"in_use", "in use", SHEET_WORD, 1, 0, false},
};

/* What a node ran. */
struct share {
    size_t tasks, stolen;
    uint64_t time;
    double used; /* ns × cores */
};

static void add_node(struct report_sheet *sheet, const struct script_run_result *result,
                     uint32_t number, const struct share *share)
{
    const struct script_run_node *node = &result->nodes[number];
    double all = (double)(result->end - result->start) * node->cores;
    char speed[32] = "", used[32] = "";
    if (node->speed > 0)
        snprintf(speed, sizeof speed, "%.2f", node->speed);
    if (all > 0)
        snprintf(used, sizeof used, "%.0f %%", fmin(100 * share->used / all, 100));
    report_sheet_count(sheet, "node", number + 1);
    report_sheet_text(sheet, "host", node->host);
    report_sheet_count(sheet, "cores", node->cores);
    report_sheet_text(sheet, "speed", speed);
    report_sheet_count(sheet, "tasks", share->tasks);
    report_sheet_count(sheet, "stolen", share->stolen);
    report_sheet_time(sheet, "time_ns", share->time, false);
    report_sheet_text(sheet, "in_use", used);
}

/* Sums up what the nodes did, where there are several. */
static void print_nodes(const struct script_graph *graph, const struct script_run_result *result)
{
    if (result->node_count < 2)
        return;
    struct share *shares = memory_zeroed(result->node_count, sizeof *shares);
    for (size_t i = 0; i < graph->task_count; i++) {
        const struct script_task_run *run = &result->tasks[i];
        if (!run->attempts || run->agent >= result->node_count)
            continue;
        struct share *share = &shares[run->agent];
        share->tasks++;
        share->stolen += run->stolen;
        share->time += run->end - run->start;
        share->used += (double)(run->end - run->start) * graph->tasks[i].cores;
    }
    struct report_sheet *sheet = report_sheet_new("nodes", "Nodes");
    report_sheet_add_columns(sheet, node_columns, sizeof node_columns / sizeof node_columns[0]);
    sheet->more = result->node_count > ROWS ? result->node_count - ROWS : 0;
    for (uint32_t i = 0; i < result->node_count && i < ROWS; i++)
        add_node(sheet, result, i, &shares[i]);
    print_sheet(sheet);
    free(shares);
}

/* Says how good the plan was, and how it was changed. */
static void print_schedule(const struct script_run_result *result)
{
    const struct script_run_schedule *schedule = &result->schedule;
    struct buffer text = {0};
    if (!schedule->is_used)
        return;
    buffer_printf(&text, "triptych script: placed by %s, which expected ",
                  script_schedule_algorithm_name(schedule->algorithm));
    words_time(&text, (uint64_t)(schedule->planned * 1e9));
    buffer_printf(&text, "; re-placed %u time%s in %u tr%s, %u task%s stolen", schedule->adopted,
                  schedule->adopted == 1 ? "" : "s", schedule->plans,
                  schedule->plans == 1 ? "y" : "ies", schedule->stolen,
                  schedule->stolen == 1 ? "" : "s");
    fprintf(stderr, "%s\n", text.text);
    buffer_free(&text);
}

static void print_sentence(const struct script_graph *graph, const struct script_run_result *result)
{
    const size_t *counts = result->counts;
    size_t left =
        graph->task_count - counts[SCRIPT_DONE] - counts[SCRIPT_KEPT] - counts[SCRIPT_FAILED];
    struct buffer text = {0};
    buffer_printf(&text, "triptych script: %zu of %zu tasks done",
                  counts[SCRIPT_DONE] + counts[SCRIPT_KEPT], graph->task_count);
    if (counts[SCRIPT_KEPT])
        buffer_printf(&text, " (%zu in an earlier run)", counts[SCRIPT_KEPT]);
    if (counts[SCRIPT_FAILED])
        buffer_printf(&text, ", %zu failed", counts[SCRIPT_FAILED]);
    if (left)
        buffer_printf(&text, ", %zu not run", left);
    buffer_add(&text, " in ");
    words_time(&text, result->end - result->start);
    fprintf(stderr, "%s\n", text.text);
    buffer_free(&text);
}

void cmd_script_result_print(const struct script_graph *graph,
                             const struct script_run_result *result)
{
    size_t count;
    struct kind *kinds = sum_up(graph, result, &count);
    if (count)
        qsort(kinds, count, sizeof *kinds, by_time);
    print_table(kinds, count);
    print_nodes(graph, result);
    print_schedule(result);
    print_sentence(graph, result);
    free(kinds);
}

void cmd_script_notes_print(const struct buffer *notes)
{
    for (const char *line = notes->text ? notes->text : "", *end; (end = strchr(line, '\n'));
         line = end + 1)
        fprintf(stderr, "triptych script: %.*s\n", (int)(end - line), line);
}
