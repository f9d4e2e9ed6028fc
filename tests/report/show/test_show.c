/* test_show.c: scales, colours, widths and charts of the displays, and that no text of a picture
 * lies on another one. */
#include "../../archive/unit.h"
#include "sample.h"

#include "report/show/canvas.h"
#include "report/show/chart.h"
#include "report/show/frame.h"
#include "report/show/label.h"
#include "report/show/palette.h"
#include "util/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_ticks(double low, double high, size_t most, double first, double step,
                        size_t count, int decimals)
{
    struct scale_ticks ticks = scale_ticks(low, high, most);
    assert_float_equal(ticks.first, first, 1e-9);
    assert_float_equal(ticks.step, step, 1e-9);
    assert_int_equal(ticks.count, count);
    assert_int_equal(ticks.decimals, decimals);
}

static void ticks_are_round(void **state)
{
    (void)state;
    check_ticks(0, 1, 6, 0, 0.2, 6, 1);
    check_ticks(0, 2.4, 10, 0, 0.5, 5, 1);
    check_ticks(1.5, 3.9, 6, 1.5, 0.5, 5, 1);
    check_ticks(0, 100, 11, 0, 10, 11, 0);
    check_ticks(-3, 7, 3, -5 + 5, 5, 2, 0);
    check_ticks(0, 0.0007, 8, 0, 0.0001, 8, 4);
}

static void ticks_of_nonsense_are_none(void **state)
{
    (void)state;
    assert_int_equal(scale_ticks(1, 1, 5).count, 0);
    assert_int_equal(scale_ticks(2, 1, 5).count, 0);
    assert_int_equal(scale_ticks(NAN, 1, 5).count, 0);
    assert_int_equal(scale_ticks(0, INFINITY, 5).count, 0);
    assert_int_equal(scale_ticks(-1e308, 1e308, 5).count, 0);
}

static void ticks_are_never_more_than_asked(void **state)
{
    (void)state;
    for (size_t i = 1; i < 3000; i++) {
        double low = (double)(i % 17) * 0.37 - 2, high = low + pow(1.013, (double)i) * 1e-6;
        for (size_t most = 2; most < 15; most++) {
            struct scale_ticks ticks = scale_ticks(low, high, most);
            assert_true(ticks.count <= most);
            if (ticks.count) {
                assert_true(scale_tick(&ticks, 0) >= low - ticks.step * 1e-6);
                assert_true(scale_tick(&ticks, ticks.count - 1) <= high + ticks.step * 1e-6);
            }
        }
    }
}

static void tops_are_round_and_high_enough(void **state)
{
    (void)state;
    assert_float_equal(scale_top(SCALE_SHARE, 0.51), 1, 0);
    assert_float_equal(scale_top(SCALE_SHARE, 0.04), 0.04, 1e-9);
    assert_float_equal(scale_top(SCALE_BYTES, 3.7e6), 4e6, 1);
    assert_float_equal(scale_top(SCALE_COUNT, 0), 10, 0);
    assert_float_equal(scale_top(SCALE_SECONDS, NAN), 1, 0);
    for (double value = 1e-9; value < 1e12; value *= 1.07) {
        double top = scale_top(SCALE_SECONDS, value);
        assert_true(top >= value * (1 - 1e-8) && top <= value * 1.51);
    }
}

static void check_value(enum scale_kind kind, double value, const char *expected)
{
    struct buffer text = {0};
    scale_value(&text, kind, value, true);
    assert_string_equal(text.text, expected);
    buffer_free(&text);
}

static void values_have_units(void **state)
{
    (void)state;
    check_value(SCALE_SHARE, 0, "0 %");
    check_value(SCALE_SHARE, 0.0001, "<0.1 %");
    check_value(SCALE_SHARE, 0.034, "3.4 %");
    check_value(SCALE_SHARE, 0.995, "100 %");
    check_value(SCALE_SHARE, 0.45, "45 %");
    check_value(SCALE_SECONDS, 0, "0 s");
    check_value(SCALE_SECONDS, 1.234, "1.23 s");
    check_value(SCALE_SECONDS, 0.02, "20 ms");
    check_value(SCALE_SECONDS, 415e-6, "415 µs");
    check_value(SCALE_SECONDS, 4e-8, "40 ns");
    check_value(SCALE_BYTES, 1, "1 byte");
    check_value(SCALE_BYTES, 999, "999 bytes");
    check_value(SCALE_BYTES, 3.4e6, "3.40 MB");
    check_value(SCALE_COUNT, 12345, "12,345");
    check_value(SCALE_COUNT, 1.25e6, "1.25 million");
    check_value(SCALE_COUNT, NAN, "-");
    check_value(SCALE_SECONDS, INFINITY, "-");
}

