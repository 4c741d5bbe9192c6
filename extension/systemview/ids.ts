/** SystemView's own event ids. */
export const EventId = {
  Nop: 0,
  Overflow: 1,
  IsrEnter: 2,
  IsrExit: 3,
  TaskStartExec: 4,
  TaskStopExec: 5,
  TaskStartReady: 6,
  TaskStopReady: 7,
  TaskCreate: 8,
  TaskInfo: 9,
  TraceStart: 10,
  TraceStop: 11,
  SystimeCycles: 12,
  SystimeUs: 13,
  SysDesc: 14,
  MarkStart: 15,
  MarkStop: 16,
  Idle: 17,
  IsrToScheduler: 18,
  TimerEnter: 19,
  TimerExit: 20,
  StackInfo: 21,
  ModuleDesc: 22,
  DataSample: 23,
  Init: 24,
  NameResource: 25,
  PrintFormatted: 26,
  NumModules: 27,
  EndCall: 28,
  TaskTerminate: 29,
  Extended: 31,
} as const;

/** Sub-events of EventId.Extended. */
export const ExtendedId = {
  Mark: 0,
  NameMarker: 1,
  HeapDefine: 2,
  HeapAlloc: 3,
  HeapAllocEx: 4,
  HeapFree: 5,
  RegisterData: 6,
} as const;

/** Packets from this id on carry their payload's length. */
export const FIRST_WITH_LENGTH = 24;

/** Events from this id on belong to modules. */
export const FIRST_MODULE_EVENT = 512;

/**
 * Display name and payload of each id below 24, a letter per field: `u` an integer, `i` a shrunk
 * id, `s` a string.
 */
const FIXED: readonly (readonly [name: string, fields: string])[] = [
  ['Nop', ''],
  ['Overflow', 'u'],
  ['ISR Enter', 'u'],
  ['ISR Exit', ''],
  ['Task Start Exec', 'i'],
  ['Task Stop Exec', ''],
  ['Task Start Ready', 'i'],
  ['Task Stop Ready', 'iu'],
  ['Task Create', 'i'],
  ['Task Info', 'ius'],
  ['Trace Start', ''],
  ['Trace Stop', ''],
  ['System Time Cycles', 'u'],
  ['System Time us', 'uu'],
  ['System Description', 's'],
  ['Marker Start', 'u'],
  ['Marker Stop', 'u'],
  ['Idle', ''],
  ['ISR To Scheduler', ''],
  ['Timer Enter', 'i'],
  ['Timer Exit', ''],
  ['Stack Info', 'iuuu'],
  ['Module Description', 'uus'],
  ['Data Sample', 'uu'],
];

const WITH_LENGTH: Readonly<Record<number, string>> = {
  [EventId.Init]: 'Init',
  [EventId.NameResource]: 'Name Resource',
  [EventId.PrintFormatted]: 'Print',
  [EventId.NumModules]: 'Number Of Modules',
  [EventId.EndCall]: 'End Call',
  [EventId.TaskTerminate]: 'Task Terminate',
  30: 'Reserved 30',
  [EventId.Extended]: 'Extended',
};

const EXTENDED = [
  'Marker',
  'Name Marker',
  'Heap Define',
  'Heap Alloc',
  'Heap Alloc Ex',
  'Heap Free',
  'Register Data',
];

/** Returns the field letters of an id below 24. */
export function getFixedFields(id: number): string {
  return FIXED[id]?.[1] ?? '';
}

/** Returns the name of one of SystemView's own events; undefined for other events. */
export function eventName(id: number): string | undefined {
  return FIXED[id]?.[0] ?? WITH_LENGTH[id];
}

/** Returns the name of a sub-event of EventId.Extended. */
export function getExtendedName(id: number): string {
  return EXTENDED[id] ?? `Extended ${id}`;
}
