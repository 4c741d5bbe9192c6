import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestController, TestItem, TestRunRequest } from 'vscode';
import { configuration } from '../../../../test/unit/vscode';
import type { RunSpec } from '../../../engine/run/spec';
import { bench } from '../../../engine/testing/benches';
import { itemId, itemName } from '../../common/item-id';
import type { BuildEnd, EndedRun, HomeTarget } from '../../common/services';
import { settings } from '../../names/ids';
import { runRequest } from './run';
import { exampleEnd, exampleKept, exampleRow } from './testing/examples';
import type { TestingServices, TestTree } from './tree';

beforeEach(() => void configuration.set(settings.iterations, 500));
afterEach(() => configuration.clear());

const cancelled = exampleEnd(undefined, { wasCancelled: true });
const ids = { home: 'storage', target: 'board' };
const benches = [bench('heap', 'malloc'), bench('heap', 'free'), bench('mutex', 'lock')];
const item = (suite?: string, op?: string, target = ids.target) => {
  const id = itemId({ ...ids, target, suite, op });
  return { id, children: new Map() } as unknown as TestItem;
};

/** Simulates a request of the Testing view; returns the started runs and the reported results. */
async function ask(
  request: Partial<TestRunRequest>,
  trace = false,
  end: EndedRun | ((target: string) => Promise<EndedRun>) = cancelled,
  building?: BuildEnd,
  asPublished = false,
  profile = false,
) {
  const specs: RunSpec[] = [];
  const states: string[] = [];
  const output: string[] = [];
  const descriptions: (string | undefined)[] = [];
  const record = (state: string) => (about: TestItem) => {
    const { suite, op } = itemName(about.id);
    states.push(`${suite}/${op} ${state}`);
  };
  const run = {
    enqueued: record('enqueued'),
    passed: record('passed'),
    skipped: record('skipped'),
    errored: record('errored'),
    end: () => states.push('end'),
    appendOutput: (text: string) => output.push(text),
    token: { onCancellationRequested: () => ({ dispose: () => undefined }) },
  };
  const tree = {
    findTarget: ({ id }: TestItem) => ({
      home: { id: 'storage' },
      target: { id: itemName(id).target, title: 'A board' },
    }),
    showTarget: ({ target }: HomeTarget) => Promise.resolve({ ...ids, target: target.id, benches }),
    find: (id: string) => ({ id }) as TestItem,
    describe: (_: string, text: string | undefined) => descriptions.push(text),
    refresh: () => Promise.resolve(),
  } as unknown as TestTree;
  const none = () => ({ dispose: () => undefined });
  const start = ({ target }: HomeTarget, spec: RunSpec) => {
    specs.push(spec);
    const events = { onDidUpdate: none, onDidChangePhase: none, onDidReceiveMessage: none };
    const ended = typeof end === 'function' ? end(target.id) : Promise.resolve(end);
    return { ...events, startedAt: new Date(), end: ended };
  };
  const services = {
    context: { extension: { packageJSON: { version: '1.2.3' } } },
    images: {
      folders: () => [],
      benches: () => Promise.resolve({ benches, isOutdated: building !== undefined }),
      build: () => Promise.resolve(building),
    },
    runner: { start },
    log: { error: (failure: Error) => states.push(failure.message) },
  } as unknown as TestingServices;
  const controller = { createTestRun: () => run } as unknown as TestController;
  await runRequest(
    controller,
    { services, tree, trace, asPublished, profile },
    request as TestRunRequest,
  );
  return { specs, states, output: output.join(''), descriptions };
}

