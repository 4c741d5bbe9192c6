/** Checks our layer against CMSIS-RTOS2's definition: the first difference is the reason. */
#include <cmsis_os2.h>
#include <cyclescope/bench.h>

#define EXPECT(condition) \
    if (!(condition)) return #condition
#define EXPECT_IN_HANDLER(condition) \
    if (!(condition)) s_wrong_in_handler = #condition

static const char *volatile s_wrong_in_handler;
static osSemaphoreId_t s_semaphore;
static osMessageQueueId_t s_queue;
static osMutexId_t s_mutex;
static osMemoryPoolId_t s_pool;
static osThreadId_t s_agent;
static volatile uint32_t s_expired;

static const char *semaphores(void)
{
    EXPECT(!osSemaphoreNew(0, 0, NULL));
    EXPECT(!osSemaphoreNew(1, 2, NULL));
    s_semaphore = osSemaphoreNew(2, 1, NULL);
    EXPECT(s_semaphore);
    EXPECT(osSemaphoreGetCount(s_semaphore) == 1);
    EXPECT(osSemaphoreAcquire(s_semaphore, osWaitForever) == osOK);
    EXPECT(osSemaphoreAcquire(s_semaphore, 0) == osErrorResource);
    EXPECT(osSemaphoreAcquire(s_semaphore, 1) == osErrorTimeout);
    EXPECT(osSemaphoreRelease(s_semaphore) == osOK);
    EXPECT(osSemaphoreRelease(s_semaphore) == osOK);
    EXPECT(osSemaphoreRelease(s_semaphore) == osErrorResource);
    EXPECT(osSemaphoreAcquire(NULL, 0) == osErrorParameter);
    EXPECT(osSemaphoreRelease(NULL) == osErrorParameter);
    EXPECT(osSemaphoreDelete(NULL) == osErrorParameter);
    return NULL;
}

static const char *mutexes(void)
{
    const osMutexAttr_t recursive = {.attr_bits = osMutexRecursive};
    s_mutex = osMutexNew(NULL);
    EXPECT(s_mutex);
    EXPECT(!osMutexGetOwner(s_mutex));
    EXPECT(osMutexAcquire(s_mutex, osWaitForever) == osOK);
    EXPECT(osMutexGetOwner(s_mutex) == osThreadGetId());
    EXPECT(osMutexAcquire(s_mutex, 0) == osErrorResource);
    EXPECT(osMutexRelease(s_mutex) == osOK);
    EXPECT(osMutexAcquire(NULL, 0) == osErrorParameter);
    const osMutexId_t twice = osMutexNew(&recursive);
    EXPECT(osMutexAcquire(twice, 0) == osOK);
    EXPECT(osMutexAcquire(twice, 0) == osOK);
    EXPECT(osMutexRelease(twice) == osOK);
    EXPECT(osMutexRelease(twice) == osOK);
    EXPECT(osMutexRelease(twice) == osErrorResource);
    EXPECT(osMutexDelete(twice) == osOK);
    return NULL;
}

static const char *queues(void)
{
    uint32_t item = 1;
    uint8_t priority = 7;
    s_queue = osMessageQueueNew(2, sizeof item, NULL);
    EXPECT(s_queue);
    EXPECT(osMessageQueuePut(s_queue, &item, 0, 0) == osOK);
    item = 2;
    EXPECT(osMessageQueuePut(s_queue, &item, 0, 0) == osOK);
    EXPECT(osMessageQueuePut(s_queue, &item, 0, 0) == osErrorResource);
    EXPECT(osMessageQueuePut(s_queue, &item, 0, 1) == osErrorTimeout);
    EXPECT(osMessageQueueGetCount(s_queue) == 2);
    EXPECT(osMessageQueueGet(s_queue, &item, &priority, 0) == osOK && item == 1 && priority == 0);
    EXPECT(osMessageQueueGet(s_queue, &item, NULL, 0) == osOK && item == 2);
    EXPECT(osMessageQueueGet(s_queue, &item, NULL, 0) == osErrorResource);
    EXPECT(osMessageQueuePut(s_queue, NULL, 0, 0) == osErrorParameter);
    return NULL;
}

static const char *pools(void)
{
    s_pool = osMemoryPoolNew(2, 6, NULL);
    EXPECT(s_pool);
    uint8_t *first = osMemoryPoolAlloc(s_pool, 0);
    uint8_t *second = osMemoryPoolAlloc(s_pool, 0);
    EXPECT(first && second && first != second);
    EXPECT(osMemoryPoolGetCount(s_pool) == 2);
    EXPECT(!osMemoryPoolAlloc(s_pool, 0));
    EXPECT(!osMemoryPoolAlloc(s_pool, 1));
    EXPECT(osMemoryPoolFree(s_pool, first + 1) == osErrorParameter);
    EXPECT(osMemoryPoolFree(s_pool, &s_pool) == osErrorParameter);
    EXPECT(osMemoryPoolFree(s_pool, second) == osOK);
    EXPECT(osMemoryPoolAlloc(s_pool, 0) == second);
    EXPECT(osMemoryPoolFree(s_pool, first) == osOK);
    EXPECT(osMemoryPoolFree(s_pool, second) == osOK);
    EXPECT(osMemoryPoolFree(s_pool, second) == osErrorResource);
    return NULL;
}

