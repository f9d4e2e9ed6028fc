/* commit.h: the commit of the sources that a program is run from. */
#ifndef LAUNCH_COMMIT_H
#define LAUNCH_COMMIT_H

/* Returns the value of TRIPTYCH_COMMIT; else the commit that is checked out in the Git repository
 * which contains a folder; "" if there is none. Reads files of Git, and runs no program. To be
 * freed. */
char *launch_commit(const char *folder);

#endif
