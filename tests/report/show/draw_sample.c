/* draw_sample.c: prints a display of a projection made by hand:
 * draw_sample NAME SUBJECT DISPLAY text|svg|json|csv WIDTH [COLOURS | light|dark|auto] [HEIGHT]
 * DISPLAY is a number, or 5 for the overview of two. */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    struct report_show_panel panels[2] = {{0}};
    struct report_show_look look = {.width = strtoul(argv[5], NULL, 10), .utf8 = true};
    struct report_show_origin origin = {"sample.tri", "mpirun -n 2 ./solver --size 1000", false};
    int display = atoi(argv[3]);
    size_t count = display == SHOW_DISPLAYS ? 2 : 1;
    const char *way = argc > 6 ? argv[6] : "";
    look.theme = !strcmp(way, "dark") ? SHOW_DARK : !strcmp(way, "auto") ? SHOW_AUTO : SHOW_LIGHT;
    look.colours = *way >= '0' && *way <= '3' ? (enum report_show_colours)atoi(way) : SHOW_MONO;
    look.utf8 = strcmp(way, "ascii") != 0;
    look.height = argc > 7 ? strtoul(argv[7], NULL, 10) : 0;
    for (size_t i = 0; i < count; i++) {
        panels[i].display = count == 2 ? (i ? SHOW_OVERALL_WHAT_WHEN : SHOW_WHEN_WHERE)
                                       : (enum report_show_display)display;
        panels[i].subject = (enum cube_projection_subject)atoi(argv[2]);
        panels[i].trouble = "there are no events in this archive; use `triptych run --events`";
        if (strcmp(argv[1], "nothing") != 0)
            panels[i].projection = sample_make(argv[1], panels[i].display, panels[i].subject);
    }
    struct buffer out = {0};
    if (!strcmp(argv[4], "svg"))
        report_show_svg(&out, &origin, panels, count, &look);
    else if (!strcmp(argv[4], "json"))
        report_show_json(&out, &origin, panels, count);
    else if (!strcmp(argv[4], "csv"))
        report_show_csv(&out, panels, count);
    else
        report_show_text(&out, &origin, panels, count, &look);
    fputs(out.text ? out.text : "", stdout);
    buffer_free(&out);
    for (size_t i = 0; i < count; i++) {
        if (panels[i].projection)
            sample_free((struct cube_projection *)panels[i].projection);
    }
    return 0;
}
