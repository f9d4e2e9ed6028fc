/* hub_state.c: see hub_state.h */
#include "script/streams/hub_state.h"

void hub_make_dirty(struct script_hub *hub, struct flow *flow)
{
    if (flow->dirty)
        return;
    flow->dirty = true;
    flow->next_dirty = hub->dirty;
    hub->dirty = flow;
}

void hub_make_hot(struct script_hub *hub, struct flow_writer *writer)
{
    if (writer->is_hot || writer->told)
        return;
    writer->is_hot = true;
    writer->hot = hub->hot;
    hub->hot = writer;
}

void hub_check_finished(struct script_hub *hub, struct flow *flow)
{
    if (flow->pending || flow->open || flow->finished)
        return;
    flow->finished = true;
    hub_make_dirty(hub, flow);
}

void hub_check_deaf(struct script_hub *hub, struct flow *flow)
{
    for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next) {
        if (!reader->gone)
            return;
    }
    flow->deaf = true;
    flow->owner = NULL;
    for (struct flow_writer *writer = flow->writers; writer; writer = writer->next)
        hub_make_hot(hub, writer);
}