static double lightness(uint32_t colour)
{
    return 0.2126 * pow((colour >> 16) / 255.0, 2.2) +
           0.7152 * pow((colour >> 8 & 0xff) / 255.0, 2.2) +
           0.0722 * pow((colour & 0xff) / 255.0, 2.2);
}

/* Whoever sees no colours sees how light they are. */
static void levels_go_one_way(void **state)
{
    (void)state;
    for (size_t i = 1; i < PALETTE_LEVELS; i++) {
        assert_true(lightness(palette_level(i, false)) < lightness(palette_level(i - 1, false)));
        assert_true(lightness(palette_level(i, true)) > lightness(palette_level(i - 1, true)));
    }
}

static void looks_differ(void **state)
{
    (void)state;
    for (size_t i = 0; i < PALETTE_SERIES; i++) {
        for (size_t j = 0; j < i; j++) {
            size_t a = palette_region(i), b = palette_region(j);
            assert_int_not_equal(palette_look(a, false), palette_look(b, false));
            assert_int_not_equal(palette_pattern(a), palette_pattern(b));
            assert_int_not_equal(palette_16(palette_look(a, true)),
                                 palette_16(palette_look(b, true)));
            assert_string_not_equal(palette_glyph(a, true), palette_glyph(b, true));
            assert_string_not_equal(palette_glyph(a, false), palette_glyph(b, false));
        }
    }
}

static void colours_of_terminals(void **state)
{
    (void)state;
    assert_int_equal(palette_256(0x000000), 16);
    assert_int_equal(palette_256(0xffffff), 231);
    assert_int_equal(palette_256(0x808080), 244);
    assert_int_equal(palette_256(0xff0000), 196);
    assert_int_equal(palette_16(palette_look(5, true)), 2);
    assert_int_equal(palette_16(palette_look(5, false)), 2);
}

static void labels_are_measured(void **state)
{
    (void)state;
    assert_float_equal(report_label_width("", 12, false), 0, 0);
    assert_true(report_label_width("WWW", 12, false) > report_label_width("iii", 12, false) * 3);
    assert_true(report_label_width("abc", 12, true) > report_label_width("abc", 12, false));
    assert_true(report_label_width("ä", 12, false) >= report_label_width("a", 12, false));
}

static void check_fit(const char *text, double room, const char *expected)
{
    struct buffer fitting = {0};
    bool shorter = report_label_fit(&fitting, text, 10, false, room);
    assert_string_equal(fitting.text ? fitting.text : "", expected);
    assert_int_equal(shorter, strcmp(text, expected) != 0);
    assert_true(report_label_width(fitting.text ? fitting.text : "", 10, false) <= room);
    buffer_free(&fitting);
}

static void labels_are_shortened(void **state)
{
    (void)state;
    check_fit("solve (cg.c:17)", 200, "solve (cg.c:17)");
    check_fit("solve (cg.c:17)", 50, "solve");
    check_fit("a_name_that_is_long", 60, "a_…s_long");
    check_fit("(all)", 15, "…)");
    check_fit("x", 0, "");
    assert_int_equal(report_label_brief("f (a.c:1)"), 1);
    assert_int_equal(report_label_brief("operator()"), 10);
    assert_int_equal(report_label_brief(" (x)"), 4);
}

/* Values 0 to 11 in two rows. */
static struct cube_projection small(double *values)
{
    static struct cube_projection_item rows[2];
    for (size_t i = 0; i < 2; i++)
        rows[i] = (struct cube_projection_item){.label = i ? "b" : "a",
                                                .region = (uint32_t)i,
                                                .class = CYCLES_CLASSES,
                                                .lane = ARCHIVE_NONE};
    for (size_t i = 0; i < 12; i++)
        values[i] = (double)i;
    return (struct cube_projection){.rows = 2,
                                    .columns = 6,
                                    .row = rows,
                                    .value = values,
                                    .length = 1000,
                                    .unit = "visits",
                                    .merged_cycles = 1,
                                    .merged_lanes = 1};
}

