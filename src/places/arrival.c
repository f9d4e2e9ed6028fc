/* arrival.c: see arrival.h */
#include "places/arrival.h"

#include "places/fatal.h"
#include "places/sites.h"

#include <stdbool.h>
#include <string.h>

static void (*take_message)(const struct message *message, struct activity *activity);

#ifdef __SANITIZE_THREAD__
uint64_t arrival_order;
#endif

void arrival_open(void (*take)(const struct message *message, struct activity *activity))
{
    take_message = take;
}

void arrival_begin(struct arrival *in, int from, const void *bytes)
{
    const struct message *message = &in->message;
    memcpy(&in->message, bytes, MESSAGE_WIRE);
    in->message.from = from;
    in->activity = NULL;
    in->left = message->size;
    if (message->kind == MESSAGE_REPLY && !message->clocks) {
        in->activity = (struct activity *)(uintptr_t)message->reply;
        in->data = in->activity->data + in->activity->size - message->size;
    } else if (message->size || message->kind == MESSAGE_ASYNC || message->kind == MESSAGE_AT) {
        bool runs = message->kind != MESSAGE_REPLY;
        const struct tri_site *site = runs ? sites_find(message->key) : NULL;
        if (runs && !site)
            fatal("place %d asks for a block that this program does not have: do all places run "
                  "the same program?",
                  message->from);
        in->activity = activity_new(site, message->size);
        in->data = in->activity->data;
    }
}

void arrival_add(struct arrival *in, uint64_t size)
{
    if (size) {
        in->data += size;
        in->left -= size;
    }
    if (!in->left)
        take_message(&in->message, in->activity);
}
