/* test_nonsense.c: displays of projections full of nonsense: any numbers, any bytes in names, any
 * sizes. Nothing crashes, and what is drawn is text without control characters. */
#include "../archive/unit.h"

#include "report/show/show.h"
#include "report/words.h"
#include "util/memory.h"

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

static struct projection_item *any_items(size_t count)
{
    struct projection_item *items = memory_zeroed(count + 1, sizeof *items);
    for (size_t i = 0; i < count; i++)
        items[i] = (struct projection_item){.label = any() % 9 ? any_label() : NULL,
                                            .region = any() % 3 ? (uint32_t)any() : ARCHIVE_NONE,
                                            .class = (uint32_t)(any() % 9),
                                            .lane = any() % 2 ? ARCHIVE_NONE : 1};
    return items;
}

static struct projection any_projection(void)
{
    static const char *const units[] = {"of the time", "s", "bytes", "visits", "", NULL};
    struct projection made = {.rows = any() % 12, .columns = any() % 60};
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

static void free_items(struct projection_item *items, size_t count)
{
    for (size_t i = 0; items && i < count; i++)
        free(items[i].label);
    free(items);
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

static void nonsense_is_drawn(void **state)
{
    (void)state;
    struct show_origin origin = {"a\033b<.tri", "\xff<", true};
    for (int round = 0; round < 400; round++) {
        struct projection data = any_projection();
        struct show_panel panel = {.display = (enum show_display)(any() % SHOW_DISPLAYS),
                                   .subject = (enum projection_subject)(any() % SHOW_SUBJECTS),
                                   .projection = &data};
        struct show_look look = {.width = any() % 300,
                                 .height = any() % 3 ? any() % 60 : 0,
                                 .utf8 = true,
                                 .theme = (enum show_theme)(any() % 3)};
        struct buffer out = {0};
        show_text(&out, &origin, &panel, 1, &look);
        check_text(&out);
        look.colours = (enum show_colours)(any() % 4);
        show_text(&out, &origin, &panel, 1, &look);
        buffer_free(&out);
        show_svg(&out, &origin, &panel, 1, &look);
        assert_null(strstr(out.text, "nan"));
        check_text(&out);
        show_json(&out, &origin, &panel, 1);
        check_text(&out);
        if (!data.column == (show_axes(panel.display) != PROJECTION_WHAT_WHERE)) {
            show_csv(&out, &panel, 1);
            check_text(&out);
        }
        free_items(data.row, data.rows);
        free_items(data.column, data.columns);
        free(data.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nonsense_is_drawn)};
    return cmocka_run_group_tests_name("show-nonsense", tests, NULL, NULL);
}
