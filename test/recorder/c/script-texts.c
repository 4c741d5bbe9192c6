// Calls of the recorder that print, and those of its modules.
#include <stdarg.h>
#include <stddef.h>

#include "SEGGER_SYSVIEW.h"
#include "host.h"
#include "script.h"

static void with_list(void (*print)(const char *, va_list *), const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, &arguments);
    va_end(arguments);
}

static void with_options(void (*print)(const char *, U32, va_list *), const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print(format, SEGGER_SYSVIEW_FLAG_APPEND | SEGGER_SYSVIEW_ERROR, &arguments);
    va_end(arguments);
}

void script_prints(void)
{
    const U32 append = SEGGER_SYSVIEW_FLAG_APPEND;
    RECORD(SEGGER_SYSVIEW_Print("text"), "26\ttext\t0\t0");
    RECORD(SEGGER_SYSVIEW_Warn("text"), "26\ttext\t1\t0");
    RECORD(SEGGER_SYSVIEW_Error("text"), "26\ttext\t2\t0");
    RECORD(SEGGER_SYSVIEW_PrintfHost("%d %u", -5, 7), "26\t%%d %%u\t0\t2\t4294967291\t7");
    RECORD(SEGGER_SYSVIEW_PrintfHost("%% %d", 1, 2, 3), "26\t%%%% %%d\t0\t3\t1\t2\t3");
    RECORD(SEGGER_SYSVIEW_WarnfHost("%x", 255), "26\t%%x\t1\t1\t255");
    RECORD(SEGGER_SYSVIEW_ErrorfHost("%x", 255), "26\t%%x\t2\t1\t255");
    RECORD(SEGGER_SYSVIEW_PrintfHostEx("%d", append, 1), "26\t%%d\t64\t1\t1");
    RECORD(SEGGER_SYSVIEW_PrintfTarget("%d of %5.3u", -5, 7), "26\t-5 of   007\t0\t0");
    RECORD(SEGGER_SYSVIEW_WarnfTarget("%s", "text"), "26\ttext\t1\t0");
    RECORD(SEGGER_SYSVIEW_ErrorfTarget("%p", 0x1234), "26\t00001234\t2\t0");
    RECORD(SEGGER_SYSVIEW_PrintfTargetEx("100%%!", append), "26\t100%%!\t64\t0");
    RECORD(with_list(SEGGER_SYSVIEW_VPrintfHost, "%d", 1), "26\t%%d\t0\t1\t1");
    RECORD(with_list(SEGGER_SYSVIEW_VWarnfHost, "%d", 1), "26\t%%d\t1\t1\t1");
    RECORD(with_list(SEGGER_SYSVIEW_VErrorfHost, "%d", 1), "26\t%%d\t2\t1\t1");
    RECORD(with_list(SEGGER_SYSVIEW_VPrintfTarget, "%d", 1), "26\t1\t0\t0");
    RECORD(with_list(SEGGER_SYSVIEW_VWarnfTarget, "%d", 1), "26\t1\t1\t0");
    RECORD(with_list(SEGGER_SYSVIEW_VErrorfTarget, "%d", 1), "26\t1\t2\t0");
    RECORD(with_options(SEGGER_SYSVIEW_VPrintfHostEx, "%d", 1), "26\t%%d\t66\t1\t1");
    RECORD(with_options(SEGGER_SYSVIEW_VPrintfTargetEx, "%d", 1), "26\t1\t66\t0");
}

static void describe_first(void);

static SEGGER_SYSVIEW_MODULE first = {"M=cyclescope", 8, 0, describe_first, NULL};
static SEGGER_SYSVIEW_MODULE second = {"M=second", 3, 0, NULL, NULL};

static void describe_first(void)
{
    SEGGER_SYSVIEW_RecordModuleDescription(&first, "3 samples op=%u");
}

// The module registered last has number 0; its events follow those of the one before.
void script_modules(void)
{
    host_mark();
    SEGGER_SYSVIEW_RegisterModule(&first);
    host_log(0, "22\t0\t512\tM=cyclescope");
    host_log(1, "22\t0\t512\t3 samples op=%%u");
    host_drain();
    RECORD(SEGGER_SYSVIEW_RegisterModule(&second), "22\t0\t520\tM=second");
    RECORD(SEGGER_SYSVIEW_SendNumModules(), "27\t2");
    RECORD(SEGGER_SYSVIEW_SendModule(0), "22\t0\t520\tM=second");
    host_mark();
    SEGGER_SYSVIEW_SendModule(1);
    host_log(0, "22\t1\t512\tM=cyclescope");
    host_log(1, "22\t1\t512\t3 samples op=%%u");
    host_drain();
    RECORD(SEGGER_SYSVIEW_SendModuleDescription(), "22\t1\t512\t3 samples op=%%u");
    RECORD(SEGGER_SYSVIEW_RecordU32(second.EventOffset + 2, 5), "522\t5");
}
