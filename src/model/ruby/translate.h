/* translate.h: turns the text of a metaprogram into Ruby, line by line, so that Ruby's messages
 * name the user's lines. It needs no Ruby itself.
 *
 *   class task_A, class task A          class Task_A; task_name "task_A"
 *   @exefile=tasks @arg=param           two statements; a lone word that is no variable is a string
 *   FOR 100 ... END                     FOR_(100); begin ... ensure; END_(); end
 *   FOR n |i| ... END                   the same, and i is the trip, from 0
 *   IF 0.5 ... ELSE ... END             IF_(0.5); begin ... ELSE_(); ... ensure; END_(); end
 *   PARALLEL 4 ... END                  as FOR
 *   BREAK                               BREAK()
 *   getTime(func_name=main, 1)          getTime(func_name: "main", 1)
 *
 * Forms with a Ruby block, FOR(n) { |i| ... }, stay as they are; so does everything else. */
#ifndef MODEL_RUBY_TRANSLATE_H
#define MODEL_RUBY_TRANSLATE_H

#include "util/buffer.h"
#include "util/error.h"

#include <stddef.h>

/* Appends the Ruby text to `out`. False with an error if forms are not balanced; *line then is the
 * line at fault. */
bool model_ruby_translate(const char *text, size_t size, struct buffer *out, unsigned *line,
                          struct error *error);

#endif
