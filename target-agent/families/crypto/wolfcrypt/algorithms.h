/**
 * wolfCrypt's algorithms in the modes of its own 2012 benchmark, whose figures the paper reports:
 * AES with 128 bits in CBC, ARC4 with 128 bits, triple DES with three keys in CBC.
 */
#ifndef CYCLESCOPE_CRYPTO_ALGORITHMS_H
#define CYCLESCOPE_CRYPTO_ALGORITHMS_H

#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/arc4.h>
#include <wolfssl/wolfcrypt/des3.h>
#include <wolfssl/wolfcrypt/md5.h>
#include <wolfssl/wolfcrypt/sha.h>
#include <wolfssl/wolfcrypt/sha256.h>

#include "../algorithm.h"

#define BYTES(...) ((const uint8_t[]){__VA_ARGS__})
#define TEXT(text) ((const uint8_t *)(text))

static union {
    Aes aes;
    Arc4 arc4;
    Des des;
    Des3 des3;
    wc_Md5 md5;
    wc_Sha sha;
    wc_Sha256 sha256;
} s_wolfcrypt;

static inline int aes_start(void)
{
    const int failed = wc_AesInit(&s_wolfcrypt.aes, NULL, INVALID_DEVID);
    if (failed) return failed;
    return wc_AesSetKey(&s_wolfcrypt.aes,
                        BYTES(0x2B, 0x7E, 0x15, 0x16, 0x28, 0xAE, 0xD2, 0xA6, 0xAB, 0xF7, 0x15,
                              0x88, 0x09, 0xCF, 0x4F, 0x3C),
                        16, BYTES(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                        AES_ENCRYPTION);
}
static inline int aes_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    return wc_AesCbcEncrypt(&s_wolfcrypt.aes, to, from, bytes);
}

static inline int arc4_start(void)
{
    return wc_Arc4SetKey(&s_wolfcrypt.arc4,
                         BYTES(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16), 16);
}
static inline int arc4_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    return wc_Arc4Process(&s_wolfcrypt.arc4, to, from, bytes);
}

static inline int triple_des_start(void)
{
    const int failed = wc_Des3Init(&s_wolfcrypt.des3, NULL, INVALID_DEVID);
    if (failed) return failed;
    return wc_Des3_SetKey(
        &s_wolfcrypt.des3,
        BYTES(0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD,
              0xEF, 0x01, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x01, 0x23),
        BYTES(0, 0, 0, 0, 0, 0, 0, 0), DES_ENCRYPTION);
}
static inline int triple_des_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    return wc_Des3_CbcEncrypt(&s_wolfcrypt.des3, to, from, bytes);
}

static inline int single_des_start(void)
{
    return wc_Des_SetKey(&s_wolfcrypt.des, BYTES(0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF),
                         BYTES(0x12, 0x34, 0x56, 0x78, 0x90, 0xAB, 0xCD, 0xEF), DES_ENCRYPTION);
}
static inline int single_des_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    return wc_Des_CbcEncrypt(&s_wolfcrypt.des, to, from, bytes);
}

static inline int md5_start(void) { return wc_InitMd5(&s_wolfcrypt.md5); }
static inline int md5_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    (void)to;
    return wc_Md5Update(&s_wolfcrypt.md5, from, bytes);
}
static inline int md5_finish(uint8_t *digest) { return wc_Md5Final(&s_wolfcrypt.md5, digest); }

static inline int sha1_start(void) { return wc_InitSha(&s_wolfcrypt.sha); }
static inline int sha1_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    (void)to;
    return wc_ShaUpdate(&s_wolfcrypt.sha, from, bytes);
}
static inline int sha1_finish(uint8_t *digest) { return wc_ShaFinal(&s_wolfcrypt.sha, digest); }

static inline int sha256_start(void) { return wc_InitSha256(&s_wolfcrypt.sha256); }
static inline int sha256_process(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    (void)to;
    return wc_Sha256Update(&s_wolfcrypt.sha256, from, bytes);
}
static inline int sha256_finish(uint8_t *digest)
{
    return wc_Sha256Final(&s_wolfcrypt.sha256, digest);
}

static const cyclescope_algorithm aes_algorithm = {
    .start = aes_start,
    .process = aes_process,
    .result_bytes = 16,
    .answer = {.wrong = "AES does not encrypt the example of NIST SP 800-38A, F.2.1",
               .input = BYTES(0x6B, 0xC1, 0xBE, 0xE2, 0x2E, 0x40, 0x9F, 0x96, 0xE9, 0x3D, 0x7E,
                              0x11, 0x73, 0x93, 0x17, 0x2A, 0xAE, 0x2D, 0x8A, 0x57, 0x1E, 0x03,
                              0xAC, 0x9C, 0x9E, 0xB7, 0x6F, 0xAC, 0x45, 0xAF, 0x8E, 0x51),
               .input_bytes = 32,
               .output = BYTES(0x76, 0x49, 0xAB, 0xAC, 0x81, 0x19, 0xB2, 0x46, 0xCE, 0xE9, 0x8E,
                               0x9B, 0x12, 0xE9, 0x19, 0x7D, 0x50, 0x86, 0xCB, 0x9B, 0x50, 0x72,
                               0x19, 0xEE, 0x95, 0xDB, 0x11, 0x3A, 0x91, 0x76, 0x78, 0xB2),
               .output_bytes = 32},
    .whole = BYTES(0xEB, 0xAC, 0x9D, 0x2B, 0x30, 0x7B, 0xD0, 0x4C, 0xBA, 0x0B, 0x4C, 0x01, 0xA7,
                   0xEE, 0xEF, 0x89)};