describe('a click in the Testing view', () => {
  it('measures what was clicked, and not what is excluded', async () => {
    const include = [item()];
    const { specs, states } = await ask({ include, exclude: [item('heap', 'free')] });
    expect(specs.map(({ patterns }) => patterns)).toEqual([['heap/malloc', 'mutex']]);
    expect(states.filter((each) => each.endsWith('enqueued'))).toEqual([
      'heap/malloc enqueued',
      'mutex/lock enqueued',
    ]);
    expect(states.at(-1)).toBe('end');
  });

  it('starts nothing if everything that was clicked is excluded', async () => {
    const { specs, states } = await ask({ include: [item('heap')], exclude: [item()] });
    expect([specs, states]).toEqual([[], ['end']]);
  });

  it.each([false, true])('with trace: %s, as its profile requires', async (trace) => {
    const { specs } = await ask({ include: [item('mutex', 'lock')] }, trace);
    expect(specs).toMatchObject([{ patterns: ['mutex'], trace, iterations: 500 }]);
  });

  it.each([false, true])(
    "as in the documents' tables: %s, as its profile requires",
    async (asPublished) => {
      const include = [item('mutex', 'lock')];
      const { specs } = await ask({ include }, false, cancelled, undefined, asPublished);
      expect(specs).toMatchObject([{ patterns: ['mutex'], asPublished }]);
    },
  );

  it.each([false, true])('with a profile: %s, as its profile requires', async (profile) => {
    const include = [item('mutex', 'lock')];
    const { specs } = await ask({ include }, false, cancelled, undefined, false, profile);
    expect(specs.map((spec) => spec.profile)).toEqual([profile ? {} : undefined]);
  });

  it('starts nothing on any target when all tests are run, and reports that', async () => {
    const { specs, states, output } = await ask({});
    expect([specs, states]).toEqual([[], ['end']]);
    expect(output).toContain('Nothing was measured');
  });

  it('skips refused operations, with the reason after the name and in the output', async () => {
    const refused = exampleRow('mutex/lock', { status: 'refused', reason: 'no mutexes here' });
    const kept = exampleEnd(exampleKept([refused]));
    const asked = await ask({ include: [item('mutex', 'lock')] }, false, kept);
    expect(asked.states).toContain('mutex/lock skipped');
    expect(asked.descriptions).toEqual(['refused: no mutexes here']);
    expect(asked.output).toContain('refused, no mutexes here');
  });

  describe('on two targets', () => {
    const include = ['board', 'other'].map((target) => item('mutex', 'lock', target));

    it('starts both before either has ended', async () => {
      const begun: string[] = [];
      let proceed: () => void = () => undefined;
      const both = new Promise<void>((resolve) => (proceed = resolve));
      const end = async (target: string) => {
        if (begun.push(target) === 2) proceed();
        await both;
        return cancelled;
      };
      const { states } = await ask({ include }, false, end);
      expect(begun).toEqual(['board', 'other']);
      expect(states.at(-1)).toBe('end');
    });

    it('reports what one has measured if the other one fails', async () => {
      const refused = exampleRow('mutex/lock', { status: 'refused', reason: 'no mutexes here' });
      let fail: () => void = () => undefined;
      const failed = new Promise<void>((resolve) => (fail = resolve));
      const end = async () => {
        await failed;
        return exampleEnd(exampleKept([refused]));
      };
      const { states } = await ask({ include }, false, (target) => {
        if (target === 'other') return end();
        fail();
        throw new Error('no way to the board');
      });
      expect(states.slice(-3)).toEqual(['mutex/lock skipped', 'no way to the board', 'end']);
    });
  });

  const askOutdated = (building: BuildEnd) =>
    ask({ include: [item('mutex', 'lock')] }, false, cancelled, building);

  it('measures an outdated image after building it', async () => {
    const { specs, output } = await askOutdated({ kind: 'built' });
    expect(specs).toHaveLength(1);
    expect(output).toContain('has been rebuilt');
  });

  it('measures an outdated image without a compiler, and reports that', async () => {
    const failure = { code: 'missing-program', message: 'The compiler gcc was not found.' };
    const { specs, output } = await askOutdated({ kind: 'impossible', failure });
    expect(specs).toHaveLength(1);
    expect(output).toContain('The compiler gcc was not found.');
  });

  it.each<[BuildEnd, string]>([
    [{ kind: 'failed', failure: { message: 'crc.c does not compile.' } }, 'errored'],
    [{ kind: 'called-off' }, 'skipped'],
  ])('measures nothing after a build that ended as %j', async (building, state) => {
    const { specs, states } = await askOutdated(building);
    expect([specs, states]).toEqual([[], [`mutex/lock ${state}`, 'end']]);
  });
});
