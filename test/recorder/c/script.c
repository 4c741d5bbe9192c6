#include "script.h"

#include <stdint.h>
#include <string.h>

#include "SEGGER_SYSVIEW.h"
#include "host.h"
#include "systemview/recording.h"

#define RAM_BASE 0x20000000u
#define MAX_TEXT SEGGER_SYSVIEW_MAX_STRING_LEN

// A call that records nothing.
#define SILENT(call)  \
    do {              \
        call;         \
        host_drain(); \
    } while (0)

static const SEGGER_SYSVIEW_TASKINFO tasks[2] = {
    {RAM_BASE + 0x1230, "main", 3, 0x20004000u, 4096, 120},
    {RAM_BASE + 0x4, "a task with a name of more than 32 bytes", 200, 0x20008000u, 512, 0},
};

static U64 system_time(void) { return ((U64)7 << 32) | 99; }

static void send_tasks(void)
{
    SEGGER_SYSVIEW_SendTaskInfo(&tasks[0]);
    SEGGER_SYSVIEW_SendTaskInfo(&tasks[1]);
}

static void send_description(void)
{
    SEGGER_SYSVIEW_SendSysDesc("N=Oracle,D=Host,O=None");
    SEGGER_SYSVIEW_SendSysDesc("I#15=SysTick");
}

static const SEGGER_SYSVIEW_OS_API os = {system_time, send_tasks};

void script_init(void)
{
    SEGGER_SYSVIEW_Init(1000000, 600000000, &os, send_description);
    SEGGER_SYSVIEW_SetRAMBase(RAM_BASE);
}

static unsigned log_description(unsigned at)
{
    host_log(at++, "24\t1000000\t600000000\t%u\t%u", RAM_BASE, SEGGER_SYSVIEW_ID_SHIFT);
    host_log(at++, "14\tN=Oracle,D=Host,O=None");
    host_log(at++, "14\tI#15=SysTick");
    return at;
}

static unsigned log_tasks(unsigned at)
{
    for (int n = 0; n < 2; n++) {
        const SEGGER_SYSVIEW_TASKINFO *task = &tasks[n];
        host_log(at++, "9\t%u\t%u\t%.32s", task->TaskID, task->Prio, task->sName);
        host_log(at++, "21\t%u\t%u\t%u\t%u", task->TaskID, task->StackBase, task->StackSize,
                 task->StackUsage);
    }
    return at;
}

void script_start(void)
{
    host_mark();
    SEGGER_SYSVIEW_Start();
    unsigned at = 0;
    host_log(at++, "10");
    at = log_description(at);
    host_log(at++, "13\t99\t7");
    at = log_tasks(at);
    host_log(at++, "27\t0");
    host_drain();
}

void cyclescope_stream_drain(void) { host_drain(); }

void script_agent_init(void)
{
    static const SEGGER_SYSVIEW_OS_API agent = {system_time};
    SEGGER_SYSVIEW_Init(1000000, 600000000, &agent, NULL);
    SEGGER_SYSVIEW_SetRAMBase(RAM_BASE);
}

void script_agent_start(void)
{
    static const cyclescope_recording recording = {
        .kernel_events = 1u << SYSVIEW_EVTID_ISR_ENTER | 1u << SYSVIEW_EVTID_ISR_EXIT |
                         1u << SYSVIEW_EVTID_TASK_INFO | 1u << SYSVIEW_EVTID_STACK_INFO,
        .thread_events = 1u << SYSVIEW_EVTID_TASK_INFO,
        .describe_system = send_description,
        .describe_threads = send_tasks,
    };
    cyclescope_recording_begin(&recording);
}

