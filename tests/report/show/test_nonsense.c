/* test_nonsense.c: displays of projections full of nonsense: any numbers, any bytes in names, any
 * sizes. Nothing crashes, and what is drawn is text without control characters. */
#include "../../archive/unit.h"

#include "report/show/show.h"
#include "util/memory.h"
#include "util/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 88172645463325252;

static uint64_t any(void) /* xorshift64 */
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static double any_value(void)
{
    static const double values[] = {NAN,    INFINITY, -INFINITY, 0, -0.0, -1,      1e308,
                                    5e-324, 1,        0.5,       2, 1e19, 9.99e19, 1e-9};
    uint64_t choice = any() % 20;
    return choice < 14 ? values[choice] : (double)(any() % 1000) / 1000;
}

static char *any_label(void)
{
    static const char *const labels[] = {"",       " (",        ")",        "a (b)",
                                         "a (c)",  "<&\">",     "\xff\xfe", "日本語日本語",
                                         "\033[m", "f (a.c:1)", "\xe2\x80"};
    uint64_t choice = any() % 14;
    if (choice < 11)
        return memory_string(labels[choice]);
    size_t size = any() % 300;
    char *label = memory_zeroed(size + 1, 1);
    for (size_t i = 0; i < size; i++)
        label[i] = (char)(any() % 255 + 1);
    return label;
}

static struct cube_projection_item *any_items(size_t count)
{
    struct cube_projection_item *items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] =
            (struct cube_projection_item){.label = any() % 9 ? any_label() : NULL,
                                          .region = any() % 3 ? (uint32_t)any() : ARCHIVE_NONE,
                                          .class = (uint32_t)(any() % 9),
                                          .lane = any() % 2 ? ARCHIVE_NONE : 1};
    return items;
}

static struct cube_projection any_projection(void)
{
    static const char *const units[] = {"of the time", "s", "bytes", "visits", "", NULL};
    struct cube_projection made = {.rows = any() % 12, .columns = any() % 60};
    made.row = any_items(made.rows);
    made.column = any() % 2 ? any_items(made.columns) : NULL;
    made.value = memory_zeroed(made.rows * made.columns + 1, sizeof *made.value);
    for (size_t i = 0; i < made.rows * made.columns; i++)
        made.value[i] = any_value();
    made.zero = any() >> any() % 64;
    made.start = any() >> any() % 64;
    made.length = any() >> any() % 64;
    made.unit = units[any() % 6];
    made.source = any() % 2 ? CYCLES_OF_EVENTS : CYCLES_OF_SAMPLES;
    made.merged_cycles = any() % 4;
    made.merged_lanes = any() >> any() % 64;
    made.hidden_whats = any() % 3;
    made.most = any_value();
    return made;
}

/* Any numbers, but as the cube promises: rows are there, bars and parts of lanes are together, a
 * bar ends behind its start. */
