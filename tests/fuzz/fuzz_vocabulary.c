/* fuzz_vocabulary.c: reads whatever it is given as a vocabulary. What was understood can be shown
 * and made into a library; a mistake is somewhere in the text. */
#include "vocabulary/library.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void use(struct vocabulary *vocabulary)
{
    struct buffer shown = {0};
    vocabulary_show(vocabulary, &shown);
    buffer_free(&shown);
    for (int machine = VOCABULARY_AARCH64; machine <= VOCABULARY_X86_64; machine++) {
        struct buffer library = {0};
        struct error error = {0};
        bool made = vocabulary_library_make(&vocabulary, 1, (enum vocabulary_machine)machine,
                                            &library, &error);
        check(made ? library.used > 0 : error.text[0] != '\0');
        buffer_free(&library);
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct diagnostic trouble = {0};
    char *text = calloc(size + 1, 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, bytes, size);
    struct vocabulary *vocabulary = vocabulary_read("fuzz", text, &trouble);
    if (vocabulary) {
        use(vocabulary);
    } else {
        struct buffer out = {0};
        check(trouble.what[0] && trouble.at <= trouble.end && trouble.end <= strlen(text));
        diagnostic_write(&out, &trouble, "fuzz", text);
        buffer_free(&out);
    }
    vocabulary_free(vocabulary);
    free(text);
    return 0;
}
