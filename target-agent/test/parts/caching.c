#include "caching.h"

#include "check.h"

#define REGIONS 16u

/* Addresses of the registers, in words. */
enum {
    CCR = 0xD14 / 4,
    MPU_TYPE = 0xD90 / 4,
    MPU_CTRL = 0xD94 / 4,
    MPU_RNR = 0xD98 / 4,
    MPU_RBAR = 0xD9C / 4,
    MPU_RASR = 0xDA0 / 4,
    ITCMCR = 0xF90 / 4,
    DTCMCR = 0xF94 / 4,
    CACR = 0xF9C / 4,
};

static struct {
    uint32_t registers[0x400];
    uint32_t bases[REGIONS];
    uint32_t attributes[REGIONS];
    uint32_t accesses;
    uint32_t kernel_at; /* the access before which a kernel selects its own region; 0: never */
} s_core;

uintptr_t fake_system_control(void)
{
    if (++s_core.accesses == s_core.kernel_at) s_core.registers[MPU_RNR] = 2;
    const uint32_t region = s_core.registers[MPU_RNR] % REGIONS;
    s_core.registers[MPU_RBAR] = s_core.bases[region] | region;
    s_core.registers[MPU_RASR] = s_core.attributes[region];
    return (uintptr_t)s_core.registers;
}

static const char *at(uint32_t address)
{
    return cyclescope_describe_caching((const volatile void *)(uintptr_t)address);
}

static const char s_uncached[] = "uncached";
static const char s_write_through[] = "cached, write-through";
static const char s_write_back[] = "cached, write-back";

/** A Cortex-M7 with both caches on and its memory protection off. */
static void reset(void)
{
    memset(&s_core, 0, sizeof s_core);
    s_core.registers[CCR] = 3u << 16;
    s_core.registers[MPU_TYPE] = REGIONS << 8;
}

static void region(uint32_t number, uint32_t base, uint32_t size_exponent, uint32_t policy)
{
    s_core.registers[MPU_CTRL] = 5;
    s_core.bases[number] = base;
    s_core.attributes[number] = policy << 16 | (size_exponent - 1u) << 1 | 1u;
}

/* TEX, S, C and B as in the register. */
#define POLICY(tex, s, c, b) ((tex) << 3 | (s) << 2 | (c) << 1 | (b))
#define NORMAL_WRITE_BACK POLICY(1u, 0u, 1u, 1u)
#define NORMAL_UNCACHED POLICY(1u, 0u, 0u, 0u)

TEST(without_a_data_cache_nothing_is_cached)
{
    reset();
    s_core.registers[CCR] = 1u << 17;
    CHECK_TEXT(at(0x20200000u), s_uncached);
    CHECK_TEXT(at(0x80000000u), s_uncached);
    /* Cores without one have none of the other registers. */
    CHECK_EQUAL(s_core.accesses, 2);
}

TEST(memory_outside_every_region_has_the_architecture_s_default)
{
    reset();
    CHECK_TEXT(at(0x00000000u), s_write_through);
    CHECK_TEXT(at(0x20000000u), s_write_back);
    CHECK_TEXT(at(0x40000000u), s_uncached);
    CHECK_TEXT(at(0x60000000u), s_write_back);
    CHECK_TEXT(at(0x80000000u), s_write_through);
    CHECK_TEXT(at(0xA0000000u), s_uncached);
    CHECK_TEXT(at(0xE0000000u), s_uncached);
    s_core.registers[CACR] = 4;
    CHECK_TEXT(at(0x20000000u), s_write_through);
}

TEST(closely_coupled_memory_is_never_cached)
{
    reset();
    s_core.registers[DTCMCR] = 8u << 3 | 1u;
    s_core.registers[ITCMCR] = 8u << 3 | 1u;
    CHECK_TEXT(at(0x20000000u), s_uncached);
    CHECK_TEXT(at(0x2001FFFFu), s_uncached);
    CHECK_TEXT(at(0x20020000u), s_write_back);
    CHECK_TEXT(at(0x0001FFFFu), s_uncached);
    CHECK_TEXT(at(0x00020000u), s_write_through);
    s_core.registers[DTCMCR] = 8u << 3;
    CHECK_TEXT(at(0x20000000u), s_write_back);
    s_core.registers[DTCMCR] = 1u;
    CHECK_TEXT(at(0x20000000u), s_write_back);
}

