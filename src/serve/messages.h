/* messages.h: /api/N/messages: messages between lanes, thinned out where there are many. */
#ifndef SERVE_MESSAGES_H
#define SERVE_MESSAGES_H

#include "serve/run.h"

serve_handler serve_messages;

#endif
