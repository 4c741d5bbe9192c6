/** An algorithm as the benchmarks of crypto.c see it. */
#ifndef CYCLESCOPE_CRYPTO_ALGORITHM_H
#define CYCLESCOPE_CRYPTO_ALGORITHM_H

#include <stdint.h>

/** The longest result: that of SHA-256. */
#define CYCLESCOPE_CRYPTO_RESULT 32u

/** What a document says an algorithm makes of an input. */
typedef struct {
    const char *wrong; /**< the reason when it makes anything else; names the document */
    const uint8_t *input;
    uint32_t input_bytes;
    const uint8_t *output; /**< as long as the input, or of a digest its own length */
    uint32_t output_bytes;
} cyclescope_known_answer;

/** Every function gives 0, or another number when the library reports an error. */
typedef struct {
    int (*start)(void); /**< key and first chaining value, the same every time */
    int (*process)(uint8_t *to, const uint8_t *from, uint32_t bytes);
    int (*finish)(uint8_t *digest); /**< NULL: a cipher */
    uint32_t result_bytes;          /**< of the digest, or of the output's end that is compared */
    cyclescope_known_answer answer;
    /** The result for 5,120 kB that count from 0 to 15 again and again, found with OpenSSL 3.0. */
    const uint8_t *whole;
} cyclescope_algorithm;

#endif