static const char *thread_flags(void)
{
    s_agent = osThreadGetId();
    EXPECT(osThreadFlagsSet(s_agent, 5) == 5);
    EXPECT(osThreadFlagsWait(8, osFlagsWaitAny, 0) == osFlagsErrorResource);
    EXPECT(osThreadFlagsWait(12, osFlagsWaitAll, 1) == osFlagsErrorTimeout);
    EXPECT(osThreadFlagsWait(4, osFlagsNoClear, 0) == 5);
    EXPECT(osThreadFlagsWait(5, osFlagsWaitAll, 0) == 5);
    EXPECT(osThreadFlagsWait(5, osFlagsWaitAny, 0) == osFlagsErrorResource);
    EXPECT(osThreadFlagsSet(s_agent, osFlagsError) == osFlagsErrorParameter);
    EXPECT(osThreadFlagsSet(NULL, 1) == osFlagsErrorParameter);
    return NULL;
}

static const char *event_flags(void)
{
    const osEventFlagsId_t flags = osEventFlagsNew(NULL);
    EXPECT(osEventFlagsSet(flags, 3) == 3);
    EXPECT(osEventFlagsClear(flags, 1) == 3);
    EXPECT(osEventFlagsGet(flags) == 2);
    EXPECT(osEventFlagsWait(flags, 3, osFlagsWaitAll, 1) == osFlagsErrorTimeout);
    EXPECT(osEventFlagsWait(flags, 3, osFlagsWaitAll, 0) == osFlagsErrorResource);
    EXPECT(osEventFlagsWait(flags, 3, osFlagsWaitAny, 0) == 2);
    EXPECT(osEventFlagsGet(flags) == 0);
    EXPECT(osEventFlagsSet(flags, osFlagsError) == osFlagsErrorParameter);
    EXPECT(osEventFlagsDelete(flags) == osOK);
    return NULL;
}

static void expired(void *argument) { s_expired += (uint32_t)(uintptr_t)argument; }

static const char *timers(void)
{
    s_expired = 0;
    const osTimerId_t timer = osTimerNew(expired, osTimerPeriodic, (void *)3, NULL);
    EXPECT(timer && !osTimerIsRunning(timer));
    EXPECT(osTimerStop(timer) == osErrorResource);
    EXPECT(osTimerStart(timer, 0) == osErrorParameter);
    EXPECT(osTimerStart(timer, 1) == osOK);
    EXPECT(osTimerIsRunning(timer));
    EXPECT(osDelay(3) == osOK);
    EXPECT(osTimerStop(timer) == osOK);
    EXPECT(s_expired >= 6 && s_expired % 3 == 0);
    EXPECT(osTimerDelete(timer) == osOK);
    return NULL;
}

/** Calls that would wait report an error in a handler; the others work there. */
static void handler(void)
{
    uint32_t item = 9;
    EXPECT_IN_HANDLER(osMutexAcquire(s_mutex, 0) == osErrorISR);
    EXPECT_IN_HANDLER(osDelay(1) == osErrorISR);
    EXPECT_IN_HANDLER(osThreadFlagsWait(1, osFlagsWaitAny, 0) == osFlagsErrorISR);
    EXPECT_IN_HANDLER(!osSemaphoreNew(1, 0, NULL));
    EXPECT_IN_HANDLER(osSemaphoreAcquire(s_semaphore, 1) == osErrorParameter);
    EXPECT_IN_HANDLER(osSemaphoreAcquire(s_semaphore, 0) == osOK);
    EXPECT_IN_HANDLER(osSemaphoreRelease(s_semaphore) == osOK);
    EXPECT_IN_HANDLER(osSemaphoreRelease(s_semaphore) == osErrorResource);
    EXPECT_IN_HANDLER(osMessageQueuePut(s_queue, &item, 0, 0) == osOK);
    EXPECT_IN_HANDLER(osMessageQueuePut(s_queue, &item, 0, 1) == osErrorParameter);
    EXPECT_IN_HANDLER(osThreadFlagsSet(s_agent, 2) == 2);
    EXPECT_IN_HANDLER(osMemoryPoolFree(s_pool, osMemoryPoolAlloc(s_pool, 0)) == osOK);
}

static const char *handlers(void)
{
    uint32_t item = 0;
    s_wrong_in_handler = NULL;
    EXPECT(!cyclescope_os_interrupt_take(handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL));
    (void)cyclescope_os_interrupt_request();
    EXPECT(!cyclescope_os_interrupt_give_back());
    if (s_wrong_in_handler) return s_wrong_in_handler;
    EXPECT(osMessageQueueGet(s_queue, &item, NULL, 0) == osOK && item == 9);
    EXPECT(osThreadFlagsWait(2, osFlagsWaitAny, 0) == 2);
    return NULL;
}

static const char *deletions(void)
{
    EXPECT(osSemaphoreDelete(s_semaphore) == osOK);
    EXPECT(osMutexDelete(s_mutex) == osOK);
    EXPECT(osMessageQueueDelete(s_queue) == osOK);
    EXPECT(osMemoryPoolDelete(s_pool) == osOK);
    return NULL;
}

static const char *check_all(cyclescope_run *run)
{
    static const char *(*const groups[])(void) = {
        semaphores, mutexes, queues, pools, thread_flags, event_flags, timers, handlers, deletions};
    (void)run;
    const size_t free = cyclescope_os_heap_free();
    const char *wrong = NULL;
    for (uint32_t i = 0; !wrong && i < sizeof groups / sizeof *groups; ++i) wrong = groups[i]();
    EXPECT(wrong || cyclescope_os_heap_free() == free);
    return wrong;
}

CYCLESCOPE_BENCH(contract, .about = "what the interface asks for", .end = check_all)
{
    CYCLESCOPE_BARRIER();
}
