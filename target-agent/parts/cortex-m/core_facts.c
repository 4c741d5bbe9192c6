#include "core_facts.h"

#include "caches.h"

#define SYSTEM_REGISTER(address) (*(volatile uint32_t *)(address))
#define CPUID SYSTEM_REGISTER(0xE000ED00u)
#define MPU_CTRL SYSTEM_REGISTER(0xE000ED94u)
#define FPU_FPCCR SYSTEM_REGISTER(0xE000EF34u)

const char *cyclescope_core_name(void)
{
    static const struct {
        uint32_t part;
        const char *name;
    } cores[] = {{0xC20, "Cortex-M0"},  {0xC60, "Cortex-M0+"}, {0xC21, "Cortex-M1"},
                 {0xC23, "Cortex-M3"},  {0xC24, "Cortex-M4"},  {0xC27, "Cortex-M7"},
                 {0xD20, "Cortex-M23"}, {0xD21, "Cortex-M33"}, {0xD31, "Cortex-M35P"},
                 {0xD22, "Cortex-M55"}, {0xD23, "Cortex-M85"}, {0xD24, "Cortex-M52"}};
    const uint32_t part = (CPUID >> 4) & 0xFFFu;
    for (uint32_t i = 0; i < sizeof cores / sizeof *cores; ++i) {
        if (cores[i].part == part) return cores[i].name;
    }
    return "unknown Arm core";
}

static const char *fp_stacking(void)
{
#ifdef __ARM_FP
    static const char *const names[] = {"off", "off", "full", "lazy"};
    return names[FPU_FPCCR >> 30];
#else
    return "none";
#endif
}

void cyclescope_core_facts(cyclescope_fact_sink sink)
{
    sink("core", cyclescope_core_name());
    sink("mpu", (MPU_CTRL & 1u) ? "on" : "off");
    sink("caches", cyclescope_caches());
#ifdef CYCLESCOPE_WORST_CASE_TIMING
    sink("worst_case_timing", "1");
    sink("accelerators", cyclescope_accelerators());
#endif
    sink("fp_stacking", fp_stacking());
}
