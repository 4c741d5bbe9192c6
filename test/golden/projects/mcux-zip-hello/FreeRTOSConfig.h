#define configTICK_RATE_HZ ((TickType_t)200)
#define configMAX_PRIORITIES 5
