/* damage.h: what commands say of an archive that is damaged. */
#ifndef CMD_DAMAGE_H
#define CMD_DAMAGE_H

struct archive;

/* Says in one line on stderr what is missing, if something is. */
void damage_say(const char *command, const struct archive *archive);

/* Compares the checksums of all files with the manifest, and prints the result. The exit status:
 * CMD_FAILED if a file is not as it was, or nothing can be compared. */
int damage_verify(const char *command, const char *path);

#endif
