/* token.h: the secret that a link carries, and by which a browser or a script is admitted. */
#ifndef SERVE_TOKEN_H
#define SERVE_TOKEN_H

#include "util/error.h"

enum { SERVE_TOKEN = 33 }; /* 128 bits in hexadecimal digits, and a zero byte */

/* Makes a random token. False with an error if the system gives no random bytes. */
bool serve_token_make(char token[SERVE_TOKEN], struct error *error);

/* True if the text is the token; the time that this takes does not tell how much of it is right. */
bool serve_token_is(const char *token, const char *text);

/* True if the value of a Cookie header has the token under this name. */
bool serve_token_in_cookie(const char *token, const char *name, const char *header);

#endif
