/* home_news.h: what agents say of the streams that they keep, and the loss of those. */
#ifndef SCRIPT_RUN_HOME_NEWS_H
#define SCRIPT_RUN_HOME_NEWS_H

#include "script/agents/fleet.h"
#include "script/run/state.h"

/* Hears from an agent. */
void home_news(struct run *run, uint32_t agent, const struct script_agents_news *news);

/* An agent is lost, with the streams that it kept. To be called when its tasks are known to be. */
void home_agent_lost(struct run *run, uint32_t agent);

#endif
