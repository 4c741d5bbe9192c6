/** Entry point for a program that links the agent. */
#ifndef CYCLESCOPE_AGENT_H
#define CYCLESCOPE_AGENT_H

#define CYCLESCOPE_VERSION "0.1.0"
#define CYCLESCOPE_PROTOCOL 1u

/** Starts the clock and answers control lines forever; call it from a dedicated thread. */
void cyclescope_agent(void);

#endif