static void cells_are_means(void **state)
{
    (void)state;
    double values[12];
    struct cube_projection data = small(values);
    struct report_show_panel panel = {
        .display = SHOW_WHAT_WHEN, .subject = PROJECTION_EXECUTION, .projection = &data};
    struct chart chart;
    struct error error = {0};
    values[8] = NAN;
    assert_true(chart_make(&chart, &panel, &error));
    assert_float_equal(chart_cell(&chart, 0, 0, 3), 0.5, 0); /* two columns in a cell */
    assert_float_equal(chart_cell(&chart, 0, 2, 3), 4.5, 0);
    assert_float_equal(chart_cell(&chart, 0, 1, 12), 0, 0); /* two cells for a column */
    assert_float_equal(chart_cell(&chart, 0, 11, 12), 5, 0);
    assert_float_equal(chart_cell(&chart, 1, 1, 3), 9, 0); /* of what is there */
    assert_true(isnan(chart_cell(&chart, 1, 2, 6)));
    assert_float_equal(chart_mean(&chart, 1), 8.6, 1e-9);
    assert_float_equal(chart_peak(&chart, 1), 11, 0);
    assert_float_equal(chart_sum(&chart, 2), 2, 0);
    assert_true(chart.missing);
    assert_float_equal(chart.top, 12, 1e-9);
    assert_int_equal(chart_level(&chart, 0), 0);
    assert_int_equal(chart_level(&chart, 1.2), 1);
    assert_int_equal(chart_level(&chart, 12), 9);
    assert_int_equal(chart_level(&chart, 1e9), 9);
    chart_free(&chart);
}

/* The x of the left and the right end of every axis below a plot. */
static size_t find_axes(const char *svg, double ends[][2], size_t most)
{
    size_t count = 0;
    for (const char *at = svg; count < most && (at = strstr(at, "<path class=\"axis\"")); at++) {
        double x1, y, x2;
        if (sscanf(at, "<path class=\"axis\" d=\"M%lf %lfH%lf", &x1, &y, &x2) == 3) {
            ends[count][0] = x1;
            ends[count++][1] = x2;
        }
    }
    return count;
}

/* A moment has the same place in all displays of a page; numbers on scales are written in full. */
static void plots_of_a_page_are_aligned(void **state)
{
    (void)state;
    double values[12], ends[8][2];
    struct cube_projection data = small(values);
    for (size_t i = 0; i < 12; i++)
        values[i] *= 2000;
    struct report_show_panel panels[] = {
        {.display = SHOW_WHEN_WHERE, .subject = PROJECTION_EXECUTION, .projection = &data},
        {.display = SHOW_OVERALL_WHAT_WHEN, .subject = PROJECTION_EXECUTION, .projection = &data},
        {.display = SHOW_WHAT_WHEN, .subject = PROJECTION_EXECUTION, .projection = &data}};
    struct report_show_origin origin = {.archive = "made.tri"};
    struct report_show_look look = {.theme = SHOW_LIGHT, .utf8 = true, .width = 80};
    struct buffer text = {0};
    report_show_svg(&text, &origin, panels, 3,
                    &(struct report_show_look){.theme = SHOW_LIGHT, .utf8 = true});
    size_t count = find_axes(text.text, ends, 8);
    assert_true(count >= 3);
    for (size_t i = 1; i < count; i++) {
        assert_float_equal(ends[i][0], ends[0][0], 0.01);
        assert_float_equal(ends[i][1], ends[0][1], 0.01);
    }
    assert_non_null(strstr(text.text, ">25,000<"));
    assert_null(strstr(text.text, "e+"));
    buffer_free(&text);
    report_show_text(&text, &origin, panels, 3, &look);
    size_t marks[3] = {0}, lines = 0; /* where the first tick of each axis stands */
    for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *tick = strstr(line, "╵");
        if (tick && lines < 3)
            marks[lines++] = (size_t)(tick - line);
    }
    assert_int_equal(lines, 3);
    assert_int_equal(marks[1], marks[0]);
    assert_int_equal(marks[2], marks[0]);
    buffer_free(&text);
}

