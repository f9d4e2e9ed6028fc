/* message_values.h: the values of acts that send, receive or take part in a collective operation,
 * as a filter sees them. They are read as readers of the log read them. */
#ifndef MEASURE_MESSAGE_VALUES_H
#define MEASURE_MESSAGE_VALUES_H

#include "measure/filter.h"
#include "measure/log.h"

/* Returns the bytes of the values. */
uint64_t measure_message_bytes(const struct measure_log_value *values, unsigned count);

/* Sets the fields of a message. */
void measure_message_tell(struct measure_filter_message *message,
                          const struct measure_log_value *values, unsigned count);

/* True if the ends of messages can be logged without their act. */
bool measure_message_ends_fit(const struct measure_log_value *values, unsigned count);

/* Logs the ends of messages of an act that is not logged itself: matching needs all messages that
 * were sent and received. `has_more`: values of the act were logged before. */
void measure_message_log_ends(const struct format_node *node,
                              const struct measure_log_value *values, unsigned count,
                              bool has_more);

#endif
