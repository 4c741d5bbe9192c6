/** Control lines that the agent accepts. */
#ifndef CYCLESCOPE_COMMANDS_H
#define CYCLESCOPE_COMMANDS_H

#include "text.h"

/** Marks what a board's linker script places apart from its callers. */
#ifndef CYCLESCOPE_APART
#define CYCLESCOPE_APART
#endif

/** Executes one line and answers it; the text is tokenised in place. */
void cyclescope_command(char *text);

/** Returns whether a line has been received. It stays pending until it is taken. */
bool cyclescope_is_line_pending(void);
char *cyclescope_line_take(void);

/** Returns whether the pending line asks the run to stop. */
bool cyclescope_is_stop_pending(void);

/**
 * The agent's only lines: it writes one at a time, for the host or for an event, and may have to
 * compose a value of it first.
 */
extern cyclescope_line cyclescope_output;
extern cyclescope_line cyclescope_value;

/** Ends the line for the host and sends it, waiting for room. */
void cyclescope_reply(void);
void cyclescope_reply_error(const char *reason, const char *detail);

/** Passes every fact to `sink`, including the clock's. */
void cyclescope_all_facts(void (*sink)(const char *key, const char *value));

/** Sends a fact as an event in the stream. */
void cyclescope_fact_event(const char *key, const char *value);

/** Executes `run`; `rest` holds its arguments. */
void cyclescope_run_command(char *rest);

#endif
