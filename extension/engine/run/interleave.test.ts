import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunPass } from '../../runs';
import { bench } from '../testing/benches';
import { fakeAgent } from '../testing/fake-agent';
import { fakeTarget, putImage } from '../testing/fake-target';
import { exampleSpec } from '../testing/stage-run';
import { type InterleavePlan, lookText, runInterleaved, takeTurns } from './interleave';

const nothing = () => ({}) as RunPass;

describe('what a look announces', () => {
  const limits = { delta: 0.05, most: 320 };
  const open = (...repeats: (number | undefined)[]) =>
    repeats.map((each, at) => ({ name: `a/${at}`, repeats: each }));

  it.each([
    [open(), 'After 5 repeats nothing is undecided at 5 %.'],
    [
      open(24),
      'After 5 repeats 1 operation is undecided at 5 %: about 24 repeats a side would decide it. ' +
        'It is measured up to 320 times.',
    ],
    [
      open(160, 12, undefined, 40),
      'After 5 repeats 4 operations are undecided at 5 %: about 40 repeats a side would decide half of them, ' +
        'the rest varies too much for an estimate. They are measured up to 320 times.',
    ],
    [
      open(12, 900),
      'After 5 repeats 2 operations are undecided at 5 %: about 12 repeats a side would decide half of them, ' +
        'about 900 all. They are measured up to 320 times, which is too few for all of them.',
    ],
    [
      open(undefined),
      'After 5 repeats 1 operation is undecided at 5 %: there are too few repeats to estimate how many would decide. ' +
        'It is measured up to 320 times.',
    ],
  ])('%j', (operations, text) => {
    expect(lookText(5, operations, limits)).toBe(text);
  });
});

describe('two sides', () => {
  const makeOperations = (...names: string[]) => names.map((name) => ({ name, repeats: 8 }));
  const delta = 0.02;
  const said: string[] = [];
  beforeEach(() => said.splice(0));

  /** Plays both sides and writes down who measures what; each repeat takes a minute. */
  async function play(plan: InterleavePlan, fails?: string): Promise<string[]> {
    const log: string[] = [];
    const now = () => log.length * 60_000;
    const side = async (name: string, turns: ReturnType<typeof takeTurns>[number]) => {
      for (let repeat = 0; ; repeat += 1) {
        const patterns = await turns.next(repeat, nothing);
        if (patterns === undefined) break;
        log.push(`${name}${repeat}${patterns.join()}`);
        await Promise.resolve();
        if (fails === `${name}${repeat}`) break;
      }
      turns.leave();
    };
    const [first, second] = takeTurns(plan, (text) => said.push(text), now);
    await Promise.all([side('A', first), side('B', second)]);
    return log;
  }

  it('alternate, in the reverse order each round', async () => {
    const plan = { least: 3, most: 3, delta, undecided: () => makeOperations('all') };
    expect(await play(plan)).toEqual(['A0', 'B0', 'B1', 'A1', 'A2', 'B2']);
    expect(said).toEqual([]);
  });

  it('repeat only undecided operations, and check again after twice as many repeats', async () => {
    const answers = [['x', 'y'], ['y'], []];
    const asked: number[] = [];
    const log = await play({
      least: 1,
      most: 8,
      delta,
      undecided: () => {
        asked.push(asked.length);
        return makeOperations(...(answers[asked.length - 1] ?? []));
      },
    });
    expect(log).toEqual(['A0', 'B0', 'B1x,y', 'A1x,y', 'A2y', 'B2y', 'B3y', 'A3y']);
    expect(asked).toHaveLength(3);
    expect(said).toEqual([
      expect.stringMatching(/^After 1 repeat 2 operations are undecided at 2 %/),
      expect.stringMatching(/^After 2 repeats 1 operation is undecided at 2 %/),
      'After 4 repeats nothing is undecided at 2 %.',
    ]);
  });

  it('stop at the maximum of repeats, even if undecided', async () => {
    const log = await play({ least: 1, most: 3, delta, undecided: () => makeOperations('x') });
    expect(log).toEqual(['A0', 'B0', 'B1x', 'A1x', 'A2x', 'B2x']);
  });

  it.each([
    [1, 'A0 B0', 1],
    [5, 'A0 B0 B1x A1x', 2],
    [6, 'A0 B0 B1x A1x A2x B2x', 3],
  ])('begin no round that would end after %d minutes', async (minutes, log, repeats) => {
    const plan = { least: 1, most: 8, minutes, delta, undecided: () => makeOperations('x') };
    expect((await play(plan)).join(' ')).toBe(log);
    expect(said.at(-1)).toBe(
      `The limit of ${minutes === 1 ? '1 minute' : `${minutes} minutes`} allows no further repeat. ` +
        `After ${repeats === 1 ? '1 repeat' : `${repeats} repeats`} 1 operation is undecided at 2 %: ` +
        'about 8 repeats a side would decide it.',
    );
  });

  it('end within the time even before everything was repeated as often as asked', async () => {
    const plan = { least: 5, most: 8, minutes: 4, delta, undecided: () => makeOperations('x') };
    expect(await play(plan)).toEqual(['A0', 'B0', 'B1', 'A1']);
  });

  it.each(['A0', 'B0', 'B1', 'A1'])('stop together if one ends early: %s', async (fails) => {
    const log = await play({ least: 4, most: 4, delta, undecided: () => [] }, fails);
    expect(log.at(-1)).toBe(fails);
  });
});

describe('two runs', () => {
  const benches = [bench('heap', 'malloc'), bench('heap', 'free')];
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interleave-'));
    await putImage(folder, 'headline', benches);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([0, 1])('end with the failure of side %d, which lacks its image', async (failing) => {
    const sides = [side(), side()].map(({ run }, at) =>
      at === failing ? { ...run, spec: { ...run.spec, imageFolders: [] } } : run,
    );
    const [first, second] = sides;
    if (!first || !second) throw new Error('no sides');
    const plan = { least: 2, most: 2, delta: 0.02, undecided: () => [] };
    await expect(runInterleaved([first, second], plan)).rejects.toMatchObject({ code: 'no-image' });
  });

  const side = () => {
    const { target, links } = fakeTarget(() => fakeAgent(benches, { facts: { hooks: '0' } }));
    const spec = { ...exampleSpec(folder), silenceSeconds: 5 };
    const context = {
      resolveTarget: () => target,
      signal: new AbortController().signal,
      onMessage: () => undefined,
      onProgress: () => undefined,
    };
    return { links, run: { spec, context } };
  };

  it('open their target for each repeat, and store all repeats', async () => {
    const [first, second] = [side(), side()];
    const outcomes = await runInterleaved([first.run, second.run], {
      least: 2,
      most: 4,
      delta: 0.02,
      undecided: (one, other) => {
        expect([one, other].map(({ operations }) => operations.length)).toEqual([4, 4]);
        return [{ name: 'heap/free', repeats: 4 }];
      },
    });
    expect([first, second].map(({ links }) => links.length)).toEqual([4, 4]);
    for (const { record } of outcomes) {
      expect([record.status, record.repeat, record.problems]).toEqual(['complete', 4, []]);
      const measured = record.passes[0]?.operations.map(({ op, repeat }) => `${op} ${repeat}`);
      expect(measured?.join(', ')).toBe('malloc 0, free 0, malloc 1, free 1, free 2, free 3');
    }
  });
});
