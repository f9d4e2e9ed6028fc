/* message_values.c: see message_values.h */
#include "measure/message_values.h"

uint64_t measure_message_bytes(const struct measure_log_value *values, unsigned count)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        enum format_value what = values[i].what;
        if (what == FORMAT_VALUE_SIZE || what == FORMAT_VALUE_GOT || what == FORMAT_VALUE_GIVEN ||
            what == FORMAT_VALUE_TAKEN)
            bytes += values[i].value;
    }
    return bytes;
}

/* Returns the end of a message that begins with this value; 0 if none does. */
static unsigned end_of(enum format_value what)
{
    return what == FORMAT_VALUE_SENT        ? FORMAT_END_SENT
           : what == FORMAT_VALUE_RECEIVED  ? FORMAT_END_RECEIVED
           : what == FORMAT_VALUE_CANCELLED ? FORMAT_END_CANCELLED
                                            : 0;
}

/* Sets a field of the message; if it was set before to another value, it has several. */
static void tell(struct measure_filter_message *message, enum measure_filter_told what,
                 uint32_t *to, uint32_t value)
{
    if (message->told & what && *to != value)
        message->several |= what;
    *to = value;
    message->told |= what;
}

void measure_message_tell(struct measure_filter_message *message,
                          const struct measure_log_value *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        enum format_value what = values[i].what;
        uint64_t value = values[i].value;
        bool sends = what == FORMAT_VALUE_TO;
        if (what == FORMAT_VALUE_FROM && message->from == FORMAT_ANY)
            message->told &= ~(uint32_t)FILTER_FROM; /* the receive was posted for any source */
        if (sends || what == FORMAT_VALUE_ASKED || what == FORMAT_VALUE_FROM) {
            tell(message, sends ? FILTER_TO : FILTER_FROM, sends ? &message->to : &message->from,
                 (uint32_t)value);
            if ((uint32_t)(value >> 32) != UINT32_MAX)
                tell(message, FILTER_TAG, &message->tag, (uint32_t)(value >> 32));
        } else if (what == FORMAT_VALUE_POSTED || what == FORMAT_VALUE_FINISHED ||
                   what == FORMAT_VALUE_TOGETHER || what == FORMAT_VALUE_UNITED || end_of(what)) {
            tell(message, FILTER_COMMUNICATOR, &message->communicator,
                 (uint32_t)(value >> FORMAT_ORDER_BITS));
        }
    }
}

bool measure_message_ends_fit(const struct measure_log_value *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (end_of(values[i].what) && !format_end_fits(values[i].value))
            return false;
    }
    return true;
}

/* The address is the value behind an end. */
void measure_message_log_ends(const struct format_node *node,
                              const struct measure_log_value *values, unsigned count, bool has_more)
{
    if (has_more)
        measure_log_far(FORMAT_EVENT_NEVER, node->self, node->open, 0, NULL, 0);
    for (unsigned i = 0; i < count; i++) {
        unsigned end = end_of(values[i].what);
        uint64_t address = end && i + 1 < count ? values[i + 1].value : FORMAT_ANY;
        if (end)
            measure_log_message_end((enum format_end)end, values[i].value, address, node->open);
    }
}