void script_tasks(void)
{
    const U32 task = RAM_BASE + 0x1230;
    RECORD(SEGGER_SYSVIEW_OnIdle(), "17");
    RECORD(SEGGER_SYSVIEW_OnTaskCreate(task), "8\t%u", task);
    RECORD(SEGGER_SYSVIEW_OnTaskStartReady(task), "6\t%u", task);
    RECORD(SEGGER_SYSVIEW_OnTaskStartExec(task), "4\t%u", task);
    RECORD(SEGGER_SYSVIEW_OnTaskStopReady(task, 4), "7\t%u\t4", task);
    RECORD(SEGGER_SYSVIEW_OnTaskStopExec(), "5");
    RECORD(SEGGER_SYSVIEW_OnTaskTerminate(RAM_BASE), "29\t%u", RAM_BASE);
    RECORD(SEGGER_SYSVIEW_RecordEnterISR(), "2\t15");
    RECORD(SEGGER_SYSVIEW_RecordExitISR(), "3");
    RECORD(SEGGER_SYSVIEW_RecordEnterISR(), "2\t15");
    RECORD(SEGGER_SYSVIEW_RecordExitISRToScheduler(), "18");
    RECORD(SEGGER_SYSVIEW_RecordEnterTimer(RAM_BASE + 0x40), "19\t%u", RAM_BASE + 0x40);
    RECORD(SEGGER_SYSVIEW_RecordExitTimer(), "20");
    RECORD(SEGGER_SYSVIEW_RecordSystime(), "13\t99\t7");
    SEGGER_SYSVIEW_DisableEvents(1u << 17);
    SILENT(SEGGER_SYSVIEW_OnIdle());
    SEGGER_SYSVIEW_EnableEvents(1u << 17);
    RECORD(SEGGER_SYSVIEW_OnIdle(), "17");
    // Encoded by the recorder and then thrown away.
    const SEGGER_SYSVIEW_STACKINFO stack = {task, 1, 2, 3};
    SILENT(SEGGER_SYSVIEW_SendStackInfo(&stack));
    host_mark();
    SEGGER_SYSVIEW_SendTaskList();
    log_tasks(0);
    host_drain();
    host_mark();
    SEGGER_SYSVIEW_GetSysDesc();
    log_description(0);
    host_drain();
}

