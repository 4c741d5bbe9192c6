import { expect, it, vi } from 'vitest';
import { EventEmitter } from 'vscode';
import type { EndedRun, Opponent, Runner, RunningRun, Screens } from '../../common';
import { newConsents } from './commands';

/** A runner whose runs end as a test decides. */
function services() {
  const ended = new EventEmitter<{ running: RunningRun; end: EndedRun }>();
  const end = { result: undefined, run: undefined, failure: undefined, wasCancelled: false };
  const start = vi.fn<Runner['start']>((homeTarget, spec, against) => {
    return {
      ...homeTarget,
      id: 8,
      spec,
      against,
      end: Promise.resolve(end),
    } as unknown as RunningRun;
  });
  const openRunning = vi.fn<Screens['openRunning']>(() => Promise.resolve());
  const runner = { onDidEnd: ended.event, start } as unknown as Runner;
  const screens = { openRunning } as unknown as Screens;
  const spec = { target: 'board', patterns: ['heap'] };
  const running = { id: 7, spec } as unknown as RunningRun;
  const endWith = (code: string, run = running) =>
    ended.fire({ running: run, end: { ...end, failure: { code, message: '' } } });
  return { consents: newConsents({ runner, screens }), endWith, start, openRunning, running };
}

it('a run whose target was in use is started again, waits and is shown', async () => {
  const { consents, endWith, start, openRunning, running } = services();
  endWith('busy');
  await consents.runAsAgreed(7);
  const waits = { ...running.spec, waitSeconds: expect.any(Number) as number };
  expect(start.mock.calls).toEqual([[running, waits, undefined]]);
  expect(openRunning).toHaveBeenCalledWith(expect.objectContaining({ id: 8 }));
});

it('both sides of runs in turns wait for the target', async () => {
  const { consents, endWith, start, running } = services();
  const against: Opponent = {
    elfs: ['/a.elf', '/b.elf'],
    spec: { ...running.spec, target: 'the same with agent A' },
    request: { minutes: 5 },
  };
  const inTurns = { ...running, against };
  endWith('busy', inTurns);
  await consents.runAsAgreed(7);
  const [, spec, opponent] = start.mock.calls[0]!;
  const seconds = expect.any(Number) as number;
  expect(spec).toEqual({ ...inTurns.spec, waitSeconds: seconds });
  expect(opponent).toEqual({ ...against, spec: { ...against.spec, waitSeconds: seconds } });
});

it('a run is restarted once, not once per click', async () => {
  const { consents, endWith, start } = services();
  endWith('busy');
  await consents.runAsAgreed(7);
  await expect(consents.runAsAgreed(7)).rejects.toThrow('That run is no longer known');
  expect(start).toHaveBeenCalledOnce();
});

it('a run with another outcome is not started again', async () => {
  const { consents, endWith, start } = services();
  endWith('target-gone');
  await expect(consents.runAsAgreed(7)).rejects.toThrow('That run is no longer known');
  expect(start).not.toHaveBeenCalled();
});

it('a profile that needs the core to stop is taken again with the consent to stop it', async () => {
  const { consents, endWith, start, running } = services();
  const profiled = { ...running, spec: { ...running.spec, profile: {} } };
  endWith('halt-not-allowed', profiled);
  await consents.runAsAgreed(7);
  expect(start.mock.calls[0]?.[1]).toEqual({ ...profiled.spec, profile: { allowHalt: true } });
});
