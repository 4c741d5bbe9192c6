import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RemoteFailure } from '../../../base/calls';
import type { RunSpec } from '../../../engine/run/spec';
import type { FlashConsent } from '../../../targets/target';
import type { KeptRun, RunCalls, RunUpdate } from '../../../workers/run/protocol';
import type { Opponent, RunningRun, RunRef } from '../../common/services';
import type { WorkerHandle } from '../../common/worker';
import { exampleKept, exampleProgress } from '../../features/testing-view/testing/examples';
import type { FlashQuestions } from './flash';
import { newLanes } from './lanes';
import { startRunning } from './runner';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const spec: RunSpec = {
  target: 'board',
  imageFolders: [],
  runsFolder: '/runs',
  patterns: [],
  trace: false,
  settings: {},
  tool: 'cyclescope',
};

const asked = {
  home: { id: 'storage' },
  target: { id: 'board', title: 'A board' },
  spec,
} as unknown as RunningRun;

/** A worker whose run is controlled by the test. */
function fakeWorker() {
  let sendUpdate: (update: RunUpdate) => void = () => undefined;
  let give: (kept: KeptRun | readonly KeptRun[]) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const state = { isCancelled: false, ends: 0 };
  const takes: RunCalls[keyof RunCalls]['takes'][] = [];
  const given = new Promise<never>((resolve, reject) => {
    give = (kept) => resolve(kept as never);
    fail = reject;
  });
  given.catch(() => undefined);
  const worker: WorkerHandle<RunCalls> = {
    client: {
      call: async (_, spec, { signal, onReport = () => undefined } = {}) => {
        takes.push(spec);
        sendUpdate = onReport;
        signal?.addEventListener('abort', () => (state.isCancelled = true));
        return given;
      },
      fail: () => undefined,
    },
    end: async () => {
      state.ends += 1;
      fail(new RemoteFailure({ code: 'worker-ended', message: 'The worker has ended.' }));
    },
  };
  const calls = {
    sendUpdate: (update: RunUpdate) => sendUpdate(update),
    give: (kept: KeptRun | readonly KeptRun[]) => give(kept),
  };
  return { worker, state, takes, ...calls, fail: (error: Error) => fail(error) };
}

const noQuestions: FlashQuestions = {
  recall: () => undefined,
  ask: () => Promise.reject(new Error('nobody is asked')),
  showBackup: () => Promise.reject(new Error('nothing was kept')),
};

const room = () => Promise.resolve(true);
const findNothing = () => Promise.resolve(undefined);

