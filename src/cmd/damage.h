/* damage.h: messages about a damaged archive. */
#ifndef CMD_DAMAGE_H
#define CMD_DAMAGE_H

struct archive;

/* Prints one line on stderr if parts of the archive are missing. */
void damage_say(const char *command, const struct archive *archive);

/* Compares the checksums of all files with the manifest, and prints the result. Returns CMD_FAILED
 * if a file has changed, or if there is nothing to compare with. */
int damage_verify(const char *command, const char *path);

#endif