static const cyclescope_algorithm arc4_algorithm = {
    .start = arc4_start,
    .process = arc4_process,
    .result_bytes = 16,
    .answer = {.wrong = "ARC4 does not give the key stream of RFC 6229 for 128 bits",
               .input = (const uint8_t[32]){0},
               .input_bytes = 32,
               .output = BYTES(0x9A, 0xC7, 0xCC, 0x9A, 0x60, 0x9D, 0x1E, 0xF7, 0xB2, 0x93, 0x28,
                               0x99, 0xCD, 0xE4, 0x1B, 0x97, 0x52, 0x48, 0xC4, 0x95, 0x90, 0x14,
                               0x12, 0x6A, 0x6E, 0x8A, 0x84, 0xF1, 0x1D, 0x1A, 0x9E, 0x1C),
               .output_bytes = 32},
    .whole = BYTES(0x7E, 0xC6, 0xBB, 0xA9, 0xDF, 0x27, 0x56, 0x1F, 0xF0, 0x92, 0x81, 0xB7, 0xCD,
                   0xAE, 0xB0, 0x68)};

/* The first block of the example, which is not chained. */
static const cyclescope_algorithm triple_des_algorithm = {
    .start = triple_des_start,
    .process = triple_des_process,
    .result_bytes = 8,
    .answer = {.wrong = "triple DES does not encrypt the example of NIST SP 800-67, B.1",
               .input = TEXT("The qufc"),
               .input_bytes = 8,
               .output = BYTES(0xA8, 0x26, 0xFD, 0x8C, 0xE5, 0x3B, 0x85, 0x5F),
               .output_bytes = 8},
    .whole = BYTES(0x88, 0xE3, 0xFF, 0x59, 0xFD, 0x0B, 0xE4, 0xAE)};

static const cyclescope_algorithm single_des_algorithm = {
    .start = single_des_start,
    .process = single_des_process,
    .result_bytes = 8,
    .answer = {.wrong = "DES does not encrypt the example of FIPS 81, table C1",
               .input = TEXT("Now is the time for all "),
               .input_bytes = 24,
               .output =
                   BYTES(0xE5, 0xC7, 0xCD, 0xDE, 0x87, 0x2B, 0xF2, 0x7C, 0x43, 0xE9, 0x34, 0x00,
                         0x8C, 0x38, 0x9C, 0x0F, 0x68, 0x37, 0x88, 0x49, 0x9A, 0x7C, 0x05, 0xF6),
               .output_bytes = 24},
    .whole = BYTES(0x29, 0xA7, 0x64, 0x1F, 0xF1, 0xB3, 0x1C, 0x07)};

static const cyclescope_algorithm md5_algorithm = {
    .start = md5_start,
    .process = md5_process,
    .finish = md5_finish,
    .result_bytes = 16,
    .answer = {.wrong = "MD5 does not give the digest of \"abc\" in RFC 1321, A.5",
               .input = TEXT("abc"),
               .input_bytes = 3,
               .output = BYTES(0x90, 0x01, 0x50, 0x98, 0x3C, 0xD2, 0x4F, 0xB0, 0xD6, 0x96, 0x3F,
                               0x7D, 0x28, 0xE1, 0x7F, 0x72),
               .output_bytes = 16},
    .whole = BYTES(0x86, 0xBA, 0x47, 0x6F, 0xD4, 0x33, 0x47, 0x49, 0x6B, 0xA2, 0x69, 0xC3, 0xE5,
                   0x38, 0x01, 0xC8)};

static const cyclescope_algorithm sha1_algorithm = {
    .start = sha1_start,
    .process = sha1_process,
    .finish = sha1_finish,
    .result_bytes = 20,
    .answer = {.wrong = "SHA-1 does not give the digest of \"abc\" in FIPS 180-2, A.1",
               .input = TEXT("abc"),
               .input_bytes = 3,
               .output = BYTES(0xA9, 0x99, 0x3E, 0x36, 0x47, 0x06, 0x81, 0x6A, 0xBA, 0x3E, 0x25,
                               0x71, 0x78, 0x50, 0xC2, 0x6C, 0x9C, 0xD0, 0xD8, 0x9D),
               .output_bytes = 20},
    .whole = BYTES(0x55, 0xBA, 0xF2, 0x5A, 0x3C, 0x31, 0x28, 0xCE, 0x68, 0x70, 0x55, 0x6D, 0xEE,
                   0x09, 0xE7, 0x97, 0xD2, 0x8A, 0x4E, 0xDF)};

static const cyclescope_algorithm sha256_algorithm = {
    .start = sha256_start,
    .process = sha256_process,
    .finish = sha256_finish,
    .result_bytes = 32,
    .answer = {.wrong = "SHA-256 does not give the digest of \"abc\" in FIPS 180-2, B.1",
               .input = TEXT("abc"),
               .input_bytes = 3,
               .output = BYTES(0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40,
                               0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17,
                               0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD),
               .output_bytes = 32},
    .whole = BYTES(0x4E, 0xBA, 0x61, 0xF5, 0x79, 0x6D, 0x3D, 0x5D, 0x22, 0x96, 0x6F, 0x53, 0xF7,
                   0xE1, 0x78, 0x85, 0x95, 0x0E, 0xA1, 0xE7, 0x1E, 0x6A, 0x09, 0x83, 0xA3, 0xC3,
                   0x86, 0x9A, 0x6C, 0x1F, 0x4B, 0xF4)};

#endif
