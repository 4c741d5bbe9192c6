// The calls to the recorder with known packets.
#ifndef SCRIPT_H
#define SCRIPT_H

// Initialises the recorder, without starting it.
void script_init(void);

// Starts the recorder and logs the packets that it sends on its own.
void script_start(void);

// Initialises the recorder and begins a recording as the agent does.
void script_agent_init(void);
void script_agent_start(void);

// Calls every function that records, with arguments of all sizes.
void script_tasks(void);
void script_values(void);
void script_names(void);
void script_prints(void);
void script_modules(void);
void script_stop(void);

// One of a few packets of a running system, different from call to call.
void script_work(unsigned n);

#endif