static struct cube_timeline *any_timeline(void)
{
    struct cube_timeline *made = memory_zeroed(1, sizeof *made);
    made->zero = any() >> any() % 64;
    made->start = any() >> any() % 64;
    made->end = made->start + 1 + (any() >> (8 + any() % 56));
    made->name_count = 5;
    made->name = memory_zeroed(made->name_count, sizeof *made->name);
    for (size_t i = 0; i < made->name_count; i++)
        made->name[i] = any() % 5 ? any_label() : NULL;
    made->lane_count = any() % 9;
    made->lanes_all = made->lane_count + any() % 2;
    made->lanes = memory_zeroed(made->lane_count + 1, sizeof *made->lanes);
    made->bars = memory_zeroed(made->lane_count * 30 + 1, sizeof *made->bars);
    for (size_t lane = 0; lane < made->lane_count; lane++) {
        uint64_t now = made->start, step = (made->end - made->start) / 30 + 1;
        made->lanes[lane] =
            (struct cube_timeline_lane){.label = any_label(), .first = made->bar_count};
        for (size_t i = 0; i < any() % 30 && now + step < made->end; i++, now += step) {
            struct cube_timeline_bar bar = {now, now + step, (uint32_t)(any() % 6), 1, 0, {0}};
            bar.stretches = (uint32_t)(any() % 3);
            bar.time[any() % CYCLES_CLASSES] += step / 2;
            bar.time[any() % CYCLES_CLASSES] += step - step / 2;
            made->bars[made->bar_count++] = bar;
            made->lanes[lane].count++;
        }
    }
    made->message_count = made->lane_count ? any() % 20 : 0;
    made->messages_all = made->message_count + any() % 3;
    made->messages = memory_zeroed(made->message_count + 1, sizeof *made->messages);
    for (size_t i = 0; i < made->message_count; i++)
        made->messages[i] =
            (struct cube_timeline_message){.from = (uint32_t)(any() % made->lane_count),
                                           .to = (uint32_t)(any() % made->lane_count),
                                           .send = (uint32_t)(any() % 6),
                                           .sent = any() >> any() % 64,
                                           .received = any() >> any() % 64,
                                           .wait_start = made->start,
                                           .wait_end = made->start + any() % 3,
                                           .bytes = any(),
                                           .tag = (int32_t)any()};
    made->operation_count = made->operations_all = made->lane_count > 1 ? any() % 4 : 0;
    made->operations = memory_zeroed(made->operation_count + 1, sizeof *made->operations);
    made->parts = memory_zeroed(made->operation_count * 2 + 1, sizeof *made->parts);
    for (size_t i = 0; i < made->operation_count * 2; i++)
        made->parts[i] = (struct cube_timeline_part){(uint32_t)(i % 2), any(), any(), any()};
    for (size_t i = 0; i < made->operation_count; i++)
        made->operations[i] = (struct cube_timeline_operation){
            .first = i * 2, .count = 2, .last = (uint32_t)(i * 2), .given = any()};
    made->elsewhere = any() % 2 * any();
    made->incomplete = any() % 2;
    return made;
}

static void check_text(struct buffer *text)
{
    assert_non_null(text->text);
    for (size_t i = 0; i < text->used; i++) {
        if (text->text[i] == '\n')
            text->text[i] = ' ';
    }
    char *clean = words_clean(text->text);
    assert_string_equal(clean, text->text);
    free(clean);
    buffer_free(text);
}

static void draw_everything(const struct report_show_panel *panel)
{
    struct report_show_origin origin = {"a\033b<.tri", "\xff<", true};
    struct report_show_look look = {.width = any() % 300,
                                    .height = any() % 3 ? any() % 60 : 0,
                                    .utf8 = true,
                                    .theme = (enum report_show_theme)(any() % 3)};
    struct buffer out = {0};
    report_show_text(&out, &origin, panel, 1, &look);
    check_text(&out);
    look.colours = (enum report_show_colours)(any() % 4);
    report_show_text(&out, &origin, panel, 1, &look);
    buffer_free(&out);
    report_show_svg(&out, &origin, panel, 1, &look);
    assert_null(strstr(out.text, "nan"));
    check_text(&out);
    report_show_json(&out, &origin, panel, 1);
    check_text(&out);
    if (panel->timeline ||
        !panel->projection->column == (report_show_axes(panel->display) != PROJECTION_WHAT_WHERE)) {
        report_show_csv(&out, panel, 1);
        check_text(&out);
    }
}

static void nonsense_over_time_is_drawn(void **state)
{
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct cube_timeline *timeline = any_timeline();
        draw_everything(&(struct report_show_panel){
            .display = SHOW_TIMELINE, .timeline = timeline, .trouble = "there is no lane"});
        cube_timeline_free(timeline);
    }
}

static void free_items(struct cube_projection_item *items, size_t count)
{
    for (size_t i = 0; items && i < count; i++)
        free(items[i].label);
    free(items);
}

static void nonsense_is_drawn(void **state)
{
    (void)state;
    for (int round = 0; round < 400; round++) {
        struct cube_projection data = any_projection();
        struct report_show_panel panel = {
            .display = (enum report_show_display)(any() % SHOW_TIMELINE),
            .subject = (enum cube_projection_subject)(any() % SHOW_SUBJECTS),
            .projection = &data};
        draw_everything(&panel);
        free_items(data.row, data.rows);
        free_items(data.column, data.columns);
        free(data.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense_is_drawn),
                                       cmocka_unit_test(nonsense_over_time_is_drawn)};
    return cmocka_run_group_tests_name("show-nonsense", tests, NULL, NULL);
}
