/* read.h: reads a task script: runs its Ruby in a process of its own, which goes on while tasks run
 * if it waits for some of them. */
#ifndef SCRIPT_RUBY_READ_H
#define SCRIPT_RUBY_READ_H

#include "script/graph/read.h"
#include "util/error.h"

#include <sys/types.h>

struct script_ruby;

/* Runs `program`, the reader of scripts, with a script and its arguments (up to NULL), and fills
 * the graph until the script ends, or waits for something. False with an error that names the line.
 * Then *ruby is a script that waits for an answer; NULL: it has ended. */
bool script_ruby_read(struct script_graph *graph, const char *program, const char *file,
                      char *const *arguments, struct script_ruby **ruby, struct error *error);

/* Ends the process of a script that goes on. */
void script_ruby_free(struct script_ruby *ruby);

/* Has a script end where it waits: what it would make then is left out. */
bool script_ruby_leave(struct script_ruby *ruby, struct script_graph *graph, struct error *error);

/* The descriptor that is readable when it has said more. */
int script_ruby_descriptor(const struct script_ruby *ruby);

/* The process of a child that was waited for elsewhere has ended: it may be this one. */
void script_ruby_ended(struct script_ruby *ruby, pid_t pid, int status);

/* Answers what it has asked for. `answer` is a line of JSON without its end. */
void script_ruby_answer(struct script_ruby *ruby, const char *answer);

/* Takes what it has said. SCRIPT_SAID_WRONG comes with an error. */
enum script_said script_ruby_take(struct script_ruby *ruby, struct script_graph *graph,
                                  struct error *error);

#endif
