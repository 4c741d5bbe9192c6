// Interrupts of the program that records, as a lock of the recorder's lets them through.
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

void interrupts_lock(void);
void interrupts_unlock(void);

// A place where an interrupt may occur; it runs at once, or when the outermost lock ends.
void interrupts_here(void);

// Requests an interrupt at the `place`-th place from here on. Returns the number of places before.
unsigned interrupts_at(unsigned place);

#endif
