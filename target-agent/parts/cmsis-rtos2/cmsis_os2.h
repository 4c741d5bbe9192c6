/**
 * The part of CMSIS-RTOS2 that Cyclescope measures, with the names, types and numbers of Arm's
 * interface. The functions behind it are Cyclescope's own, implemented on FreeRTOS: they do what
 * the interface requires, checks included, but they are not Arm's code and do not cost what Arm's
 * code costs. A project with its own cmsis_os2.h measures that.
 *
 * Of the attributes, names, priorities, stack sizes and osMutexRecursive are honoured; memory
 * always comes from the kernel's heap. A thread's priority is passed to the kernel as is, so
 * FreeRTOSConfig.h must allow that many.
 */
#ifndef CMSIS_OS2_H_
#define CMSIS_OS2_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    osOK = 0,
    osError = -1,
    osErrorTimeout = -2,
    osErrorResource = -3,
    osErrorParameter = -4,
    osErrorNoMemory = -5,
    osErrorISR = -6,
    osStatusReserved = 0x7FFFFFFF
} osStatus_t;

typedef enum {
    osPriorityNone = 0,
    osPriorityIdle = 1,
    osPriorityLow = 8,
    osPriorityNormal = 24,
    osPriorityHigh = 40,
    osPriorityRealtime = 48,
    osPriorityISR = 56,
    osPriorityError = -1,
    osPriorityReserved = 0x7FFFFFFF
} osPriority_t;

#define osWaitForever 0xFFFFFFFFu

#define osFlagsWaitAny 0x00000000u
#define osFlagsWaitAll 0x00000001u
#define osFlagsNoClear 0x00000002u
#define osFlagsError 0x80000000u
#define osFlagsErrorTimeout 0xFFFFFFFEu
#define osFlagsErrorResource 0xFFFFFFFDu
#define osFlagsErrorParameter 0xFFFFFFFCu
#define osFlagsErrorISR 0xFFFFFFFAu

#define osMutexRecursive 0x00000001u

typedef void *osThreadId_t;
typedef void *osMutexId_t;
typedef void *osSemaphoreId_t;
typedef void *osMessageQueueId_t;
typedef void *osMemoryPoolId_t;
typedef void *osEventFlagsId_t;
typedef void *osTimerId_t;

typedef uint32_t TZ_ModuleId_t;

typedef struct {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
    void *stack_mem;
    uint32_t stack_size;
    osPriority_t priority;
    TZ_ModuleId_t tz_module;
    uint32_t reserved;
} osThreadAttr_t;

/** Attributes of mutexes, semaphores, event flags and timers. */
typedef struct {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
} osMutexAttr_t;
typedef osMutexAttr_t osSemaphoreAttr_t;
typedef osMutexAttr_t osEventFlagsAttr_t;
typedef osMutexAttr_t osTimerAttr_t;

typedef struct {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
    void *mq_mem;
    uint32_t mq_size;
} osMessageQueueAttr_t;

typedef struct {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
    void *mp_mem;
    uint32_t mp_size;
} osMemoryPoolAttr_t;

typedef void (*osThreadFunc_t)(void *argument);
typedef void (*osTimerFunc_t)(void *argument);
typedef enum { osTimerOnce = 0, osTimerPeriodic = 1 } osTimerType_t;

osStatus_t osDelay(uint32_t ticks);

osThreadId_t osThreadNew(osThreadFunc_t func, void *argument, const osThreadAttr_t *attr);
osThreadId_t osThreadGetId(void);
osStatus_t osThreadYield(void);
osStatus_t osThreadTerminate(osThreadId_t thread_id);
uint32_t osThreadFlagsSet(osThreadId_t thread_id, uint32_t flags);
uint32_t osThreadFlagsWait(uint32_t flags, uint32_t options, uint32_t timeout);

osMutexId_t osMutexNew(const osMutexAttr_t *attr);
osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout);
osStatus_t osMutexRelease(osMutexId_t mutex_id);
osThreadId_t osMutexGetOwner(osMutexId_t mutex_id);
osStatus_t osMutexDelete(osMutexId_t mutex_id);

osSemaphoreId_t osSemaphoreNew(uint32_t max_count, uint32_t initial_count,
                               const osSemaphoreAttr_t *attr);
osStatus_t osSemaphoreAcquire(osSemaphoreId_t semaphore_id, uint32_t timeout);
osStatus_t osSemaphoreRelease(osSemaphoreId_t semaphore_id);
uint32_t osSemaphoreGetCount(osSemaphoreId_t semaphore_id);
osStatus_t osSemaphoreDelete(osSemaphoreId_t semaphore_id);

osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                     const osMessageQueueAttr_t *attr);
osStatus_t osMessageQueuePut(osMessageQueueId_t mq_id, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout);
osStatus_t osMessageQueueGet(osMessageQueueId_t mq_id, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout);
uint32_t osMessageQueueGetCount(osMessageQueueId_t mq_id);
osStatus_t osMessageQueueDelete(osMessageQueueId_t mq_id);

osMemoryPoolId_t osMemoryPoolNew(uint32_t block_count, uint32_t block_size,
                                 const osMemoryPoolAttr_t *attr);
void *osMemoryPoolAlloc(osMemoryPoolId_t mp_id, uint32_t timeout);
osStatus_t osMemoryPoolFree(osMemoryPoolId_t mp_id, void *block);
uint32_t osMemoryPoolGetCount(osMemoryPoolId_t mp_id);
osStatus_t osMemoryPoolDelete(osMemoryPoolId_t mp_id);

osEventFlagsId_t osEventFlagsNew(const osEventFlagsAttr_t *attr);
uint32_t osEventFlagsSet(osEventFlagsId_t ef_id, uint32_t flags);
uint32_t osEventFlagsClear(osEventFlagsId_t ef_id, uint32_t flags);
uint32_t osEventFlagsGet(osEventFlagsId_t ef_id);
uint32_t osEventFlagsWait(osEventFlagsId_t ef_id, uint32_t flags, uint32_t options,
                          uint32_t timeout);
osStatus_t osEventFlagsDelete(osEventFlagsId_t ef_id);

osTimerId_t osTimerNew(osTimerFunc_t func, osTimerType_t type, void *argument,
                       const osTimerAttr_t *attr);
osStatus_t osTimerStart(osTimerId_t timer_id, uint32_t ticks);
osStatus_t osTimerStop(osTimerId_t timer_id);
uint32_t osTimerIsRunning(osTimerId_t timer_id);
osStatus_t osTimerDelete(osTimerId_t timer_id);

#ifdef __cplusplus
}
#endif

#endif
