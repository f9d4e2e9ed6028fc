/* browser.h: starts the user's browser with a link that others must not see.
 *
 * Arguments of a program can be read by every user of the machine. So the browser is given a file
 * that only the user can read, and that leads on to the link. */
#ifndef CMD_BROWSER_H
#define CMD_BROWSER_H

/* Starts $BROWSER or xdg-open with the link, and does not wait for it. Says so on stderr if that
 * is not possible. To be called once. */
void browser_open(const char *link);

/* Removes the file that leads to the link, if there is one. */
void browser_forget(void);

#endif
