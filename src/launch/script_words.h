/* script_words.h: looks for a word in what a command runs as text: scripts, the scripts that they
 * call, and Makefiles. */
#ifndef LAUNCH_SCRIPT_WORDS_H
#define LAUNCH_SCRIPT_WORDS_H

#include <stdbool.h>

typedef bool launch_script_words_fits(const char *word);

/* Return the first word that fits, to be freed; NULL if there is none. Comments are left out. A
 * script that is called by its path, or is named .sh, is searched, too. */
char *launch_script_words_of_text(const char *text, launch_script_words_fits *fits);
char *launch_script_words_of_file(const char *path, launch_script_words_fits *fits);
char *launch_script_words_of_make(char **command,
                                  launch_script_words_fits *fits); /* if it is `make` */

#endif
