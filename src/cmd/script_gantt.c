/* script_gantt.c: draws what ran when on which machine. */
#include "cmd/script_gantt.h"
#include "report/show/palette.h"
#include "report/show/svg.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1000, LEFT = 160, RIGHT = 36, TOP = 64, LANE = 7, LANES_MOST = 6, GAP = 4 };

static const struct report_svg_font title_font = {"ink", 16, true}, label_font = {"ink", 11, false},
                                    tick_font = {"faint", 11, false};

/* A task of a machine in the order of starts. */
struct bar {
    double start;
    uint32_t machine, task;
};

static int compare_bars(const void *a, const void *b)
{
    const struct bar *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->task > y->task) - (x->task < y->task);
}

static struct bar *sorted_bars(const struct cmd_script_gantt *gantt)
{
    uint32_t count = gantt->result->plan.task_count;
    struct bar *bars = memory_zeroed(count + (size_t)1, sizeof *bars);
    for (uint32_t t = 0; t < count; t++) {
        const struct script_schedule_slot *slot = &gantt->result->plan.slots[t];
        bars[t] = (struct bar){slot->start, slot->machine, t};
    }
    qsort(bars, count, sizeof *bars, compare_bars);
    return bars;
}

static double place_in_time(const struct cmd_script_gantt *gantt, double time)
{
    double all = gantt->result->plan.makespan;
    return LEFT + (WIDTH - LEFT - RIGHT) * (all > 0 ? time / all : 0);
}

static void draw_bar(const struct cmd_script_gantt *gantt, struct report_svg *svg, uint32_t task,
                     double y, double height)
{
    const struct script_schedule_slot *slot = &gantt->result->plan.slots[task];
    double x = place_in_time(gantt, slot->start), end = place_in_time(gantt, slot->end);
    char fill[32];
    struct buffer tip = {0};
    report_svg_fill(svg, PALETTE_FIRST + gantt->problem->tasks[task].model % PALETTE_SERIES, false,
                    fill, sizeof fill);
    buffer_printf(&tip, "%s: ", gantt->names[task]);
    words_time(&tip, (uint64_t)(1e9 * slot->start));
    buffer_add(&tip, " to ");
    words_time(&tip, (uint64_t)(1e9 * slot->end));
    report_svg_rect(svg, (struct report_svg_box){x, y, fmax(end - x - 0.5, 0.3), height}, fill,
                    tip.text);
    buffer_free(&tip);
}

/* Draws the row of one machine; returns its height. Tasks at the same time are below one another.
 */
static double draw_row(const struct cmd_script_gantt *gantt, struct report_svg *svg,
                       const struct bar *bars, uint32_t count, double y)
{
    const struct script_simulate_machine *machine = &gantt->result->machines[bars[0].machine];
    double ends[LANES_MOST] = {0};
    uint32_t lanes = machine->cores < LANES_MOST ? machine->cores : LANES_MOST;
    double height = lanes == 1 ? 2 * LANE : lanes * LANE;
    for (uint32_t i = 0; i < count; i++) {
        const struct script_schedule_slot *slot = &gantt->result->plan.slots[bars[i].task];
        uint32_t lane = 0;
        for (uint32_t l = 1; l < lanes && ends[lane] > slot->start; l++)
            lane = ends[l] <= slot->start || ends[l] < ends[lane] ? l : lane;
        ends[lane] = slot->end;
        draw_bar(gantt, svg, bars[i].task, y + lane * height / lanes, height / lanes - 1);
    }
    report_svg_text(svg, LEFT - 8, y + height / 2 + 4, SVG_END, &label_font, LEFT - 16,
                    machine->name);
    return height + GAP;
}

/* Returns a round step (1, 2 or 5 times a power of ten) that divides a time into 4 to 10 parts. */
static double tick_step(double all)
{
    double step = pow(10, floor(log10(all / 4)));
    return all / (5 * step) >= 4 ? 5 * step : all / (2 * step) >= 4 ? 2 * step : step;
}

static void draw_axis(const struct cmd_script_gantt *gantt, struct report_svg *svg, double y)
{
    double all = gantt->result->plan.makespan, step = all > 0 ? tick_step(all) : 1;
    report_svg_line(svg, LEFT, y, WIDTH - RIGHT, y, "axis");
    for (int i = 0; i * step <= all * (1 + 1e-9); i++) {
        struct buffer text = {0};
        double x = place_in_time(gantt, i * step);
        words_time(&text, (uint64_t)(1e9 * i * step + 0.5));
        report_svg_line(svg, x, TOP - GAP, x, y, "grid");
        report_svg_text(svg, x, y + 16, SVG_MIDDLE, &tick_font, 100, text.text);
        buffer_free(&text);
    }
}

void cmd_script_gantt_svg(const struct cmd_script_gantt *gantt, struct buffer *out)
{
    struct report_svg svg = {.width = WIDTH};
    struct bar *bars = sorted_bars(gantt);
    uint32_t count = gantt->result->plan.task_count, rows = 0, used = 0;
    double y = TOP;
    for (uint32_t i = 0, end; i < count; i = end, used++) {
        for (end = i; end < count && bars[end].machine == bars[i].machine; end++)
            continue;
        if (rows == CMD_SCRIPT_GANTT_ROWS)
            continue;
        y += draw_row(gantt, &svg, &bars[i], end - i, y);
        rows++;
    }
    draw_axis(gantt, &svg, y);
    struct buffer caption = {0};
    buffer_printf(&caption, "%u task%s, ", count, count == 1 ? "" : "s");
    words_time(&caption, (uint64_t)(1e9 * gantt->result->plan.makespan));
    buffer_printf(&caption, "; %u of %u machines ran tasks", used, gantt->result->machine_count);
    if (used > rows)
        buffer_printf(&caption, ", the first %u are shown", rows);
    report_svg_text(&svg, LEFT, 26, SVG_START, &title_font, WIDTH - LEFT - RIGHT, gantt->title);
    report_svg_text(&svg, LEFT, 46, SVG_START, &tick_font, WIDTH - LEFT - RIGHT, caption.text);
    report_svg_finish(out, &svg, y + 32, gantt->title, caption.text);
    buffer_free(&caption);
    report_svg_free(&svg);
    free(bars);
}

void cmd_script_gantt_csv(const struct cmd_script_gantt *gantt, struct buffer *out)
{
    const struct script_simulate_result *result = gantt->result;
    buffer_add(out, "task,name,machine,start_s,end_s,cores\n");
    for (uint32_t t = 0; t < result->plan.task_count; t++) {
        const struct script_schedule_slot *slot = &result->plan.slots[t];
        buffer_printf(out, "%u,", t);
        words_csv(out, gantt->names[t]);
        buffer_add(out, ",");
        words_csv(out, result->machines[slot->machine].name);
        buffer_printf(out, ",%.9g,%.9g,%u\n", slot->start, slot->end,
                      gantt->problem->tasks[t].cores);
    }
}
