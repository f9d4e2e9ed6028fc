/* flow_order.c: see flow_order.h */
#include "script/agents/flow_order.h"

#include "util/memory.h"

#include <stdlib.h>

static void add_flag(struct buffer *to, bool flag)
{
    script_agents_message_byte(to, flag);
}

static bool get_flag(struct script_agents_message *message)
{
    return script_agents_message_get_byte(message) != 0;
}

void script_agents_flow_add(struct buffer *to, const struct script_agents_flow *flow)
{
    size_t start = script_agents_message_begin(to, AGENTS_FLOW);
    script_agents_message_number(to, flow->stream);
    script_agents_message_number(to, flow->record);
    script_agents_message_number(to, flow->writers);
    add_flag(to, flow->raw);
    add_flag(to, flow->store);
    add_flag(to, flow->unbounded);
    script_agents_message_text(to, flow->name);
    script_agents_message_text(to, flow->folder);
    script_agents_message_text(to, flow->token);
    script_agents_message_number(to, flow->reader_count);
    for (uint32_t i = 0; i < flow->reader_count; i++)
        script_agents_message_number(to, flow->readers[i]);
    script_agents_message_finish(to, start);
}

bool script_agents_flow_read(struct script_agents_message *message, struct script_agents_flow *flow)
{
    *flow = (struct script_agents_flow){0};
    flow->stream = script_agents_message_get_number(message);
    flow->record = script_agents_message_get_number(message);
    flow->writers = script_agents_message_get_number(message);
    flow->raw = get_flag(message);
    flow->store = get_flag(message);
    flow->unbounded = get_flag(message);
    flow->name = script_agents_message_get_text(message);
    flow->folder = script_agents_message_get_text(message);
    flow->token = script_agents_message_get_text(message);
    uint32_t count = script_agents_message_get_number(message);
    if (message->bad || count != (size_t)(message->end - message->at) / 4)
        return false;
    flow->readers = memory_zeroed((size_t)count + 1, sizeof *flow->readers);
    for (; flow->reader_count < count; flow->reader_count++)
        flow->readers[flow->reader_count] = script_agents_message_get_number(message);
    return !message->bad && message->at == message->end;
}

void script_agents_flow_free(struct script_agents_flow *flow)
{
    free(flow->name);
    free(flow->folder);
    free(flow->token);
    free(flow->readers);
    *flow = (struct script_agents_flow){0};
}

void script_agents_change_add(struct buffer *to, const struct script_agents_change *change)
{
    size_t start = script_agents_message_begin(to, AGENTS_FLOW_CHANGE);
    script_agents_message_byte(to, (uint8_t)change->kind);
    script_agents_message_number(to, change->stream);
    script_agents_message_number(to, change->task);
    add_flag(to, change->errors);
    add_flag(to, change->good);
    script_agents_message_long(to, change->total);
    script_agents_message_finish(to, start);
}

bool script_agents_change_read(struct script_agents_message *message,
                               struct script_agents_change *change)
{
    uint8_t kind = script_agents_message_get_byte(message);
    *change = (struct script_agents_change){0};
    if (kind >= AGENTS_CHANGES)
        return false;
    change->kind = (enum script_agents_change_kind)kind;
    change->stream = script_agents_message_get_number(message);
    change->task = script_agents_message_get_number(message);
    change->errors = get_flag(message);
    change->good = get_flag(message);
    change->total = script_agents_message_get_long(message);
    return !message->bad && message->at == message->end;
}

void script_agents_news_add(struct buffer *to, const struct script_agents_news *news)
{
    size_t start = script_agents_message_begin(to, AGENTS_FLOW_NEWS);
    script_agents_message_byte(to, (uint8_t)news->kind);
    script_agents_message_number(to, news->stream);
    script_agents_message_number(to, news->task);
    add_flag(to, news->errors);
    add_flag(to, news->dropped);
    add_flag(to, news->cut);
    add_flag(to, news->kept);
    script_agents_message_long(to, news->bytes);
    script_agents_message_text(to, news->why);
    script_agents_message_finish(to, start);
}

bool script_agents_news_read(struct script_agents_message *message, struct script_agents_news *news)
{
    uint8_t kind = script_agents_message_get_byte(message);
    *news = (struct script_agents_news){0};
    if (kind >= AGENTS_NEWS_KINDS)
        return false;
    news->kind = (enum script_agents_news_kind)kind;
    news->stream = script_agents_message_get_number(message);
    news->task = script_agents_message_get_number(message);
    news->errors = get_flag(message);
    news->dropped = get_flag(message);
    news->cut = get_flag(message);
    news->kept = get_flag(message);
    news->bytes = script_agents_message_get_long(message);
    news->why = script_agents_message_get_text(message);
    return !message->bad && message->at == message->end;
}
