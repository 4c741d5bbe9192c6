/** FNV-1a as a cipher and as a digest, in place of the algorithms that crypto.c measures. */
#ifndef CYCLESCOPE_FAKE_ALGORITHMS_H
#define CYCLESCOPE_FAKE_ALGORITHMS_H

#include "../../families/crypto/algorithm.h"
#include "crypto.h"
#include "fake.h"

static uint32_t s_state;

static int toy_call(void)
{
    fake_time.now += fake_crypto.costs;
    fake_crypto.calls += 1;
    return fake_crypto.starts >= fake_crypto.fails_from;
}

/** Loses the second call, so that a test vector, which takes a single call, stays correct. */
static bool toy_slips(void)
{
    return fake_crypto.calls == 2 && fake_crypto.starts >= fake_crypto.slips_from;
}

static int toy_start(void)
{
    s_state = 0x811C9DC5u + fake_crypto.wrong;
    fake_crypto.starts += 1;
    fake_crypto.calls = 0;
    return 0;
}

static void toy_take(uint8_t byte) { s_state = (s_state ^ byte) * 0x01000193u; }

static int cipher_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    const int failed = toy_call();
    for (uint32_t i = 0; i < bytes && !toy_slips(); ++i) {
        toy_take(from[i]);
        to[i] = (uint8_t)(s_state >> 24);
    }
    return failed;
}

static int digest_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    (void)to;
    const int failed = toy_call();
    for (uint32_t i = 0; i < bytes && !toy_slips(); ++i) toy_take(from[i]);
    return failed;
}
static int digest_finish(uint8_t *digest)
{
    for (uint32_t i = 0; i < 4; ++i) digest[i] = (uint8_t)(s_state >> (24u - 8u * i));
    return 0;
}

static const cyclescope_algorithm cipher_algorithm = {
    .start = toy_start,
    .process = cipher_process,
    .result_bytes = 4,
    .answer = {.wrong = "the cipher does not give the answer of its document",
               .input = (const uint8_t *)"abc",
               .input_bytes = 3,
               .output = (const uint8_t[]){0xE4, 0x4D, 0x1A},
               .output_bytes = 3},
    .whole = (const uint8_t[]){0xFB, 0xC3, 0x3B, 0xE4}};

static const cyclescope_algorithm digest_algorithm = {
    .start = toy_start,
    .process = digest_process,
    .finish = digest_finish,
    .result_bytes = 4,
    .answer = {.wrong = "the digest is not the answer of its document",
               .input = (const uint8_t *)"abc",
               .input_bytes = 3,
               .output = (const uint8_t[]){0x1A, 0x47, 0xE9, 0x0B},
               .output_bytes = 4},
    .whole = (const uint8_t[]){0xE4, 0xAC, 0x9D, 0xC5}};

#define aes_algorithm cipher_algorithm
#define arc4_algorithm cipher_algorithm
#define triple_des_algorithm cipher_algorithm
#define single_des_algorithm cipher_algorithm
#define md5_algorithm digest_algorithm
#define sha1_algorithm digest_algorithm
#define sha256_algorithm digest_algorithm

#endif
