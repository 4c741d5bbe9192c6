import { expect, test } from 'vitest';
import { conditionsBetween, readOwnConditions } from './conditions';

const state = (load: string, stolen: number, switches: number, rates: readonly string[]): string =>
  [
    `${load} 0.40 0.31 2/310 4711`,
    `cpu  10 0 20 900 1 0 0 ${stolen} 0 0`,
    `cpu0 10 0 20 900 1 0 0 ${stolen} 0 0`,
    `ctxt ${switches}`,
    ...rates,
    '',
  ].join('\n');

test('reads load, stolen time, switches and rates of a run', () => {
  const begin = state('0.52', 7, 1000, ['cpu MHz\t\t: 2400.000', 'cpu MHz\t\t: 2400.000']);
  const end = state('3.10', 20, 5500, ['cpu MHz\t\t: 2400.000', 'cpu MHz\t\t: 800.123']);
  expect(conditionsBetween(begin, end)).toEqual({
    load_begin: '0.52',
    load_end: '3.10',
    stolen_ms: '130',
    context_switches: '4500',
    cpu_mhz_begin: '2400',
    cpu_mhz_end: '800 to 2400',
  });
});

test("prefers the governor's rates to nominal ones", () => {
  const rate = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq:1800000';
  const text = state('0.00', 0, 0, ['cpu MHz : 2400.000', rate]);
  expect(conditionsBetween(text, text)).toMatchObject({ cpu_mhz_begin: '1800' });
});

test('has no facts of a computer that reports nothing', () => {
  expect(conditionsBetween('', '')).toEqual({});
});

test.runIf(process.platform === 'linux')('reads the load of this computer', async () => {
  const text = await readOwnConditions();
  expect(conditionsBetween(text, text)).toMatchObject({ stolen_ms: '0', context_switches: '0' });
});
