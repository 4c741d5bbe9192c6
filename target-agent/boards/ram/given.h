/** Values that the host writes into an image before it puts it into RAM. */
#ifndef CYCLESCOPE_GIVEN_H
#define CYCLESCOPE_GIVEN_H

#include <stdint.h>

typedef struct {
    uint32_t core_hz;
    /** Ends with a zero. */
    char board[44];
} cyclescope_given_values;

extern const cyclescope_given_values cyclescope_given;

#endif
