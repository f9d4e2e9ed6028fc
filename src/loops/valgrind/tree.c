/* tree.c: see tree.h */
#include "loops/valgrind/tree.h"

static struct tree_context *first, *last;

/* Makes a context below a parent, which is NULL for roots. */
static struct tree_context *make(struct tree_context *parent, struct modules_function *function,
                                 UInt site, UInt lane)
{
    SizeT values = function ? function->plan->counters : 0;
    struct tree_context *made =
        VG_(calloc)("triptych", 1, sizeof *made + values * sizeof made->values[0]);
    made->function = function;
    made->parent = parent;
    made->site = site;
    made->lane = lane;
    if (last)
        last->younger = made;
    else
        first = made;
    last = made;
    if (parent) {
        made->next = parent->below;
        parent->below = made;
    }
    return made;
}

struct tree_context *tree_root(UInt lane)
{
    struct tree_context *root = make(NULL, NULL, FORMAT_NO_SITE, lane);
    root->kind = FORMAT_CONTEXT_ROOT;
    return root;
}

struct tree_context *tree_signal(struct tree_context *from, UInt signal)
{
    struct tree_context *found = from->below;
    while (found && (found->kind != FORMAT_CONTEXT_SIGNAL || found->site != signal))
        found = found->next;
    if (!found) {
        found = make(from, NULL, signal, from->lane);
        found->kind = FORMAT_CONTEXT_SIGNAL;
    }
    return found;
}

struct tree_context *tree_called(struct tree_context *from, struct modules_function *function,
                                 UInt site)
{
    struct tree_context *above = from;
    do {
        if (above->function == function)
            return above;
        above = above->parent;
    } while (above);
    for (struct tree_context *found = from->below; found; found = found->next) {
        if (found->function == function && found->site == site)
            return found;
    }
    return make(from, function, site, from->lane);
}

UInt tree_site(const struct modules_function *caller, UInt node,
               const struct modules_function *callee)
{
    for (UInt i = 0; i < caller->plan->slots; i++) {
        if (caller->slots[i].node == node &&
            caller->slots[i].function + caller->first == callee->number)
            return i;
    }
    return FORMAT_NO_SITE;
}

void tree_cut(struct tree_context *context, UInt node, ULong skipped)
{
    UInt i = 0;
    while (i < context->cut_count && context->cuts[i].node != node)
        i++;
    if (i == context->cut_count) {
        context->cuts = base_grow(context->cuts, &context->cut_room, i + 1, sizeof *context->cuts);
        context->cuts[context->cut_count++] = (struct tree_cut){.node = node};
    }
    context->cuts[i].count++;
    context->cuts[i].skipped += skipped;
}

struct tree_context *tree_first(void)
{
    return first;
}

void tree_clear(void)
{
    for (struct tree_context *context = first; context; context = context->younger) {
        context->cut_count = 0;
        if (context->function)
            VG_(memset)(context->values, 0, context->function->plan->counters * sizeof(ULong));
    }
}
