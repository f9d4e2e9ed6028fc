/* table.c: see table.h */
#include "instrument/table.h"

void instrument_table_quote(struct buffer *out, const char *text)
{
    buffer_add(out, "\"");
    for (const char *at = text; *at; at++) {
        if (*at == '"' || *at == '\\')
            buffer_printf(out, "\\%c", *at);
        else if ((unsigned char)*at < ' ')
            buffer_printf(out, "\\%03o", (unsigned char)*at);
        else
            buffer_add_bytes(out, at, 1);
    }
    buffer_add(out, "\"");
}

static void add_flags(struct buffer *out, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{TRI_DETERMINED, "TRI_DETERMINED"},
                 {TRI_LEAF, "TRI_LEAF"},
                 {TRI_READS, "TRI_READS"},
                 {TRI_WRITES, "TRI_WRITES"},
                 {TRI_UNMEASURED, "TRI_UNMEASURED"},
                 {TRI_WHILE, "TRI_WHILE"},
                 {TRI_DO, "TRI_DO"},
                 {TRI_UNTIMED, "TRI_UNTIMED"}};
    const char *between = "";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (flags & names[i].flag) {
            buffer_printf(out, "%s%s", between, names[i].name);
            between = " | ";
        }
    }
    if (!*between)
        buffer_add(out, "0");
}

static const char *kind_name(enum tri_kind kind)
{
    switch (kind) {
    case TRI_KIND_ROUTINE:
        return "TRI_KIND_ROUTINE";
    case TRI_KIND_LOOP:
        return "TRI_KIND_LOOP";
    case TRI_KIND_IO:
        return "TRI_KIND_IO";
    default:
        return "TRI_KIND_USER";
    }
}

static void add_row(struct buffer *out, const struct instrument_plan_region *region)
{
    bool is_anchor = region->sums || region->ranges;
    buffer_printf(out, "    %s(%s, %s, ", is_anchor ? "TRI_ANCHOR_ROW" : "TRI_ROW",
                  region->flags & TRI_UNMEASURED ? "TRI_OFF" : "TRI_NEW", kind_name(region->kind));
    add_flags(out, region->flags);
    buffer_printf(out, ", %u, %u, %u, %u, ", region->seq < 65535 ? region->seq : 65535,
                  region->line, region->end_line, region->routine);
    instrument_table_quote(out, region->name);
    buffer_add(out, ", ");
    instrument_table_quote(out, region->file);
    buffer_add(out, ", ");
    if (region->note)
        instrument_table_quote(out, region->note);
    else
        buffer_add(out, "0");
    if (is_anchor)
        buffer_printf(out, ", %u, %u%s", region->sums, region->ranges,
                      region->repeats ? " | TRI_REPEATS" : "");
    buffer_add(out, "),\n");
}

void instrument_table_rows(struct buffer *out, const struct instrument_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        add_row(out, &plan->regions[i]);
}

void instrument_table_lights(struct buffer *out, const struct instrument_plan *plan)
{
    for (size_t i = 0; i < plan->light_count; i++) {
        const struct tri_light *light = &plan->lights[i];
        buffer_printf(out, "    TRI_LIGHT(%u, %u, %u, %d, %d, %d, %u, %u, %u, %llu, %llu, %llu),\n",
                      light->region, light->anchor, light->within, light->visits, light->trips,
                      light->range, light->per, light->every, light->out_of, light->times,
                      light->least, light->most);
    }
}
