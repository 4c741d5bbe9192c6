/** The recorder's ring, as far as settling reads it. */
#include <stdint.h>

typedef struct {
    struct {
        unsigned WrOff;
    } aUp[2];
} SEGGER_RTT_CB;

extern SEGGER_RTT_CB _SEGGER_RTT;
