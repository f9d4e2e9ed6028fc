/* privacy.h: files that a command makes are the user's alone; files of programs that it starts are
 * as they would be without it. */
#ifndef UTIL_PRIVACY_H
#define UTIL_PRIVACY_H

/* From now on, new files have mode 0600 and new folders 0700 at most. */
void privacy_begin(void);

/* Restores the umask that the command was started with: in a child before exec, and before files
 * are written that are no part of an archive. */
void privacy_leave(void);

#endif