// All sizes of integers in all numbers of parameters, ids of one to three bytes, long and no time.
void script_values(void)
{
    RECORD(SEGGER_SYSVIEW_RecordVoid(32), "32");
    RECORD(SEGGER_SYSVIEW_RecordVoid(126), "126");
    RECORD(SEGGER_SYSVIEW_RecordU32(127, 127), "127\t127");
    RECORD(SEGGER_SYSVIEW_RecordU32(128, 128), "128\t128");
    RECORD(SEGGER_SYSVIEW_RecordU32x2(511, 0, 0xFFFFFFFF), "511\t0\t4294967295");
    RECORD(SEGGER_SYSVIEW_RecordU32x3(16383, 1, 16383, 16384), "16383\t1\t16383\t16384");
    RECORD(SEGGER_SYSVIEW_RecordU32x4(16384, 1, 2, 3, 4), "16384\t1\t2\t3\t4");
    RECORD(SEGGER_SYSVIEW_RecordU32x5(32767, 1, 2, 3, 4, 5), "32767\t1\t2\t3\t4\t5");
    RECORD(SEGGER_SYSVIEW_RecordU32x6(40, 0, 0, 0, 0, 0, 0), "40\t0\t0\t0\t0\t0\t0");
    RECORD(SEGGER_SYSVIEW_RecordU32x7(40, 1, 2, 3, 4, 5, 6, 7), "40\t1\t2\t3\t4\t5\t6\t7");
    RECORD(SEGGER_SYSVIEW_RecordU32x8(40, 1, 2, 3, 4, 5, 6, 7, 8), "40\t1\t2\t3\t4\t5\t6\t7\t8");
    RECORD(SEGGER_SYSVIEW_RecordU32x9(40, 1, 2, 3, 4, 5, 6, 7, 8, 9),
           "40\t1\t2\t3\t4\t5\t6\t7\t8\t9");
    // Ten zeros and a 10 as contents.
    RECORD(SEGGER_SYSVIEW_RecordU32x10(40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
           "40\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0");
#if SEGGER_SYSVIEW_TIMESTAMP_BITS == 32
    // Longer than half a turn of the counter, several times.
    for (int n = 0; n < 4; n++) {
        host_sleep(3000000000u);
        RECORD(SEGGER_SYSVIEW_OnIdle(), "17");
    }
#else
    host_sleep(65000);
    RECORD(SEGGER_SYSVIEW_OnIdle(), "17");
#endif
    U8 packet[200];
    U8 *end = SEGGER_SYSVIEW_PREPARE_PACKET(packet);
    end = SEGGER_SYSVIEW_EncodeU32(end, 70000);
    end = SEGGER_SYSVIEW_EncodeId(end, RAM_BASE + 0x88);
    end = SEGGER_SYSVIEW_EncodeString(end, "text", 3);
    end = SEGGER_SYSVIEW_EncodeData(end, "\1\2", 2);
    RECORD(SEGGER_SYSVIEW_SendPacket(packet, end, 600), "600\t70000\t%u\ttex\t\1\2",
           RAM_BASE + 0x88);
    RECORD(SEGGER_SYSVIEW_RecordEndCall(40), "28\t40");
    RECORD(SEGGER_SYSVIEW_RecordEndCallU32(511, 0xFFFFFFFB), "28\t511\t4294967291");
}

void script_names(void)
{
    char text[400];
    memset(text, 'x', sizeof text);
    text[399] = 0;
    RECORD(SEGGER_SYSVIEW_RecordString(33, ""), "33\t");
    RECORD(SEGGER_SYSVIEW_RecordString(33, "hello"), "33\thello");
    RECORD(SEGGER_SYSVIEW_RecordString(33, "Gr\u00fc\u00dfe"), "33\tGr\u00fc\u00dfe");
    RECORD(SEGGER_SYSVIEW_RecordString(33, text), "33\t%.*s", MAX_TEXT, text);
    text[254] = 0;
    RECORD(SEGGER_SYSVIEW_RecordString(33, text), "33\t%.*s", MAX_TEXT, text);
    RECORD(SEGGER_SYSVIEW_SendSysDesc(NULL), "14\t");
    const U32 queue = RAM_BASE + 0x500;
    RECORD(SEGGER_SYSVIEW_NameResource(queue, "queue"), "25\t%u\tqueue", queue);
    RECORD(SEGGER_SYSVIEW_MarkStart(300), "15\t300");
    RECORD(SEGGER_SYSVIEW_MarkStop(300), "16\t300");
    RECORD(SEGGER_SYSVIEW_Mark(301), "31\t0\t301");
    RECORD(SEGGER_SYSVIEW_NameMarker(300, "frame"), "31\t1\t300\tframe");
    void *heap = (void *)(uintptr_t)(RAM_BASE + 0x8000);
    void *block = (void *)(uintptr_t)(RAM_BASE + 0x8010);
    RECORD(SEGGER_SYSVIEW_HeapDefine(heap, block, 8192, 12), "31\t2\t%u\t%u\t8192\t12",
           RAM_BASE + 0x8000, RAM_BASE + 0x8010);
    RECORD(SEGGER_SYSVIEW_HeapAlloc(heap, block, 64), "31\t3\t%u\t%u\t64", RAM_BASE + 0x8000,
           RAM_BASE + 0x8010);
    RECORD(SEGGER_SYSVIEW_HeapAllocEx(heap, block, 128, 9), "31\t4\t%u\t%u\t128\t9",
           RAM_BASE + 0x8000, RAM_BASE + 0x8010);
    RECORD(SEGGER_SYSVIEW_HeapFree(heap, block), "31\t5\t%u\t%u", RAM_BASE + 0x8000,
           RAM_BASE + 0x8010);
    SEGGER_SYSVIEW_DATA_REGISTER series = {1, SEGGER_SYSVIEW_TYPE_U32, 0, 0, 0, 0, "plain", NULL};
    RECORD(SEGGER_SYSVIEW_RegisterData(&series), "31\t6\t1\tplain");
    series.DataType = SEGGER_SYSVIEW_TYPE_FLOAT;
    series.ScalingFactor = 1.5f;
    series.RangeMin = -5;
    series.sUnit = "mV";
    RECORD(SEGGER_SYSVIEW_RegisterData(&series),
           "31\t6\t1\tplain\t2\t0\t4294967291\t0\t1069547520\tmV");
    float level = -2.0f;
    SEGGER_SYSVIEW_DATA_SAMPLE sample = {1, {.pFloat = &level}};
    RECORD(SEGGER_SYSVIEW_SampleData(&sample), "23\t1\t3221225472");
}

void script_stop(void)
{
    RECORD(SEGGER_SYSVIEW_Stop(), "11");
    SILENT(SEGGER_SYSVIEW_OnIdle());
}

void script_work(unsigned n)
{
    host_mark();
    switch (n % 4) {
        case 0:
            SEGGER_SYSVIEW_RecordEnterISR();
            host_log(host_packet_reading(), "2\t15");
            break;
        case 1:
            SEGGER_SYSVIEW_OnTaskStartExec(RAM_BASE + 16 * n);
            host_log(host_packet_reading(), "4\t%u", RAM_BASE + 16 * n);
            break;
        case 2:
            SEGGER_SYSVIEW_RecordU32x2(40, n, 0);
            host_log(host_packet_reading(), "40\t%u\t0", n);
            break;
        default: SEGGER_SYSVIEW_OnIdle(); host_log(host_packet_reading(), "17");
    }
}
