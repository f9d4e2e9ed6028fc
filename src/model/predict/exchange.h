/* exchange.h: what simulated ranks exchange: messages and collectives. */
#ifndef MODEL_PREDICT_EXCHANGE_H
#define MODEL_PREDICT_EXCHANGE_H

#include "model/predict/simulation.h"

/* Sends a message. A peer outside of the ranks is nobody, as MPI_PROC_NULL. */
void exchange_send(struct simulation *sim, uint32_t self, double bytes, double peer);

/* Receives a message. False if it was not sent yet: the rank waits for it. */
bool exchange_receive(struct simulation *sim, uint32_t self, double peer);

/* Comes to a collective: the k-th one of a rank is the k-th of all. Sets *done if all ranks have
 * come. False with sim->error if another rank is in another one. */
bool exchange_meet(struct simulation *sim, uint32_t self, uint32_t step, double bytes, bool *done);

/* Returns the name of the collective of a step. */
const char *exchange_collective(const struct simulation *sim, uint32_t step);

#endif
