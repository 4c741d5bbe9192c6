/**
 * Ciphers and digests, as the TWR-K70 paper's table 6 reports wolfCrypt's own benchmark: 5,120 kB in
 * blocks of 1 kB, the same block over and over. As in that benchmark of 2012 AES works with a key of 128
 * bits in CBC, ARC4 with one of 128 bits, and what the table calls DES is triple DES in CBC; single DES
 * is measured as well. A cipher's key is set before the window opens; a digest is finished inside it.
 *
 * The algorithms are in algorithms.h. Before anything is timed, each must reproduce a standard's test
 * vector. After each operation the result of the whole run is compared with OpenSSL's; for other
 * amounts, with that of the same bytes in other block sizes.
 */
#include <string.h>

#include "cyclescope/bench.h"
#include "text.h"
#include "algorithm.h"
#include "algorithms.h"

/** The largest block; two of them are in static memory. */
#ifndef CYCLESCOPE_MAX_CRYPTO_BLOCK
#define CYCLESCOPE_MAX_CRYPTO_BLOCK 4096u
#endif

#define KILOBYTE 1024u
#define DOCUMENTED_KILOBYTES 5120u
/** A multiple of every cipher's own block; the input repeats after it. */
#define GRAIN 16u
/** Half the clock's period, less a margin for interruptions. */
#define LONGEST_WINDOW 0x78000000u

#define REPORTED "the algorithm reported an error"

static uint8_t s_input[CYCLESCOPE_MAX_CRYPTO_BLOCK];
static uint8_t s_output[CYCLESCOPE_MAX_CRYPTO_BLOCK];
static uint8_t s_digest[CYCLESCOPE_CRYPTO_RESULT];

static const cyclescope_algorithm *s_algorithm;
static int s_error;
static bool s_differs;

/** Expected results of an operation. */
static struct {
    const cyclescope_algorithm *algorithm;
    uint32_t kilobytes;
    uint8_t result[CYCLESCOPE_CRYPTO_RESULT];
} s_expected;

CYCLESCOPE_INLINE uint32_t get_kilobytes(const cyclescope_run *run) { return run->params[0]; }
CYCLESCOPE_INLINE uint32_t get_block_bytes(const cyclescope_run *run) { return run->params[1]; }

CYCLESCOPE_INLINE int process_all(const cyclescope_algorithm *algorithm, uint32_t kilobytes,
                                  uint32_t block)
{
    int error = 0;
    for (uint32_t left = kilobytes * KILOBYTE; left; left -= block) {
        error |= algorithm->process(s_output, s_input, block);
    }
    return algorithm->finish ? error | algorithm->finish(s_digest) : error;
}

/** A digest, or the end of the last block: it depends on all data before, for ARC4 on the amount. */
static const uint8_t *find_result(const cyclescope_algorithm *algorithm, uint32_t block)
{
    return algorithm->finish ? s_digest : s_output + block - algorithm->result_bytes;
}

static const char *answer(const cyclescope_algorithm *algorithm)
{
    const cyclescope_known_answer *known = &algorithm->answer;
    int error = algorithm->start();
    error |= algorithm->process(s_output, known->input, known->input_bytes);
    if (algorithm->finish) error |= algorithm->finish(s_digest);
    const uint8_t *result = algorithm->finish ? s_digest : s_output;
    return error || memcmp(result, known->output, known->output_bytes) ? known->wrong : NULL;
}

/** Computes the result in advance, once per amount. */
static const char *expect(const cyclescope_algorithm *algorithm, uint32_t kilobytes)
{
    if (s_expected.algorithm == algorithm && s_expected.kilobytes == kilobytes) return NULL;
    const uint8_t *result = algorithm->whole;
    if (kilobytes != DOCUMENTED_KILOBYTES) {
        if (algorithm->start() || process_all(algorithm, kilobytes, GRAIN)) return REPORTED;
        result = find_result(algorithm, GRAIN);
    }
    memcpy(s_expected.result, result, algorithm->result_bytes);
    s_expected.algorithm = algorithm;
    s_expected.kilobytes = kilobytes;
    return NULL;
}

/** Checks whether one window can hold the operation, by timing one of its blocks. */
static const char *too_long(const cyclescope_algorithm *algorithm, const cyclescope_run *run)
{
    static cyclescope_line reason;
    uint32_t ticks = 0;
    /* The second one finds the caches in the state of the operation. */
    for (unsigned i = 0; i < 2; ++i) {
        const uint32_t start = cyclescope_clock_now();
        s_error |= algorithm->process(s_output, s_input, get_block_bytes(run));
        ticks = cyclescope_clock_now() - start;
    }
    const uint32_t blocks = get_kilobytes(run) * KILOBYTE / get_block_bytes(run);
    if ((uint64_t)ticks * blocks <= LONGEST_WINDOW) return NULL;
    cyclescope_line_begin(&reason, "");
    cyclescope_line_decimal(&reason, get_kilobytes(run));
    cyclescope_line_raw(&reason,
                        " kB take longer than the clock can time at once; it can time kilobytes=");
    cyclescope_line_decimal(&reason, LONGEST_WINDOW / ticks * get_block_bytes(run) / KILOBYTE);
    return cyclescope_line_peek(&reason);
}

