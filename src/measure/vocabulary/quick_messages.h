/* quick_messages.h: quick calls with several messages, where these are logged. */
#ifndef MEASURE_VOCABULARY_QUICK_MESSAGES_H
#define MEASURE_VOCABULARY_QUICK_MESSAGES_H

#include "measure/vocabulary/call.h"

/* Ends such a call. False if measure_vocabulary_end() has to be called: nothing has been done then,
 * or it has ended but for what is rare. */
bool measure_vocabulary_end_messages(struct described_call *call, uint64_t now);

#endif
