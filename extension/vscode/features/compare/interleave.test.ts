import { expect, it, vi } from 'vitest';
import { EventEmitter } from 'vscode';
import type { EndedRun, Opponent, RunningRun, RunRef, Services } from '../../common';
import { registerInterleave } from './interleave';

/** Ends a run in turns, with a comparison that opens as `openCompare` decides. */
function endInTurns(
  end: Partial<EndedRun>,
  openCompare: () => Promise<void>,
  running: Pick<RunningRun, 'against'> = {},
) {
  const ended = new EventEmitter<{
    running: Pick<RunningRun, 'against'>;
    end: Partial<EndedRun>;
  }>();
  const error = vi.fn();
  const open = vi.fn(openCompare);
  registerInterleave({
    runner: { onDidEnd: ended.event },
    screens: { openCompare: open },
    log: { error },
  } as unknown as Services);
  ended.fire({ running, end });
  return { open, error };
}

const run: RunRef = { home: 'w', id: 'b' };
const other: RunRef = { home: 'w', id: 'a' };

it('compares both runs once they have ended, agent A as the baseline', () => {
  const { open } = endInTurns({ run, other }, () => Promise.resolve());
  expect(open.mock.calls).toEqual([[['w#a', 'w#b'], {}]]);
});

it('judges both runs by the rule that they were measured for', () => {
  const rule = { delta: 0.05, gate: 'regressed=5%' };
  const against = { request: { ...rule, minutes: 20 } } as unknown as Opponent;
  const { open } = endInTurns({ run, other }, () => Promise.resolve(), { against });
  expect(open.mock.calls).toEqual([[['w#a', 'w#b'], rule]]);
});

it('compares nothing after a run of one agent', () => {
  expect(endInTurns({ run }, () => Promise.resolve()).open).not.toHaveBeenCalled();
});

it('reports a comparison that cannot be opened', async () => {
  const failure = new Error('no page');
  const { error } = endInTurns({ run, other }, () => Promise.reject(failure));
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(failure, ''));
});
