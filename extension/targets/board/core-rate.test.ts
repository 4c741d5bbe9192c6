import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitRate, measureCoreRate, RATE_CHECK, watchRate } from './core-rate';

const PERIOD = 2 ** 24;

/** A core with a timer, reached by a server whose replies take some time. */
function coreAt(hz: number, latencies: () => number) {
  let ms = 0;
  let isOn = false;
  const memory = {
    read: async () => {
      const latency = latencies();
      ms += latency / 2;
      const value = isOn ? PERIOD - 1 - (Math.floor((ms * hz) / 1000) % PERIOD) : 0;
      ms += latency / 2;
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, value, true);
      return bytes;
    },
    write: async (address: number, bytes: Uint8Array) => {
      if (address === 0xe000e010) isOn = bytes[0] === 5;
    },
  };
  return { memory, now: () => ms, isOn: () => isOn };
}

const anyRate = fc.integer({ min: 32_768, max: 600_000_000 });

test('the rate of any core is measured to a few ten thousandths, over wraps and late replies', async () => {
  await fc.assert(
    fc.asyncProperty(anyRate, fc.infiniteStream(fc.nat(1000)), async (hz, delays) => {
      // One reply in a hundred takes longer than the timer's period at the highest rate.
      const latencies = () => {
        const delay = delays.next().value ?? 0;
        return 0.5 + (delay < 10 ? 60 : delay / 5000);
      };
      let replies = 0;
      const { memory, now, isOn } = coreAt(hz, () => (replies++ < 64 ? 0.6 : latencies()));
      const rate = await measureCoreRate(memory, now);
      const off = Math.abs((rate?.hz ?? 0) / hz - 1);
      expect(off).toBeLessThan(6e-4);
      expect(off).toBeLessThan(1.2 * (rate?.error ?? 0));
      expect(rate?.error).toBeLessThan(2e-3);
      expect(isOn()).toBe(false);
    }),
    { numRuns: 20 },
  );
});

test('a timer that does not count has no rate', () => {
  const readings = Array.from({ length: 100 }, (_, ms) => ({ ms, latency: 1, counted: 0 }));
  expect(fitRate(readings)).toBeUndefined();
});

const { atEnd, beforeReset } = RATE_CHECK;

/**
 * A kernel whose ticks are counted in memory, as many of them in a second as each number says, looked at once at each
 * of these rates.
 */
async function lookAt(rates: readonly number[], latency: number, milliseconds = atEnd) {
  let [ms, ticksPerSecond] = [0, 0];
  const memory = {
    read: async () => {
      ms += latency / 2;
      const bytes = new Uint8Array(4);
      const ticks = 0xffff_ff00 + (ms * ticksPerSecond) / 1000;
      new DataView(bytes.buffer).setUint32(0, ticks % 2 ** 32, true);
      ms += latency / 2;
      return bytes;
    },
    write: () => Promise.reject(new Error('nothing is to be written')),
  };
  const watch = watchRate(memory, 16_000_000, () => ms);
  const found: (string | undefined)[] = [];
  for (const rate of rates) {
    ticksPerSecond = rate;
    found.push(await watch(0x2000_0000, milliseconds));
  }
  return found;
}

test.each([
  [1000, 0.6, atEnd],
  [1005, 0.6, atEnd],
  [1020, 30, atEnd],
  [1015, 0.6, beforeReset],
])(
  'a clock that makes %i ticks in a second, seen every %f ms for %i, has kept its rate',
  async (rate, ...how) => {
    expect(await lookAt([rate], ...how)).toEqual([undefined]);
  },
);

const report = (megahertz: string) =>
  `the core's rate is taken as 16.0 MHz, and after measuring it was ${megahertz} MHz`;

test.each([
  [4000, 0.6, atEnd, '64.0'],
  [970, 0.6, atEnd, '15.5'],
  [4000, 30, atEnd, '64.0'],
  [0, 0.6, atEnd, '0.0'],
  [4000, 0.6, beforeReset, '64.0'],
])(
  'one that makes %i, seen every %f ms for %i, is reported',
  async (rate, latency, during, megahertz) => {
    expect(await lookAt([rate], latency, during)).toEqual([report(megahertz)]);
  },
);

test('a rate that a reset brings back stays in doubt', async () => {
  const doubt = report('64.0');
  expect(await lookAt([1000, 4000, 1000], 0.6, beforeReset)).toEqual([undefined, doubt, doubt]);
});
