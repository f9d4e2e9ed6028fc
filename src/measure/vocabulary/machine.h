/* machine.h: runs the code of a described function (format/vocabulary.h). */
#ifndef MEASURE_VOCABULARY_MACHINE_H
#define MEASURE_VOCABULARY_MACHINE_H

#include "measure/vocabulary/call.h"

/* An act with its fields. */
struct described_act {
    enum format_act_type type;
    uint32_t set;  /* bits of enum format_act_field */
    uint32_t lost; /* the same, of fields that it has and that are not known */
    bool is_anonymous;
    int64_t fields[FORMAT_FIELDS];
};

static inline bool measure_vocabulary_has(const struct described_act *act,
                                          enum format_act_field field)
{
    return act->set >> field & 1;
}

/* Runs code, and calls `record` for each act. The thread must be busy (listen.h). */
void measure_vocabulary_run(struct described_call *call, uint32_t code,
                            void (*record)(struct described_call *call,
                                           const struct described_act *act));

/* Does the same. Functions of the library that have been called already are not called again. */
void measure_vocabulary_run_again(struct described_call *call, uint32_t code,
                                  void (*record)(struct described_call *call,
                                                 const struct described_act *act),
                                  const struct described_results *results);

/* Returns the address of a function of the library; 0 if no loaded library has it. */
uint64_t measure_vocabulary_real(struct format_vocabulary_function *function);

/* Returns the function that a call from there means, in libraries that the program has loaded
 * privately; 0: none. It may be another one for each of them, and unloaded at any time. */
uint64_t measure_vocabulary_private(const struct format_vocabulary_function *function,
                                    const void *site);

#endif
