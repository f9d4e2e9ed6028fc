/* kept_doors.h: keeps the doors of a command's programs (format/doors.h) in the user's cache, so
 * that only the first run of a program starts triptych-plan for them. Programs check the files, and
 * make those that are missing or damaged. */
#ifndef LAUNCH_KEPT_DOORS_H
#define LAUNCH_KEPT_DOORS_H

/* Puts the doors that are kept into the archive, before the command is started. */
void launch_kept_doors_put(char **command, const char *library, const char *planner,
                           const char *archive);

/* Keeps the doors that the command's programs have made, after it has ended. */
void launch_kept_doors_keep(const char *archive);

#endif
