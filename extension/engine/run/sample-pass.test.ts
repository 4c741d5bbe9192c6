import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeDwarf, writeImage } from '../../profile/image/testing';
import { boardWith } from '../../targets/board/testing';
import type { SampleOptions, Target } from '../../targets/target';
import { bench } from '../testing/benches';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget, putImage } from '../testing/fake-target';
import { exampleSpec } from '../testing/stage-run';
import { sampleOperation } from './sample-pass';

const benches = [
  bench('sync', 'lock', { batches: 40 }),
  bench('queue', 'send', { max: 256 }),
  bench('sort', 'quick', { batches: 0 }),
];
const functions = [{ name: 'lock_batch', line: 7, from: 0x100, to: 0x110 }];
const elf = writeImage(
  { address: 0x100, bytes: new Uint8Array(16) },
  [{ name: 'lock_batch', address: 0x100, size: 16 }],
  writeDwarf(functions, 5),
);
const sampled = {
  batches: [{ counts: new Map([[0x104, 10]]) }],
  milliseconds: 1000,
  way: 'a register',
  isHalting: false,
  wasTraceOff: false,
  resets: 0,
  different: [],
};
const openocd = { kind: 'openocd', configFiles: [], searchFolders: [], commands: [] } as const;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-'));
  const sha256 = createHash('sha256').update(elf).digest('hex');
  await putImage(folder, 'headline', benches, { sha256 });
  await writeFile(join(folder, 'fake', 'headline', 'agent.elf'), elf);
});
afterEach(() => rm(folder, { recursive: true }));

/** A board in this process; `calls` has what happens to it, in order. */
function stage(samplePcs: NonNullable<Target['samplePcs']>, more: Partial<Target> = {}) {
  const calls: string[] = [];
  const fake = fakeTarget(() => fakeAgent(benches, { neverEnds: true }));
  const target: Target = {
    ...fake.target,
    board: boardWith(openocd),
    open: async (image, options) => {
      const link = await fake.target.open(image, options);
      calls.push('open');
      return {
        ...link,
        close: () => {
          if (!calls.includes('sample')) calls.push(...listSentRuns(fake.links));
          calls.push('close');
          fake.links.at(-1)?.die();
          return link.close();
        },
      };
    },
    samplePcs: (options) => {
      calls.push('sample');
      return samplePcs(options);
    },
    ...more,
  };
  const sample = (pattern: string, more2: Partial<SampleOptions> = {}) =>
    sampleOperation(
      { ...exampleSpec(folder), patterns: [pattern] },
      { seconds: 1, ...more2 },
      {
        resolveTarget: () => target,
        signal: new AbortController().signal,
        onMessage: (message) => calls.push(message),
        onProgress: () => undefined,
      },
    );
  return { calls, sample };
}

const listSentRuns = (links: readonly { readonly calls: readonly string[] }[]) =>
  links.flatMap(({ calls }) => calls.filter((call) => call.startsWith('run ')));

const give = () => Promise.resolve(sampled);

describe('a benchmark on a board', () => {
  test('repeats its batches alone while it is sampled, and is started afresh at the end', async () => {
    const { calls, sample } = stage(give);
    await expect(sample('sync/lock')).resolves.toMatchObject({
      operation: 'sync/lock',
      addresses: { isInRounds: false, ...sampled },
    });
    expect(calls).toEqual([
      'open',
      'run sync n=1024 wait=0 batches=1000000000',
      'close',
      'sample',
      'open',
      'close',
    ]);
  });

  test('without batches repeats its samples', async () => {
    const { calls, sample } = stage(give);
    await sample('sort/quick');
    expect(calls).toContain('run sort n=1000000000 wait=0');
  });

  test('is in rounds if it is prepared for few executions', async () => {
    await expect(stage(give).sample('queue/send')).resolves.toMatchObject({
      addresses: { isInRounds: true },
    });
  });

  test('is started afresh although it could not be sampled', async () => {
    const { calls, sample } = stage(() => Promise.reject(new Error('the probe is gone')));
    await expect(sample('sync/lock')).rejects.toThrow('the probe is gone');
    expect(calls.slice(-3)).toEqual(['sample', 'open', 'close']);
  });

  test('over a server that cannot sample is refused before anything is started', async () => {
    const board = boardWith({ kind: 'linkserver', device: 'X', args: [] } as never);
    const { calls, sample } = stage(give, { board });
    await expect(sample('sync/lock')).rejects.toMatchObject({
      message: expect.stringContaining('LinkServer cannot sample firmware'),
      hint: expect.stringContaining('OpenOCD or pyOCD'),
    });
    expect(calls).toEqual([]);
  });
});

describe('a benchmark on Linux', () => {
  const stacks = { stacks: [[]], seconds: 1, event: 'cycles', isKernelHidden: false };
  /** Samples an operation that fails as often, once it has gone on after that. */
  const sampleFailing = async (failsFirst: number) => {
    const fake = fakeTarget(() => fakeAgent(benches, { neverEnds: true, failsFirst }));
    const open: Target['open'] = async (...given) => ({
      ...(await fake.target.open(...given)),
      sampleStacks: async () => {
        await vi.waitUntil(() => listSentRuns(fake.links).length > failsFirst);
        return stacks;
      },
    });
    const target: Target = { ...fake.target, open, samplesStacks: true };
    const asked = { ...exampleSpec(folder), patterns: ['sort/quick'] };
    const context = {
      resolveTarget: () => target,
      signal: new AbortController().signal,
      onMessage: () => undefined,
      onProgress: () => undefined,
    };
    return sampleOperation(asked, { seconds: 1 }, context);
  };

  test('is started again if it fails while it is sampled', async () => {
    await expect(sampleFailing(2)).resolves.toMatchObject({ operation: 'sort/quick', stacks });
  });

  test('that fails every time is refused with the reason', async () => {
    await expect(sampleFailing(Infinity)).rejects.toThrow(
      'sort/quick ended before it could be sampled: a child ran early.',
    );
  });
});

test('a target that nothing samples is refused with others', async () => {
  const { sample } = stage(give, { board: undefined, samplePcs: undefined } as never);
  await expect(sample('sync/lock')).rejects.toMatchObject({
    message: 'Benchmarks cannot be sampled on A fake target.',
  });
});
