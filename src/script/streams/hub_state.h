/* hub_state.h: a hub, as the files of this room share it: what is to be done next. */
#ifndef SCRIPT_STREAMS_HUB_STATE_H
#define SCRIPT_STREAMS_HUB_STATE_H

#include "script/streams/flow.h"
#include "script/streams/hub.h"

/* A descriptor of the owner. */
struct watched {
    struct flow_party party; /* kind 0 */
    int fd;
    struct watched *next;
};

struct script_hub {
    int epoll;
    char *folder;
    struct script_hub_listener listener;
    struct watched *watched;
    struct flow **flows;
    size_t flow_count, flow_room;
    struct flow *dirty;      /* flows whose readers have something to do */
    struct flow_writer *hot; /* writers to be taken from now */
    char scratch[FLOW_READ];
};

/* Notes that the readers of a flow have something to do; that a writer is to be taken from. */
void hub_make_dirty(struct script_hub *hub, struct flow *flow);
void hub_make_hot(struct script_hub *hub, struct flow_writer *writer);

/* Notes whether nothing more comes. */
void hub_check_finished(struct script_hub *hub, struct flow *flow);

/* Closes the writers of a flow that nobody reads any more. */
void hub_check_deaf(struct script_hub *hub, struct flow *flow);

#endif
