/** Algorithms that replace wolfCrypt's and fail as the test requests. */
#ifndef CYCLESCOPE_FAKE_CRYPTO_H
#define CYCLESCOPE_FAKE_CRYPTO_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    bool wrong;          /**< a start leaves state behind that must not affect a result */
    uint32_t calls;      /**< calls of `process` since the last start */
    uint32_t starts;     /**< since the beginning */
    uint32_t fails_from; /**< the first start whose calls report an error */
    uint32_t slips_from; /**< the first start after which a call loses its bytes */
    uint32_t costs;      /**< ticks of each call */
} fake_crypto_state;
extern fake_crypto_state fake_crypto;

#endif
