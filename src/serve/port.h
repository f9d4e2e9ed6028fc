/* port.h: the address and port that the server listens on. */
#ifndef SERVE_PORT_H
#define SERVE_PORT_H

#include "util/error.h"

enum { SERVE_PORT = 8017 };

/* Chooses the port on an address: the one that is wanted; if that is 0, SERVE_PORT, or any other
 * one if that is taken. False with an error. */
bool serve_port_choose(const char *address, unsigned wanted, unsigned *port, struct error *error);

/* Connects to the server and hangs up: wakes a thread that waits for clients. */
void serve_port_knock(const char *address, unsigned port);

#endif
