/** Every family that a system's configuration leaves out is refused with the reason. */
#include "operate.h"

TEST(a_family_that_the_configuration_leaves_out_is_refused_with_the_reason)
{
    static const struct {
        const char *op;
        const char *reason;
    } rows[] = {
        {"malloc", "no heap"},    {"free", "no heap"},       {"lock", "no mutexes"},
        {"unlock", "no mutexes"}, {"pair", "no mutexes"},    {"create", "no stacks"},
        {"join", "no stacks"},    {"switch", "no deleting"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; ++i) {
        fake_reset();
        check_outcome(operate(rows[i].op, 20), CYCLESCOPE_REFUSED, rows[i].reason);
        check_tidy();
    }
}
