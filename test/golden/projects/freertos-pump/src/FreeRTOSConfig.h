#define configCPU_CLOCK_HZ 120000000
#define configTICK_RATE_HZ 1000
#define configMAX_PRIORITIES 8
