import { describe, expect, it } from 'vitest';
import { layers } from './layers.mjs';
import { aptPackages, aptPlanText, describeMissing, nodeProblem, remedy } from './messages.mjs';

const gcc = { name: 'arm-none-eabi-gcc', program: 'arm-none-eabi-gcc', apt: 'gcc-arm-none-eabi' };
const newlib = { name: 'newlib', program: 'arm-none-eabi-gcc', apt: 'libnewlib-arm-none-eabi' };
const cargo = { name: 'cargo', program: 'cargo', remedy: 'get rustup' };

describe('describeMissing', () => {
  it('lists every program with its command, and one command for all', () => {
    expect(describeMissing([gcc, newlib, cargo], 'apt').split('\n')).toEqual([
      'Missing on this machine:',
      '  arm-none-eabi-gcc  apt-get install -y --no-install-recommends gcc-arm-none-eabi',
      '  newlib             apt-get install -y --no-install-recommends libnewlib-arm-none-eabi',
      '  cargo              get rustup',
      '',
      'All at once: apt-get install -y --no-install-recommends gcc-arm-none-eabi libnewlib-arm-none-eabi',
      'Or run `npm run setup`, which lists what it would install and asks first.',
      'Nothing was changed.',
    ]);
  });

  it('promises no installation if apt is not available', () => {
    expect(describeMissing([gcc], undefined)).not.toContain('npm run setup');
    expect(describeMissing([cargo], 'apt')).not.toContain('npm run setup');
  });
});

describe('remedy', () => {
  const qemu = { ...gcc, brew: 'qemu' };
  it.each([
    [qemu, 'apt', 'apt-get install -y --no-install-recommends gcc-arm-none-eabi'],
    [qemu, 'brew', 'brew install qemu'],
    [gcc, 'brew', "your system's package of arm-none-eabi-gcc (Debian calls it gcc-arm-none-eabi)"],
    [cargo, 'apt', 'get rustup'],
  ])('%o with %s', (need, packager, command) => {
    expect(remedy(need, /** @type {'apt' | 'brew'} */ (packager))).toBe(command);
  });

  it('exists for every requirement of every layer', () => {
    const needs = Object.values(layers).flatMap((layer) => layer.needs);
    const without = needs.filter(({ only, apt, brew, remedy: text }) => {
      return !(only === 'darwin' ? brew : apt) && !text;
    });
    expect(without).toEqual([]);
  });
});

it('lists a package once', () => {
  expect(aptPackages([gcc, newlib, { ...gcc, name: 'g++' }, cargo])).toEqual([
    'gcc-arm-none-eabi',
    'libnewlib-arm-none-eabi',
  ]);
});

it.each([
  [true, 'apt: a b: 117 MB download, 944 MB on disk'],
  [false, 'apt: a b: about 117 MB download, 944 MB on disk'],
])('reports how much apt will install (exact: %s)', (exact, text) => {
  expect(aptPlanText(['a', 'b'], { downloadMB: 117, diskMB: 944, exact })).toBe(text);
});

it.each([
  ['18.20.4', /20 or newer is needed; this is 18\.20\.4/],
  ['9.11.2', /this is 9\.11\.2/],
])('rejects Node %s', (version, text) => expect(nodeProblem(version)).toMatch(text));

it.each(['20.0.0', '24.1.0'])('accepts Node %s', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});
