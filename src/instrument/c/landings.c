/* landings.c: probes around calls of setjmp: when longjmp returns there, the region around the call
 * has to become the current one again. */
#include "instrument/c/scope.h"

#include <stdlib.h>

/* Returns an expression for the handle of the innermost region around the node that is measured in
 * this visit. The caller frees it. */
static char *handle_around(const struct scope *scope, const struct node *node)
{
    struct buffer text = {0};
    for (const struct node *at = node->parent; at; at = at->parent) {
        /* The marks of this block; those of outer blocks come later. */
        for (size_t i = scope->mark_count; at->kind == CXCursor_CompoundStmt && i-- > 0;) {
            const struct mark *mark = &scope->marks[i];
            if (mark->block == at && mark->start <= node->start && mark->end >= node->end)
                buffer_printf(&text, "tri_frame_%u ? tri_frame_%u : ", mark->region, mark->region);
        }
        if (at->region)
            buffer_printf(&text, "tri_loop_%u.node ? tri_loop_%u.node : ", at->region - 1,
                          at->region - 1);
    }
    buffer_printf(&text, "tri_frame_%u", scope->routine);
    return buffer_take(&text);
}

void landings_plan(struct scope *scope, struct node *node)
{
    struct unit *unit = scope->unit;
    char *name = tree_name(node);
    bool lands = jumps_is_setjmp(name);
    free(name);
    if (!lands || !node->in_file || unit_unevaluated(unit, node->start))
        return;
    size_t start = node->start, end = node->end;
    if (node->from == FROM_MACRO) {
        size_t word = lex_at(&unit->lex, start);
        const struct lex_span *span = unit_expansion(unit, start);
        if ((!lex_is(&unit->lex, word, "setjmp") && !lex_is(&unit->lex, word, "sigsetjmp") &&
             !lex_is(&unit->lex, word, "_setjmp")) ||
            end > span->end)
            return;
        end = span->end;
    } else if (node->from != FROM_TEXT || node->end_from != FROM_TEXT) {
        return;
    }
    char *handle = handle_around(scope, node);
    instrument_edits_open(&unit->plan.edits, start, node->depth * 4, "TRI_LANDED(%s, ", handle);
    instrument_edits_close(&unit->plan.edits, end, node->depth * 4, ")");
    free(handle);
}
