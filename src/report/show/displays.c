/* displays.c: the displays, by their words: see show.h */
#include "report/show/show.h"

static const struct {
    const char *word, *title, *plain;
    enum cube_projection_axes axes;
} displays[SHOW_ALL_DISPLAYS] = {
    {"what-when", "What × When", "What x When", PROJECTION_WHAT_WHEN},
    {"overall-what-when", "Overall What × When", "Overall What x When", PROJECTION_WHAT_WHEN},
    {"when-where", "When × Where", "When x Where", PROJECTION_WHEN_WHERE},
    {"what-where", "What × Where", "What x Where", PROJECTION_WHAT_WHERE},
    {"overall-what-where", "Overall What × Where", "Overall What x Where", PROJECTION_WHAT_WHERE},
    {"matrix", "Matrix", "Matrix", PROJECTION_WHAT_WHERE},
    {"timeline", "Timeline", "Timeline", PROJECTION_WHEN_WHERE},
};

static const char *const subjects[SHOW_SUBJECTS] = {"utilisation", "communication", "execution"};

const char *report_show_display_word(enum report_show_display display)
{
    return displays[display].word;
}

const char *report_show_subject_word(enum cube_projection_subject subject)
{
    return subjects[subject];
}

enum cube_projection_axes report_show_axes(enum report_show_display display)
{
    return displays[display].axes;
}

const char *report_show_title(enum report_show_display display, bool utf8)
{
    return utf8 ? displays[display].title : displays[display].plain;
}
