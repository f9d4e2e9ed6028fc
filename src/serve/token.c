/* token.c: see token.h */
#include "serve/token.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool serve_token_make(char token[SERVE_TOKEN], struct error *error)
{
    unsigned char bytes[SERVE_TOKEN / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return error_errno(error, "no random number for the link");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool is_same(const char *token, const char *text, size_t size)
{
    unsigned char differs = size != strlen(token);
    for (size_t i = 0; i < size && token[i]; i++)
        differs |= (unsigned char)(token[i] ^ text[i]);
    return !differs;
}

bool serve_token_is(const char *token, const char *text)
{
    return is_same(token, text, strlen(text));
}

bool serve_token_in_cookie(const char *token, const char *name, const char *header)
{
    size_t name_size = strlen(name);
    while (header && *header) {
        header += strspn(header, " ;");
        size_t size = strcspn(header, ";");
        if (size > name_size && !strncmp(header, name, name_size) && header[name_size] == '=' &&
            is_same(token, header + name_size + 1, size - name_size - 1))
            return true;
        header += size;
    }
    return false;
}