async function start(
  lanes = newLanes(),
  makeRoom = room,
  against?: Opponent,
  findKept: () => Promise<RunRef | undefined> = findNothing,
) {
  const fake = fakeWorker();
  const running = startRunning(
    { ...asked, ...(against && { against }) },
    {
      id: 1,
      lanes,
      startWorker: () => fake.worker,
      flash: noQuestions,
      makeRoom,
      findKept,
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return { running, ...fake };
}

describe('a run', () => {
  it('is cancelled if the user keeps the debug session that has the board', async () => {
    const fake = await start(newLanes(), () => Promise.resolve(false));
    expect(await fake.running.end).toMatchObject({ wasCancelled: true, failure: undefined });
    expect(fake.state.ends).toBe(0);
  });

  it('ends with the reason why a debug session could not be stopped', async () => {
    const busy = { code: 'busy', message: 'The debug probe is still in use' };
    const fake = await start(newLanes(), () => Promise.reject(new RemoteFailure(busy)));
    expect(await fake.running.end).toMatchObject({ wasCancelled: false, failure: busy });
  });

  it('ends with the stored run, and its worker ends with it', async () => {
    const { running, give, state } = await start();
    give(exampleKept([]));
    expect(await running.end).toMatchObject({
      run: { home: 'storage', id: exampleKept([]).id },
      failure: undefined,
      wasCancelled: false,
    });
    expect(state.ends).toBe(1);
  });

  it('measures another agent in turns, as its baseline, and stores both', async () => {
    const elf = { target: 'board', elfs: { headline: '/a.elf' } };
    const request = { gate: 'regressed=5%', minutes: 20 };
    const against: Opponent = {
      elfs: ['/a.elf', '/b.elf'],
      spec: { ...spec, target: elf },
      request,
    };
    const { running, give, takes } = await start(newLanes(), room, against);
    expect(takes).toMatchObject([[{ target: elf }, { target: 'board' }, request]]);
    const failure = { code: 'target-gone', message: 'The board is gone.' };
    give([{ ...exampleKept([]), id: 'first', failure }, exampleKept([])]);
    expect(await running.end).toMatchObject({
      run: { home: 'storage', id: exampleKept([]).id },
      other: { home: 'storage', id: 'first' },
      failure,
    });
  });

  it('reports what it measures, the newest last', async () => {
    const { running, sendUpdate } = await start();
    const phases: string[] = [];
    running.onDidChangePhase((phase) => phases.push(phase));
    for (const operation of ['heap/malloc', 'heap/free', 'heap/malloc']) {
      sendUpdate({ kind: 'progress', progress: exampleProgress({ operation }) });
    }
    expect([...running.updates.keys()]).toEqual(['heap/free', 'heap/malloc']);
    expect(phases.at(-1)).toBe('Measuring heap/malloc: 1,200 of 2,000');
    expect(running.phase).toBe(phases.at(-1));
    sendUpdate({ kind: 'progress', progress: exampleProgress({ agent: 'A' }) });
    sendUpdate({ kind: 'progress', progress: exampleProgress({ agent: 'B' }) });
    expect([...running.updates.keys()].slice(2)).toEqual(['heap/malloc A', 'heap/malloc B']);
  });

  it('never rejects: a worker that crashes is a failure like any other', async () => {
    const { running, fail } = await start();
    fail(new RemoteFailure({ code: 'worker-ended', message: 'out of memory' }));
    expect(await running.end).toMatchObject({
      run: undefined,
      failure: { code: 'worker-ended', message: 'out of memory' },
      wasCancelled: false,
    });
  });

  it('waits for the previous run, and is cancelled immediately while it waits', async () => {
    const lanes = newLanes();
    const first = await start(lanes);
    const second = await start(lanes);
    expect([first.running.phase, second.running.phase]).toEqual([
      'Starting on board',
      'Waiting for its turn on board',
    ]);
    second.running.cancel();
    expect(await second.running.end).toMatchObject({ wasCancelled: true, failure: undefined });
    const third = await start(lanes);
    first.give(exampleKept([]));
    await first.running.end;
    await vi.advanceTimersByTimeAsync(0);
    expect(third.running.phase).toBe('Starting on board');
  });
});

describe('a run that would overwrite flash', () => {
  const refused = new RemoteFailure({
    code: 'flash-not-allowed',
    message: 'It would overwrite 4096 bytes of flash at 0x0..0x1000',
  });

  async function startOnFlash(answer: FlashConsent | undefined) {
    const workers = [fakeWorker(), fakeWorker()] as const;
    const ask = vi.fn(() => Promise.resolve(answer));
    const showBackup = vi.fn(() => Promise.resolve());
    const flash = { recall: () => undefined, ask, showBackup };
    const running = startRunning(asked, {
      id: 1,
      lanes: newLanes(),
      flash,
      makeRoom: room,
      findKept: findNothing,
      startWorker: () => (workers[0].takes.length === 0 ? workers[0] : workers[1]).worker,
    });
    await vi.advanceTimersByTimeAsync(0);
    workers[0].fail(refused);
    await vi.advanceTimersByTimeAsync(0);
    return {
      running,
      ask,
      showBackup,
      takes: () => workers.flatMap((each) => each.takes),
      second: workers[1],
    };
  }

  it('asks first, and continues as agreed', async () => {
    const consent = { allowFlash: true, backup: '/w/backup' };
    const { running, ask, showBackup, takes, second } = await startOnFlash(consent);
    second.give(exampleKept([]));
    expect(await running.end).toMatchObject({ failure: undefined, wasCancelled: false });
    expect(ask).toHaveBeenCalledWith(asked, expect.objectContaining({ message: refused.message }));
    expect(takes()).toEqual([spec, { ...spec, flash: consent }]);
    expect(showBackup).toHaveBeenCalledWith(asked, consent);
  });

  it('ends without a failure if the user dismisses the question', async () => {
    const { running, takes } = await startOnFlash(undefined);
    expect(await running.end).toMatchObject({ failure: undefined, wasCancelled: true });
    expect(takes()).toHaveLength(1);
  });
});

describe('a run that is cancelled', () => {
  it('stores what it measured once its target is quiet', async () => {
    const { running, sendUpdate, give, state } = await start();
    running.cancel();
    expect([running.phase, state.isCancelled]).toEqual(['Stopping', true]);
    sendUpdate({ kind: 'quiet' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.ends).toBe(0);
    give(exampleKept([], { status: 'incomplete', failure: { code: 'cancelled', message: '' } }));
    expect(await running.end).toMatchObject({
      wasCancelled: true,
      failure: undefined,
      result: { status: 'incomplete' },
    });
  });

  it('is ended with its worker if the target is not quiet within 2 s', async () => {
    const { running, state } = await start();
    running.cancel();
    await vi.advanceTimersByTimeAsync(1999);
    expect(state.ends).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.ends).toBeGreaterThan(0);
    expect(await running.end).toMatchObject({ wasCancelled: true, failure: undefined });
  });

  it('ends with what such a worker had measured, which is kept as an incomplete run', async () => {
    const kept = { home: 'storage', id: 'incomplete' };
    const findKept = () => Promise.resolve(kept);
    const { running } = await start(newLanes(), room, undefined, findKept);
    running.cancel();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await running.end).toMatchObject({ run: kept, wasCancelled: true, failure: undefined });
  });

  it.each(['before', 'after'])(
    'ends immediately with the stored run, %s only the gate is pending',
    async (when) => {
      const { running, sendUpdate, state } = await start();
      if (when === 'before') running.cancel();
      sendUpdate({ kind: 'comparing', kept: exampleKept([]) });
      if (when === 'after') running.cancel();
      expect(await running.end).toMatchObject({
        run: { id: exampleKept([]).id },
        result: {
          status: 'complete',
          gate: undefined,
          gateProblem: 'The comparison was cancelled.',
        },
        failure: undefined,
        wasCancelled: true,
      });
      expect(state.ends).toBe(1);
    },
  );
});
