/** The control lines that the agent understands. */
#ifndef CYCLESCOPE_COMMANDS_H
#define CYCLESCOPE_COMMANDS_H

#include "text.h"

/** Answers one line; the text is taken apart in place. */
void cyclescope_command(char *text);

/** Has a line been received? It stays pending until it is taken. */
bool cyclescope_line_pending(void);
char *cyclescope_line_take(void);

/** Does the pending line ask a run to stop? */
bool cyclescope_stop_pending(void);

/** Sends a finished line, waiting for room. */
void cyclescope_reply(cyclescope_line *line);
void cyclescope_reply_error(const char *reason, const char *detail);

/** Gives every fact, the clock's own among them. */
void cyclescope_all_facts(void (*sink)(const char *key, const char *value));

/** Tells a fact in the stream. */
void cyclescope_fact_event(const char *key, const char *value);

/** Carries out `run`; `rest` holds the words behind it. */
void cyclescope_run_command(char *rest);

#endif