static const char *prepare(const cyclescope_algorithm *algorithm, const cyclescope_run *run)
{
    if (get_block_bytes(run) % GRAIN || get_kilobytes(run) * KILOBYTE % get_block_bytes(run)) {
        return "block size must be a multiple of 16 that divides the total";
    }
    for (uint32_t i = 0; i < sizeof s_input; ++i) s_input[i] = i % GRAIN;
    s_algorithm = algorithm;
    s_error = 0;
    s_differs = false;
    const char *reason = answer(algorithm);
    if (!reason) reason = too_long(algorithm, run);
    return reason ? reason : expect(algorithm, get_kilobytes(run));
}

static void start(cyclescope_run *run, uint32_t i)
{
    (void)run;
    (void)i;
    /* The previous operation's output must not pass for the result of this one. */
    memset(s_output, 0, sizeof s_output);
    memset(s_digest, 0, sizeof s_digest);
    s_error |= s_algorithm->start();
}

static void compare(cyclescope_run *run, uint32_t i)
{
    (void)i;
    const uint8_t *result = find_result(s_algorithm, get_block_bytes(run));
    if (memcmp(result, s_expected.result, s_algorithm->result_bytes)) s_differs = true;
}

static const char *judge(cyclescope_run *run)
{
    (void)run;
    if (s_error) return REPORTED;
    return s_differs ? "the whole run's result is not the right one" : NULL;
}

/*
 * One operation is a round: each starts with the test vector, and in none may the clock wrap
 * twice.
 */
#define WHOLE_RUNS                                                                         \
    .iterations = 3, .max = 1, .before_each = start, .after_each = compare, .end = judge,  \
    CYCLESCOPE_PARAMS(                                                                     \
        {.name = "kilobytes", .initial = DOCUMENTED_KILOBYTES, .min = 1, .max = 1u << 20}, \
        {.name = "block", .initial = KILOBYTE, .min = GRAIN, .max = CYCLESCOPE_MAX_CRYPTO_BLOCK})

#define ABOUT_AMOUNT \
    "; kilobytes: of 1,024 bytes, the whole of one operation; block: bytes of one call"

#define OPERATION(algorithm) \
    s_error |= process_all(&algorithm, get_kilobytes(run), get_block_bytes(run))

static const char *aes_begin(cyclescope_run *run) { return prepare(&aes_algorithm, run); }
CYCLESCOPE_BENCH(aes, .about = "AES, 128 bits, CBC: encrypt all kilobytes" ABOUT_AMOUNT,
                 .begin = aes_begin, WHOLE_RUNS)
{
    OPERATION(aes_algorithm);
}

static const char *arc4_begin(cyclescope_run *run) { return prepare(&arc4_algorithm, run); }
CYCLESCOPE_BENCH(arc4, .about = "ARC4, 128 bits: encrypt all kilobytes" ABOUT_AMOUNT,
                 .begin = arc4_begin, WHOLE_RUNS)
{
    OPERATION(arc4_algorithm);
}

static const char *des_begin(cyclescope_run *run) { return prepare(&triple_des_algorithm, run); }
CYCLESCOPE_BENCH(
    des, .about = "triple DES, CBC: encrypt all kilobytes; the document calls it DES" ABOUT_AMOUNT,
    .begin = des_begin, WHOLE_RUNS)
{
    OPERATION(triple_des_algorithm);
}

static const char *des_single_begin(cyclescope_run *run)
{
    return prepare(&single_des_algorithm, run);
}
CYCLESCOPE_BENCH(des_single, .about = "single DES, CBC: encrypt all kilobytes" ABOUT_AMOUNT,
                 .begin = des_single_begin, WHOLE_RUNS)
{
    OPERATION(single_des_algorithm);
}

static const char *md5_begin(cyclescope_run *run) { return prepare(&md5_algorithm, run); }
CYCLESCOPE_BENCH(md5, .about = "MD5 of all kilobytes" ABOUT_AMOUNT, .begin = md5_begin, WHOLE_RUNS)
{
    OPERATION(md5_algorithm);
}

static const char *sha1_begin(cyclescope_run *run) { return prepare(&sha1_algorithm, run); }
CYCLESCOPE_BENCH(sha1, .about = "SHA-1 of all kilobytes" ABOUT_AMOUNT, .begin = sha1_begin,
                 WHOLE_RUNS)
{
    OPERATION(sha1_algorithm);
}

static const char *sha256_begin(cyclescope_run *run) { return prepare(&sha256_algorithm, run); }
CYCLESCOPE_BENCH(sha256, .about = "SHA-256 of all kilobytes" ABOUT_AMOUNT, .begin = sha256_begin,
                 WHOLE_RUNS)
{
    OPERATION(sha256_algorithm);
}
