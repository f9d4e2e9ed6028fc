/* own_vocabularies.h: the vocabularies that statically linked programs have in them, because
 * `triptych cc --vocabulary` linked them. */
#ifndef LAUNCH_OWN_VOCABULARIES_H
#define LAUNCH_OWN_VOCABULARIES_H

/* Calls `add` with the name of each vocabulary in the programs of a command. */
void launch_own_vocabularies(char **command, void (*add)(const char *name, void *data), void *data);

#endif
