/* loops_show.c: see loops_show.h */
#include "cmd/loops_show.h"

#include "cmd/loops_roofs.h"

#include <string.h>

enum { MOST_NODES = 3000 }; /* a picture with more cannot be read */

static bool write_to(FILE *out, const struct buffer *text, const char *name, struct error *error)
{
    bool good = !text->used || fwrite(text->text, 1, text->used, out) == text->used;
    return (!fflush(out) && good) || error_errno(error, "%s cannot be written", name);
}

static bool write_file(const char *name, struct buffer *text, struct error *error)
{
    bool is_stdout = !strcmp(name, "-");
    FILE *out = is_stdout ? stdout : fopen(name, "w");
    bool good =
        out ? write_to(out, text, name, error) : error_errno(error, "%s cannot be written", name);
    if (out && !is_stdout && fclose(out) && good)
        good = error_errno(error, "%s cannot be written", name);
    buffer_free(text);
    return good;
}

static bool write_pictures(const struct report_lcct_view *view,
                           const struct cmd_loops_options *options, struct error *error)
{
    struct buffer text = {0};
    size_t shown = view->tree->count - view->cold;
    if ((options->svg || options->dot) && shown > MOST_NODES)
        return error_set(error,
                         "a picture of %zu contexts is too large: draw fewer with --threshold 0.1",
                         shown);
    if (options->svg && view->options->machine)
        report_roofline_svg(&text, view);
    else if (options->svg)
        report_lcct_svg(&text, view);
    if (options->svg && !write_file(options->svg, &text, error))
        return false;
    if (options->dot)
        report_lcct_dot(&text, view);
    return !options->dot || write_file(options->dot, &text, error);
}

static bool show(FILE *out, const struct archive *archive, const struct cmd_loops_options *options,
                 struct error *error)
{
    struct report_lcct_view view;
    struct buffer text = {0};
    if (!report_lcct_view_init(&view, archive, &options->show, error))
        return false;
    bool pictures = options->svg || options->dot;
    bool good = !pictures || write_pictures(&view, options, error);
    if (good && out && !(pictures && out == stdout)) { /* the picture takes the place of the text */
        good = report_lcct_write(&text, &view, error) && write_to(out, &text, "the result", error);
        buffer_free(&text);
    }
    report_lcct_view_free(&view);
    return good;
}

bool cmd_loops_show(FILE *out, const struct archive *archive,
                    const struct cmd_loops_options *options, struct error *error)
{
    if (!(options->show.sections & LCCT_ROOFLINE))
        return show(out, archive, options, error);
    struct cmd_loops_options with = *options;
    struct model_machine machine;
    if (!cmd_loops_roofs(&machine, options->machine, archive, error))
        return false;
    with.show.machine = &machine;
    bool good = show(out, archive, &with, error);
    model_machine_free(&machine);
    return good;
}