static void stacks_begin_with_the_largest(void **state)
{
    (void)state;
    double values[12];
    struct cube_projection data = small(values);
    data.column = data.row; /* labels of no importance */
    data.columns = 2;
    struct report_show_panel panel = {.display = SHOW_OVERALL_WHAT_WHERE, .projection = &data};
    struct chart chart;
    struct error error = {0};
    assert_true(chart_make(&chart, &panel, &error));
    assert_string_equal(chart.row[0], "b");
    assert_float_equal(chart_value(&chart, 0, 0), 2, 0);
    assert_float_equal(chart.most, 4, 0); /* 1 + 3 */
    chart_free(&chart);
    data.row[1].region = ARCHIVE_NONE; /* others: last, however large */
    assert_true(chart_make(&chart, &panel, &error));
    assert_string_equal(chart.row[0], "a");
    assert_int_equal(chart.look[1], PALETTE_OTHERS);
    chart_free(&chart);
}

static void names_that_are_the_same_keep_their_places(void **state)
{
    (void)state;
    double values[12];
    struct cube_projection data = small(values);
    struct report_show_panel panel = {.display = SHOW_WHAT_WHEN, .projection = &data};
    struct chart chart;
    struct error error = {0};
    data.row[0].label = "task (a.c:3)";
    data.row[1].label = "task (a.c:9)";
    assert_true(chart_make(&chart, &panel, &error));
    assert_string_equal(chart.row[0], "task, a.c:3");
    assert_string_equal(chart.row[1], "task, a.c:9");
    chart_free(&chart);
    data.row[1].label = "tasks (a.c:9)";
    assert_true(chart_make(&chart, &panel, &error));
    assert_string_equal(chart.row[0], "task (a.c:3)");
    assert_string_equal(chart.row[1], "tasks (a.c:9)");
    chart_free(&chart);
}

static void nothing_is_refused(void **state)
{
    (void)state;
    double values[12];
    struct cube_projection data = small(values);
    struct report_show_panel panel = {.display = SHOW_WHAT_WHEN, .trouble = "why not"};
    struct chart chart;
    struct error error = {0};
    assert_false(chart_make(&chart, &panel, &error));
    assert_string_equal(error.text, "why not");
    panel.projection = &data;
    data.rows = 0;
    assert_false(chart_make(&chart, &panel, &error));
    assert_non_null(strstr(error.text, "nothing to draw"));
    data.rows = 2;
    for (size_t i = 0; i < 12; i++)
        values[i] = i % 2 ? NAN : INFINITY;
    assert_false(chart_make(&chart, &panel, &error));
    assert_non_null(strstr(error.text, "no lane existed"));
}

static void canvases_hold_their_width(void **state)
{
    (void)state;
    struct canvas canvas;
    struct buffer out = {0};
    canvas_make(&canvas, 8, 2);
    canvas_text(&canvas, 2, 0, 100, "日本語文字", CANVAS_NORMAL, true);
    canvas_text_before(&canvas, 8, 1, 4, "abcdef", CANVAS_FAINT, true);
    canvas_put(&canvas, 8, 0, "x", CANVAS_PLAIN, CANVAS_PLAIN); /* outside */
    canvas_put(&canvas, 0, 2, "x", CANVAS_PLAIN, CANVAS_PLAIN);
    canvas_print(&out, &canvas, SHOW_MONO);
    assert_string_equal(out.text, "  …文字\n    a…ef\n");
    buffer_free(&out);
    canvas_put(&canvas, 0, 0, "#", 0xff0000, CANVAS_PLAIN);
    canvas_print(&out, &canvas, SHOW_TRUE);
    assert_non_null(strstr(out.text, "\033[0;38;2;255;0;0m#\033[0m"));
    buffer_free(&out);
    canvas_print(&out, &canvas, SHOW_256);
    assert_non_null(strstr(out.text, "\033[0;38;5;196m#\033[0m"));
    buffer_free(&out);
    canvas_print(&out, &canvas, SHOW_16);
    assert_non_null(strstr(out.text, "\033[0;37m#\033[0m"));
    buffer_free(&out);
    canvas_free(&canvas);
}

