/** An algorithm as the benchmarks of crypto.c see it. */
#ifndef CYCLESCOPE_CRYPTO_ALGORITHM_H
#define CYCLESCOPE_CRYPTO_ALGORITHM_H

#include <stdint.h>

/** The longest result: that of SHA-256. */
#define CYCLESCOPE_CRYPTO_RESULT 32u

/** A published test vector of an algorithm. */
typedef struct {
    const char *wrong; /**< the reason for any other output; names the document */
    const uint8_t *input;
    uint32_t input_bytes;
    const uint8_t *output; /**< as long as the input, or as long as the digest */
    uint32_t output_bytes;
} cyclescope_known_answer;

/** Every function returns 0, or nonzero if the library reports an error. */
typedef struct {
    int (*start)(void); /**< key and first chaining value, the same every time */
    int (*process)(uint8_t *to, const uint8_t *from, uint32_t bytes);
    int (*finish)(uint8_t *digest); /**< NULL: a cipher */
    uint32_t result_bytes;          /**< size of the digest, or of the compared end of the output */
    cyclescope_known_answer answer;
    /** The result for 5,120 kB that repeat 0 to 15, computed with OpenSSL 3.0. */
    const uint8_t *whole;
} cyclescope_algorithm;

#endif
