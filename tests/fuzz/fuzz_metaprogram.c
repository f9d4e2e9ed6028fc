/* fuzz_metaprogram.c: a metaprogram's text is translated, whatever it is, and keeps its lines. */
#include "model/ruby/translate.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned lines(const char *text, size_t size)
{
    unsigned count = 0;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buffer out = {0};
    struct error error = {0};
    unsigned line = 0;
    const char *text = (const char *)data;
    bool fine = model_ruby_translate(text, size, &out, &line, &error);
    if (fine && lines(text, size) != lines(out.text, out.used))
        abort(); /* messages of Ruby would name other lines */
    if (!fine && (line == 0 || line > lines(text, size) + 1 || !error.text[0]))
        abort();
    buffer_free(&out);
    return 0;
}
