/* fuzz_calls.c: reads whatever it is given as a source text, and finds calls in it. The first byte
 * chooses the language. */
#include "archive/symbols/call_text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct archive_call_texts calls = {0};
    if (!size)
        return 0;
    archive_call_text_find(&calls, (const char *)bytes + 1, size - 1,
                           (enum archive_call_text_form)(bytes[0] % 3), "f");
    for (size_t i = 0; i < calls.count; i++) {
        const struct archive_call_text *call = &calls.all[i];
        if (!call->first || call->first > call->last || call->statement > call->first)
            abort();
        for (int k = 0; k < CALL_TEXT_ARGUMENTS && call->arguments[k]; k++) {
            if (strlen(call->arguments[k]) > CALL_TEXT_LONGEST)
                abort();
        }
    }
    archive_call_text_free(&calls);
    return 0;
}
