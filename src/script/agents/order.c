/* order.c: see order.h */
#include "script/agents/order.h"

#include "util/memory.h"

#include <stdlib.h>

static void add_list(struct buffer *to, char *const *list)
{
    uint32_t count = 0;
    while (list && list[count])
        count++;
    script_agents_message_number(to, count);
    for (uint32_t i = 0; i < count; i++)
        script_agents_message_text(to, list[i]);
}

void script_agents_order_add(struct buffer *to, const struct script_agents_order *order)
{
    size_t start = script_agents_message_begin(to, AGENTS_START);
    script_agents_message_number(to, order->task);
    script_agents_message_number(to, order->attempt);
    script_agents_message_long(to, order->memory);
    script_agents_message_byte(to, order->ranks);
    for (size_t i = 0; i < 3; i++) {
        script_agents_message_byte(to, (uint8_t)order->ends[i].kind);
        script_agents_message_number(to, order->ends[i].stream);
        script_agents_message_text(to, order->ends[i].file);
    }
    script_agents_message_text(to, order->folder);
    add_list(to, order->words);
    add_list(to, order->environment);
    script_agents_message_finish(to, start);
}

static char **read_list(struct script_agents_message *message)
{
    uint32_t count = script_agents_message_get_number(message);
    if (count > (size_t)(message->end - message->at) / 4) /* each text has a length */
        message->bad = true;
    if (message->bad)
        count = 0;
    char **list = memory_zeroed((size_t)count + 1, sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = script_agents_message_get_text(message);
    return list;
}

bool script_agents_order_read(struct script_agents_message *message,
                              struct script_agents_order *order)
{
    *order = (struct script_agents_order){0};
    order->task = script_agents_message_get_number(message);
    order->attempt = script_agents_message_get_number(message);
    order->memory = script_agents_message_get_long(message);
    order->ranks = script_agents_message_get_byte(message) != 0;
    for (size_t i = 0; i < 3; i++) {
        uint8_t kind = script_agents_message_get_byte(message);
        message->bad |= kind >= AGENTS_END_KINDS;
        order->ends[i].kind = message->bad ? AGENTS_END_NULL : (enum script_agents_end_kind)kind;
        order->ends[i].stream = script_agents_message_get_number(message);
        order->ends[i].file = script_agents_message_get_text(message);
    }
    order->folder = script_agents_message_get_text(message);
    order->words = read_list(message);
    order->environment = read_list(message);
    return !message->bad && message->at == message->end && order->words[0];
}

static void free_list(char **list)
{
    for (char **text = list; text && *text; text++)
        free(*text);
    free(list);
}

void script_agents_order_free(struct script_agents_order *order)
{
    for (size_t i = 0; i < 3; i++)
        free(order->ends[i].file);
    free(order->folder);
    free_list(order->words);
    free_list(order->environment);
    *order = (struct script_agents_order){0};
}

void script_agents_signal_add(struct buffer *to, uint32_t task, int number)
{
    size_t start = script_agents_message_begin(to, AGENTS_SIGNAL);
    script_agents_message_number(to, task);
    script_agents_message_number(to, (uint32_t)number);
    script_agents_message_finish(to, start);
}
