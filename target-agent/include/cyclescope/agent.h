/** The agent as a program sees it that links it in. */
#ifndef CYCLESCOPE_AGENT_H
#define CYCLESCOPE_AGENT_H

#define CYCLESCOPE_VERSION "0.1.0"
#define CYCLESCOPE_PROTOCOL 1u

/** Starts the clock and answers control lines for ever; call it from a thread of its own. */
void cyclescope_agent(void);

#endif
