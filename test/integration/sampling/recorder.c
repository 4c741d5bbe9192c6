/*
 * SEGGER's recorder for the tasks of `loop.c`. Its clock is the emulator's number of instructions. Its channels have the
 * name `CHANNEL` if that is defined.
 */
#include "SEGGER_RTT.h"
#include "SEGGER_SYSVIEW.h"

enum { CLOCK_HZ = 7812500, RAM = 0 };

extern const char busy[], quiet[];
extern char bss_start[], bss_end[], rtt_start[], rtt_end[];

void record_task(const char *task) { SEGGER_SYSVIEW_OnTaskStartExec((U32)task); }

static void describe_task(const char *task, const char *name)
{
    SEGGER_SYSVIEW_TASKINFO info = {.TaskID = (U32)task, .sName = name, .Prio = 1};
    SEGGER_SYSVIEW_SendTaskInfo(&info);
}

static void describe_tasks(void)
{
    describe_task(busy, "recorded busy");
    describe_task(quiet, "recorded quiet");
}

static void describe_system(void) { SEGGER_SYSVIEW_SendSysDesc("N=loop,O=none"); }

static void clear(char *from, const char *end)
{
    while (from < end) *from++ = 0;
}

/* There is no start-up code, and the core may have been reset since the last time. */
void prepare_recorder(void)
{
    static const SEGGER_SYSVIEW_OS_API system = {.pfSendTaskList = describe_tasks};
    clear(bss_start, bss_end);
    clear(rtt_start, rtt_end);
    SEGGER_SYSVIEW_Init(CLOCK_HZ, CLOCK_HZ, &system, describe_system);
    SEGGER_SYSVIEW_SetRAMBase(RAM);
#ifdef CHANNEL
    SEGGER_RTT_SetNameUpBuffer(SEGGER_SYSVIEW_GetChannelID(), CHANNEL);
    SEGGER_RTT_SetNameDownBuffer(SEGGER_SYSVIEW_GetChannelID(), CHANNEL);
#endif
}
