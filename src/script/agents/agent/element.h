/* element.h: runs one task as an element of a Slurm job array: see script/agents/batch.h. */
#ifndef SCRIPT_AGENTS_AGENT_ELEMENT_H
#define SCRIPT_AGENTS_AGENT_ELEMENT_H

/* `list`: number of the array. Returns the exit status. */
int element_run(const char *folder, const char *list);

#endif
