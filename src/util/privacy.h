/* privacy.h: only the user may read the files that a command makes; programs that it starts make
 * files with their usual modes. */
#ifndef UTIL_PRIVACY_H
#define UTIL_PRIVACY_H

/* Limits the modes of new files to 0600 and of new folders to 0700. */
void privacy_begin(void);

/* Restores the umask that the command was started with: in a child before exec, and before files
 * are written that are no part of an archive. */
void privacy_leave(void);

#endif