static bool overlap(const struct report_svg_box *a, const struct report_svg_box *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

/* All samples, all displays, three widths: no text on another, none outside of the picture. */
static void texts_have_room(void **state)
{
    (void)state;
    static const double widths[] = {480, 920, 2000};
    struct report_show_origin origin = {"sample.tri", "./solver", true};
    for (size_t i = 0; sample_names[i]; i++) {
        for (int display = 0; display < SHOW_TIMELINE * SHOW_SUBJECTS; display++) {
            struct report_show_panel panel = {
                .display = (enum report_show_display)(display % SHOW_TIMELINE),
                .subject = (enum cube_projection_subject)(display / SHOW_TIMELINE)};
            bool large = !strcmp(sample_names[i], "huge");
            if (large && panel.subject != PROJECTION_UTILISATION)
                continue; /* the same texts again */
            struct cube_projection *data =
                sample_make(sample_names[i], panel.display, panel.subject);
            panel.projection = data;
            for (size_t w = 0; w < 3; w++) {
                struct report_svg svg = {.width = widths[w]};
                double height = svg_page(&svg, &origin, &panel, 1);
                for (size_t a = 0; a < svg.box_count; a++) {
                    const struct report_svg_box *box = &svg.boxes[a];
                    bool inside = box->x >= 0 && box->x + box->width <= svg.width && box->y >= 0 &&
                                  box->y + box->height <= height;
                    bool alone = true;
                    for (size_t b = 0; b < a; b++)
                        alone &= !overlap(box, &svg.boxes[b]);
                    if (!inside || !alone)
                        fail_msg("%s, display %d, width %g: text %zu at %g, %g is %s",
                                 sample_names[i], display, widths[w], a, box->x, box->y,
                                 inside ? "on another" : "outside");
                }
                report_svg_free(&svg);
            }
            sample_free(data);
        }
    }
}

static void texts_have_lines(void **state)
{
    (void)state;
    static const size_t widths[] = {1, 40, 80, 200}, heights[] = {0, 1, 10, 23, 100};
    struct report_show_origin origin = {"sample.tri", NULL, false};
    for (size_t i = 0; sample_names[i]; i++) {
        for (int display = 0; display < SHOW_TIMELINE; display++) {
            struct report_show_panel panel = {.display = (enum report_show_display)display};
            struct cube_projection *data =
                sample_make(sample_names[i], panel.display, panel.subject);
            panel.projection = data;
            for (size_t at = 0; at < 4 * 5 * 2; at++) {
                struct report_show_look look = {
                    .width = widths[at % 4], .height = heights[at / 4 % 5], .utf8 = at >= 20};
                struct buffer out = {0};
                report_show_text(&out, &origin, &panel, 1, &look);
                for (char *line = strtok(out.text, "\n"); line; line = strtok(NULL, "\n")) {
                    assert_true(words_width(line) <= (look.width < 40 ? 40 : look.width));
                    for (const char *c = line; !look.utf8 && *c; c++)
                        assert_true(*c >= ' ' && *c <= '~');
                }
                buffer_free(&out);
            }
            sample_free(data);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round),
        cmocka_unit_test(ticks_of_nonsense_are_none),
        cmocka_unit_test(ticks_are_never_more_than_asked),
        cmocka_unit_test(tops_are_round_and_high_enough),
        cmocka_unit_test(values_have_units),
        cmocka_unit_test(levels_go_one_way),
        cmocka_unit_test(looks_differ),
        cmocka_unit_test(colours_of_terminals),
        cmocka_unit_test(labels_are_measured),
        cmocka_unit_test(labels_are_shortened),
        cmocka_unit_test(cells_are_means),
        cmocka_unit_test(plots_of_a_page_are_aligned),
        cmocka_unit_test(stacks_begin_with_the_largest),
        cmocka_unit_test(names_that_are_the_same_keep_their_places),
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(canvases_hold_their_width),
        cmocka_unit_test(texts_have_room),
        cmocka_unit_test(texts_have_lines),
    };
    return cmocka_run_group_tests_name("show", tests, NULL, NULL);
}
