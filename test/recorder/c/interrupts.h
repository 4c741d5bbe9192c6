// Interrupts of the program that records, as a lock of the recorder's lets them through.
#ifndef INTERRUPTS_H
#define INTERRUPTS_H

void interrupts_lock(void);
void interrupts_unlock(void);

// A place where an interrupt may come; it comes at once, or when the outermost lock ends.
void interrupts_here(void);

// Lets one come at the `place`-th place from here on. Returns how many places there were before.
unsigned interrupts_at(unsigned place);

#endif
