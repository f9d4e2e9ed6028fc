/* message.c: see message.h */
#include "script/agents/message.h"

#include "util/memory.h"

#include <string.h>

static void put(unsigned char *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = (unsigned char)(value >> (8 * (size - 1 - i)));
}

static uint64_t get(const unsigned char *from, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | from[i];
    return value;
}

static void add(struct buffer *to, uint64_t value, size_t size)
{
    unsigned char bytes[8];
    put(bytes, value, size);
    buffer_add_bytes(to, bytes, size);
}

size_t script_agents_message_begin(struct buffer *to, enum script_agents_message_type type)
{
    size_t start = to->used;
    add(to, 0, 4);
    add(to, type, 1);
    return start;
}

void script_agents_message_finish(struct buffer *to, size_t start)
{
    put((unsigned char *)to->text + start, to->used - start - 4, 4);
}

void script_agents_message_byte(struct buffer *to, uint8_t value)
{
    add(to, value, 1);
}

void script_agents_message_number(struct buffer *to, uint32_t value)
{
    add(to, value, 4);
}

void script_agents_message_long(struct buffer *to, uint64_t value)
{
    add(to, value, 8);
}

void script_agents_message_text(struct buffer *to, const char *text)
{
    size_t size = text ? strlen(text) : 0;
    add(to, size, 4);
    if (size)
        buffer_add_bytes(to, text, size);
}

int64_t script_agents_message_find(const void *bytes, size_t size, size_t most,
                                   struct script_agents_message *message)
{
    const unsigned char *start = bytes;
    if (size < 4)
        return 0;
    uint64_t length = get(start, 4);
    if (length < 1 || length > most)
        return -1;
    if (size < 4 + length)
        return 0;
    *message = (struct script_agents_message){
        .type = start[4], .at = start + 5, .end = start + 4 + length};
    return (int64_t)(4 + length);
}

const unsigned char *script_agents_message_get_bytes(struct script_agents_message *message,
                                                     size_t size)
{
    if (message->bad || (size_t)(message->end - message->at) < size) {
        message->bad = true;
        return NULL;
    }
    const unsigned char *bytes = message->at;
    message->at += size;
    return bytes;
}

static uint64_t take(struct script_agents_message *message, size_t size)
{
    const unsigned char *bytes = script_agents_message_get_bytes(message, size);
    return bytes ? get(bytes, size) : 0;
}

uint8_t script_agents_message_get_byte(struct script_agents_message *message)
{
    return (uint8_t)take(message, 1);
}

uint32_t script_agents_message_get_number(struct script_agents_message *message)
{
    return (uint32_t)take(message, 4);
}

uint64_t script_agents_message_get_long(struct script_agents_message *message)
{
    return take(message, 8);
}

char *script_agents_message_get_text(struct script_agents_message *message)
{
    size_t size = script_agents_message_get_number(message);
    const unsigned char *bytes = script_agents_message_get_bytes(message, size);
    char *text = memory_zeroed(bytes ? size + 1 : 1, 1);
    if (bytes)
        memcpy(text, bytes, size);
    return text;
}
