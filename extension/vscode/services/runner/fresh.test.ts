import { describe, expect, it } from 'vitest';
import { bench } from '../../../engine/testing/benches';
import type { Target } from '../../../targets/target';
import type { BuildEnd, Home, ImageBenches, RunEntry, Services } from '../../common/services';
import { filterSettings, freshen, isInTheWay, isStale, selectOrAll } from './fresh';

describe('fresh', () => {
  const own = bench('dsp', 'fir', { at: 'src/fir.c:3' });
  const shipped = bench('heap', 'malloc', { at: 'target-agent/families/heap/heap.c:9' });
  const homeTarget = { home: { id: 'board' } as Home, target: { id: 'board' } as Target };

  /** Freshens an image for patterns; returns the number of builds and the outcome. */
  async function before(image: object, patterns: readonly string[] = []) {
    let builds = 0;
    const images = {
      benches: () =>
        Promise.resolve({ benches: [own, shipped], ...image } as unknown as ImageBenches),
      build: () => Promise.resolve<BuildEnd>({ kind: 'built' }).finally(() => (builds += 1)),
    } as unknown as Services['images'];
    return { end: await freshen({ images }, homeTarget, patterns), builds: () => builds };
  }

  describe('before a run an image', () => {
    it.each([
      ['everything', []],
      ['the operation', ['dsp/fir']],
      ['its suite', ['dsp']],
    ])('is built if it is older than its sources, for %s', async (_, patterns) => {
      const { end, builds } = await before({ isOutdated: true }, patterns);
      expect([end, builds()]).toEqual([{ kind: 'built' }, 1]);
    });

    it.each([
      ['of the sources as they are', { isOutdated: false }, []],
      ['for what comes with Cyclescope', { isOutdated: true }, ['heap']],
      ['that is missing', { missing: 'none', isOutdated: true }, []],
    ])('is left alone: one %s', async (_, image, patterns) => {
      const { end, builds } = await before(image, patterns);
      expect([end, builds()]).toEqual([undefined, 0]);
    });
  });

  it.each([
    ['of the image', own, {}, false],
    ['of an earlier image', own, { sha256: 'b' }, true],
    ['of a text that was edited', own, { isOutdated: true }, true],
    ['of what comes with Cyclescope', shipped, { isOutdated: true }, false],
  ])('figures %s are stale: %j %j %s', (_, { suite, op }, change, expected) => {
    const image = { benches: [own, shipped], sha256: 'a', isOutdated: false, ...change };
    const run = { image: 'a' } as RunEntry;
    expect(isStale({ suite, op, run }, image as unknown as ImageBenches)).toBe(expected);
  });

  it.each<[BuildEnd | undefined, boolean]>([
    [undefined, false],
    [{ kind: 'built' }, false],
    [{ kind: 'impossible', failure: { message: 'no compiler' } }, false],
    [{ kind: 'failed', failure: { message: 'no semicolon' } }, true],
    [{ kind: 'called-off' }, true],
  ])('a build that ended as %j prevents it: %s', (end, expected) => {
    expect(isInTheWay(end)).toBe(expected);
  });
});

describe('declared', () => {
  const size = { name: 'size', default: 4, min: 1, max: 64 };
  const benches = [bench('heap', 'malloc', { params: [size] }), bench('mutex', 'lock')];

  it('sends only parameters that a selected benchmark declares', () => {
    const settings = { size: [8, 16], depth: [2], 'heap.size': [4], 'mutex.size': [4] };
    expect(filterSettings(settings, benches)).toEqual({ size: [8, 16], 'heap.size': [4] });
    expect(filterSettings(settings, selectOrAll(benches, ['mutex']))).toEqual({});
  });

  it('leaves patterns that select nothing to the run, which reports the problem', () => {
    expect(selectOrAll(benches, ['nothing'])).toEqual(benches);
    expect(selectOrAll(benches, [])).toEqual(benches);
  });
});
