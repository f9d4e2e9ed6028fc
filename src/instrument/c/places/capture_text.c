/* capture_text.c: how captured variables are written: see directive.h. */
#include "instrument/c/places/directive.h"

#include <string.h>

bool capture_is_idempotent(const struct capture *capture)
{
    return !strncmp(capture->clause->operation, "m", 1); /* min and max */
}

bool capture_is_section(const struct capture *capture)
{
    return capture->way == WAY_SECTION || capture->way == WAY_SECTION_BACK;
}

bool capture_is_address(const struct directive *directive, const struct capture *capture)
{
    return capture->way == WAY_SHARE ||
           (capture->way == WAY_REDUCE && directive->kind == DIRECTIVE_ASYNC);
}

bool capture_any_back(const struct directive *directive)
{
    return directive->kind == DIRECTIVE_ASYNC_AT && directive->back_count > 0;
}

bool capture_is_addressed(const struct directive *directive, const struct capture *capture)
{
    return directive->kind == DIRECTIVE_ASYNC_AT && capture_goes_back(directive, capture);
}

void capture_write_size(const struct directive *directive, size_t index, const char *name,
                        struct buffer *out)
{
    const struct capture *capture = &directive->captures[index];
    if (directive->is_dynamic)
        buffer_printf(out, "tri_n[%zu]", index);
    else if (capture_is_address(directive, capture))
        buffer_add(out, "sizeof(void *)");
    else
        buffer_printf(out, "sizeof(%s)", name);
}

void capture_write_combined(struct buffer *out, const char *operation, const char *left,
                            const char *right)
{
    if (!strcmp(operation, "min"))
        buffer_printf(out, "%s < %s ? %s : %s", right, left, right, left);
    else if (!strcmp(operation, "max"))
        buffer_printf(out, "%s > %s ? %s : %s", right, left, right, left);
    else
        buffer_printf(out, "%s %s %s", left, strcmp(operation, "-") != 0 ? operation : "+", right);
}
