/* crossing.c: see crossing.h */
#include "measure/loops/crossing.h"

#include "measure/core.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/modules.h"
#include "measure/loops/plans.h"

static bool is_on;

/* True if the context is that of a function with probes. */
static bool is_probed(const struct format_context *context)
{
    return context->function && context->function < FORMAT_CONTEXT_SIGNAL &&
           modules_function(context->function)->flags & FORMAT_FUNCTION_PROBED;
}

/* Returns the context that called, or was interrupted; NULL: none. That of a signal has no parent
 * that its handler may count in. */
static const struct format_context *caller_of(const struct format_context *context)
{
    return context->function != FORMAT_CONTEXT_SIGNAL ? context->parent
           : context->above                           ? contexts_numbered(context->above)
                                                      : NULL;
}

/* Returns the loop of a function's context in which the call at a site is, as in
 * FORMAT_CROSSING_LOOP. */
static uint32_t loop_of(const struct format_context *caller, uint32_t site)
{
    if (site == FORMAT_NO_SITE)
        return 0;
    uint32_t loop = UINT32_MAX;
    if (!format_site_is_slot(site)) {
        loop = format_site_loop(site);
    } else {
        const struct module *module = modules_module(caller->function);
        const struct format_function *function = modules_function(caller->function);
        const struct format_block *blocks = plans_section(module->plan, FORMAT_PLAN_BLOCKS);
        uint32_t node = module->slots[function->first_slot + site].node;
        if (node && node <= function->blocks)
            loop = blocks[function->first_block + node - 1].loop;
    }
    return loop == UINT32_MAX ? FORMAT_CROSSING_NUMBER : loop + 1;
}

/* Returns the current context and its note. If functions that unmeasured code entered have
 * returned, it is the one that called this code. */
static const struct format_context *current_of_caller(uint32_t *note)
{
    const struct folds *folds = folds_own;
    const struct format_context *context = contexts_current;
    *note = context->note;
    for (size_t count = folds ? folds->count : 0, remain;
         count && (remain = folds_without_returned(folds, count, context, *note)) < count;) {
        count = remain;
        context = folds->all[count].to;
        *note = folds->all[count].note;
    }
    return context;
}

static uint32_t find_where(const struct format_context *context, uint32_t note, uint32_t *loop)
{
    const struct format_context *below = NULL;
    bool is_interrupted = false; /* the loop may be another one each time: it is not told */
    while (context && (is_probed(context) || context->function == FORMAT_CONTEXT_SIGNAL)) {
        is_interrupted = !is_probed(context);
        below = context;
        context = caller_of(context);
    }
    if (!context || context == &contexts_nowhere || context->function == FORMAT_CONTEXT_ROOT)
        return 0;
    if (!is_interrupted)
        *loop = loop_of(context, below ? below->site : format_noted_site(note));
    return context->self;
}

/* The last answer of this thread: contexts never move, and the call that is open in one is told by
 * its note. */
static LEAVE_TLS struct {
    const struct format_context *context;
    uint32_t note, where, loop;
} last;

static uint32_t where(uint32_t *loop)
{
    uint32_t note;
    const struct format_context *context = current_of_caller(&note);
    if (last.context != context || last.note != note) {
        uint32_t found_loop = 0, found = find_where(context, note, &found_loop);
        last.context = NULL; /* a signal handler may ask meanwhile */
        last.note = note;
        last.where = found;
        last.loop = found_loop;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        last.context = context;
        *loop = found_loop;
        return found;
    }
    *loop = last.loop;
    return last.where;
}

static bool is_below(uint32_t context, uint32_t above)
{
    const struct format_context *at = contexts_numbered(context);
    while (at && at->self != above)
        at = caller_of(at);
    return at != NULL;
}

void crossing_begin(void)
{
    static const struct measure_bridge bridge = {where, is_below};
    is_on = true;
    tri_core.bridge_begin(&bridge);
}

void crossing_made(const struct format_context *context)
{
    const struct format_context *from = context->parent;
    while (from && from->function == FORMAT_CONTEXT_SIGNAL)
        from = caller_of(from);
    bool is_called = from && is_probed(from),
         is_root = from && from->function == FORMAT_CONTEXT_ROOT;
    if (is_on && context->self && from && (is_called || !format_site_is_slot(context->site)))
        tri_core.bridge_link(context->self, is_called, is_root ? 0 : from->self);
}

void crossing_land(const struct format_context *context)
{
    if (is_on && context->function < FORMAT_CONTEXT_SIGNAL && !is_probed(context))
        tri_core.bridge_land(context->self);
}
