/** Algorithms that replace wolfCrypt's and follow the test's orders. */
#ifndef CYCLESCOPE_FAKE_CRYPTO_H
#define CYCLESCOPE_FAKE_CRYPTO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool wrong;          /**< a start leaves something behind that belongs into no result */
    uint32_t calls;      /**< of `process`, since the last start */
    uint32_t starts;     /**< since the beginning */
    uint32_t fails_from; /**< the start whose calls report an error, and all after it */
    uint32_t slips_from; /**< the start behind which a call loses its bytes, and all after it */
    uint32_t costs;      /**< ticks of each call */
} fake_crypto_state;
extern fake_crypto_state fake_crypto;

#endif
