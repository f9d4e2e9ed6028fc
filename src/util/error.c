/* error.c: see error.h */
#include "util/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    return false;
}

bool error_errno(struct error *error, const char *format, ...)
{
    int saved = errno;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ": %s", strerror(saved));
    return false;
}
