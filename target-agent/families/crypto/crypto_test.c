#include "crypto.h"

#include "operate.h"

fake_crypto_state fake_crypto;

static const char *const ops[] = {"aes", "arc4", "des", "des_single", "md5", "sha1", "sha256"};
#define OPS (sizeof ops / sizeof *ops)

static void reset(void)
{
    fake_reset();
    fake_crypto = (fake_crypto_state){.fails_from = FAKE_NEVER, .slips_from = FAKE_NEVER};
}

static cyclescope_outcome encrypt(const char *op, uint32_t kilobytes, uint32_t block)
{
    cyclescope_plan plan = make_plan(find_bench(op), 3);
    plan.params[0] = kilobytes;
    plan.params[1] = block;
    return cyclescope_measure_operation(&plan);
}

TEST(every_algorithm_processes_the_documents_amount)
{
    for (unsigned i = 0; i < OPS; ++i) {
        reset();
        check_iterations(ops[i], 3);
        check_good(ops[i], 3, 0);
        CHECK_EQUAL(fake_crypto.calls, 5120);
    }
}

TEST(other_amounts_and_blocks_yield_the_same_as_small_blocks)
{
    for (unsigned i = 0; i < OPS; ++i) {
        reset();
        check_outcome(encrypt(ops[i], 3, 512), CYCLESCOPE_OK, "");
        CHECK_EQUAL(fake_crypto.calls, 6);
        check_outcome(encrypt(ops[i], 5120, 4096), CYCLESCOPE_OK, "");
    }
}

TEST(an_algorithm_with_a_wrong_result_is_not_timed)
{
    static const char *const reasons[] = {"the cipher does not give the answer of its document",
                                          "the digest is not the answer of its document"};
    for (unsigned i = 0; i < OPS; ++i) {
        reset();
        fake_crypto.wrong = true;
        check_outcome(encrypt(ops[i], 5120, 1024), CYCLESCOPE_REFUSED, reasons[i > 3]);
        CHECK_EQUAL(fake_crypto.calls, 1);
        CHECK_EQUAL(count_values(CYCLESCOPE_KIND_COLD), 0);
    }
}

TEST(lost_bytes_fail)
{
    static const uint32_t amounts[] = {5120, 2};
    for (unsigned i = 0; i < OPS; ++i) {
        for (unsigned k = 0; k < 2; ++k) {
            reset();
            /*
             * The expected results are cached, so a round starts once for its test vector and once
             * for its operation.
             */
            check_outcome(encrypt(ops[i], amounts[k], 1024), CYCLESCOPE_OK, "");
            fake_crypto.slips_from = fake_crypto.starts + 4;
            check_outcome(encrypt(ops[i], amounts[k], 1024), CYCLESCOPE_FAILED,
                          "the whole run's result is not the right one");
        }
    }
}

TEST(an_error_that_the_algorithm_reports_fails)
{
    for (unsigned i = 0; i < OPS; ++i) {
        reset();
        fake_crypto.fails_from = 2;
        check_outcome(encrypt(ops[i], 5120, 1024), CYCLESCOPE_FAILED,
                      "the algorithm reported an error");
    }
}

TEST(an_amount_too_large_for_a_window_is_refused_with_one_that_fits)
{
    reset();
    fake_crypto.costs = 1000000;
    check_outcome(
        encrypt("aes", 5120, 1024), CYCLESCOPE_REFUSED,
        "5120 kB take longer than the clock can time at once; it can time kilobytes=2013");
    check_outcome(encrypt("aes", 2013, 1024), CYCLESCOPE_OK, "");
}

TEST(blocks_that_do_not_divide_the_amount_are_refused)
{
    static const uint32_t blocks[] = {24, 48};
    for (unsigned i = 0; i < 2; ++i) {
        reset();
        check_outcome(encrypt("sha1", 4, blocks[i]), CYCLESCOPE_REFUSED,
                      "block size must be a multiple of 16 that divides the total");
    }
    check_outcome(encrypt("sha1", 3, 48), CYCLESCOPE_OK, "");
}
