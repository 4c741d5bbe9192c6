import { expect, test } from 'vitest';
import { EventId as E } from './ids';
import { append, newStore } from './store';
import { whoRan } from './testing';

const FLUSH = 517;

type Step = readonly [ticks: number, id: number, argument?: number, core?: number];

/** Formats intervals as `task 1 10..20`, with the core if it is not the first. */
function ran(...steps: readonly Step[]): string[] {
  const store = newStore();
  for (const [ticks, id, argument = 0, core = 0] of steps) {
    append(store, ticks, id, core, argument, 0);
  }
  return whoRan(store, FLUSH).map(
    ({ kind, id, core, start, end }) => `${kind} ${id} ${start}..${end}${core ? ` @${core}` : ''}`,
  );
}

test.each<[string, Step[], string[]]>([
  [
    'an interrupt goes back to what it interrupted',
    [
      [10, E.TaskStartExec, 1],
      [20, E.IsrEnter, 15],
      [25, E.IsrExit],
      [40, E.Idle],
      [50, E.Idle],
    ],
    ['task 1 10..20', 'interrupt 15 20..25', 'task 1 25..40', 'idle 0 40..50'],
  ],
  [
    'interrupts nest',
    [
      [0, E.Idle],
      [1, E.IsrEnter, 1],
      [2, E.IsrEnter, 2],
      [3, E.IsrExit],
      [4, E.IsrExit],
      [5, E.Idle],
    ],
    ['idle 0 0..1', 'interrupt 1 1..2', 'interrupt 2 2..3', 'interrupt 1 3..4', 'idle 0 4..5'],
  ],
  [
    'an interrupt ends in the scheduler',
    [
      [0, E.Idle],
      [1, E.IsrEnter, 15],
      [2, E.IsrToScheduler],
      [3, E.TaskStartExec, 7],
      [4, E.Idle],
    ],
    ['idle 0 0..1', 'interrupt 15 1..2', 'scheduler 0 2..3', 'task 7 3..4'],
  ],
  [
    'only the running task gives the core away when it is no longer ready',
    [
      [0, E.TaskStartExec, 1],
      [5, E.TaskStopReady, 2],
      [6, E.TaskStopReady, 1],
      [8, E.Idle],
    ],
    ['task 1 0..6', 'scheduler 0 6..8'],
  ],
  [
    'a task that is switched in while an interrupt is active runs after it',
    [
      [0, E.IsrEnter, 3],
      [1, E.TaskStartExec, 4],
      [2, E.IsrExit],
      [5, E.TaskStopExec],
    ],
    ['interrupt 3 0..2', 'task 4 2..5'],
  ],
  [
    'an exit without its enter reveals nothing about what follows',
    [
      [0, E.TaskStartExec, 1],
      [2, E.IsrExit],
      [4, E.Idle],
      [6, E.TraceStop],
    ],
    ['task 1 0..2', 'idle 0 4..6'],
  ],
  [
    'lost events end what ran at the last event before them',
    [
      [0, E.TaskStartExec, 1],
      [3, E.TaskStartReady, 2],
      [90, E.Overflow, 4],
      [95, E.IsrExit],
      [99, E.Idle],
    ],
    ['task 1 0..3'],
  ],
  [
    'a new segment begins with nothing known',
    [
      [0, E.Idle],
      [5, 40],
      [70, E.TraceStart],
      [80, E.TaskStartExec, 2],
      [90, E.TraceStop],
    ],
    ['idle 0 0..5', 'task 2 80..90'],
  ],
  [
    'nothing is claimed where kernel events are masked',
    [
      [0, E.TaskStartExec, 1],
      [5, FLUSH],
      [50, FLUSH, 1],
      [60, E.TaskStartExec, 1],
      [65, 40],
    ],
    ['task 1 0..5', 'task 1 60..65'],
  ],
  [
    'timers are above the task that serves them',
    [
      [0, E.TaskStartExec, 1],
      [1, E.TimerEnter, 9],
      [3, E.TimerExit],
      [4, E.Idle],
    ],
    ['task 1 0..1', 'timer 9 1..3', 'task 1 3..4'],
  ],
  [
    'cores run beside each other',
    [
      [0, E.Idle],
      [1, E.TaskStartExec, 5, 1],
      [3, E.TaskStartExec, 6],
      [4, E.Idle, 0, 1],
      [5, 40],
    ],
    ['idle 0 0..3', 'task 5 1..4 @1', 'task 6 3..5'],
  ],
])('%s', (_, steps, expected) => {
  expect(ran(...steps)).toEqual(expected);
});