TEST(the_last_region_that_contains_an_address_decides)
{
    reset();
    region(0, 0x20200000u, 18, NORMAL_WRITE_BACK);
    region(3, 0x20210000u, 15, NORMAL_UNCACHED);
    CHECK_TEXT(at(0x2020FFFFu), s_write_back);
    CHECK_TEXT(at(0x20210000u), s_uncached);
    CHECK_TEXT(at(0x20217FFFu), s_uncached);
    CHECK_TEXT(at(0x20218000u), s_write_back);
    s_core.attributes[3] &= ~1u;
    CHECK_TEXT(at(0x20210000u), s_write_back);
    s_core.registers[MPU_CTRL] = 0;
    s_core.attributes[0] = 0;
    CHECK_TEXT(at(0x20210000u), s_write_back);
}

TEST(a_region_may_be_all_memory_or_exclude_subregions)
{
    reset();
    region(0, 0, 32, NORMAL_UNCACHED);
    CHECK_TEXT(at(0x00000000u), s_uncached);
    CHECK_TEXT(at(0x60000000u), s_uncached);
    region(1, 0x60000000u, 29, NORMAL_WRITE_BACK);
    s_core.attributes[1] |= 1u << 9;
    CHECK_TEXT(at(0x60000000u), s_write_back);
    CHECK_TEXT(at(0x64000000u), s_uncached);
    CHECK_TEXT(at(0x68000000u), s_write_back);
    /* Regions below 256 bytes have no parts. */
    region(2, 0x60000080u, 7, NORMAL_UNCACHED);
    s_core.attributes[2] |= 0xFFu << 8;
    CHECK_TEXT(at(0x600000FFu), s_uncached);
    CHECK_TEXT(at(0x60000100u), s_write_back);
}

TEST(every_memory_type_is_recognised)
{
    static const struct {
        uint32_t policy;
        const char *caching;
    } cases[] = {
        {POLICY(0u, 0u, 0u, 0u), s_uncached},      {POLICY(0u, 0u, 0u, 1u), s_uncached},
        {POLICY(0u, 0u, 1u, 0u), s_write_through}, {POLICY(0u, 0u, 1u, 1u), s_write_back},
        {POLICY(1u, 0u, 0u, 0u), s_uncached},      {POLICY(1u, 0u, 1u, 1u), s_write_back},
        {POLICY(2u, 0u, 0u, 0u), s_uncached},      {POLICY(4u, 0u, 0u, 0u), s_uncached},
        {POLICY(5u, 0u, 0u, 1u), s_write_back},    {POLICY(4u, 0u, 1u, 0u), s_write_through},
        {POLICY(6u, 0u, 1u, 1u), s_write_back},    {POLICY(0u, 1u, 1u, 1u), s_uncached},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        reset();
        region(0, 0x20000000u, 20, cases[i].policy);
        CHECK_TEXT(at(0x20001000u), cases[i].caching);
    }
    /* Memory that several cores share is not cached, unless this one has to write it through. */
    s_core.registers[CACR] = 1;
    CHECK_TEXT(at(0x20001000u), s_write_through);
}

TEST(a_lookup_leaves_the_selected_region_unchanged)
{
    reset();
    region(0, 0x20200000u, 18, NORMAL_WRITE_BACK);
    s_core.registers[MPU_RNR] = 9;
    CHECK_TEXT(at(0x20200000u), s_write_back);
    CHECK_EQUAL(s_core.registers[MPU_RNR], 9);
}

TEST(a_kernel_that_selects_regions_meanwhile_does_no_harm)
{
    for (uint32_t when = 5; when < 70; ++when) {
        reset();
        region(0, 0x20200000u, 18, NORMAL_WRITE_BACK);
        region(2, 0x20000000u, 29, NORMAL_UNCACHED);
        s_core.attributes[2] &= ~1u;
        region(3, 0x20200000u, 18, NORMAL_UNCACHED);
        s_core.kernel_at = when;
        CHECK_TEXT(at(0x20200000u), s_uncached);
    }
}
