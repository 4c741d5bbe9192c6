import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chips } from '../lib/paths.mjs';
import { chipsHeader, familyLines, readFamily } from './convert.mjs';

const part = (/** @type {string} */ name, /** @type {string} */ memories, type = 'armv7em') => `
- name: ${name}
  cores:
  - name: main
    type: ${type}
    core_access_options: !Arm
      ap: !v1 0
  memory_map:${memories}`;

const ram = (/** @type {string} */ start, /** @type {string} */ end, more = '') => `
  - !Ram
    range: {start: ${start}, end: ${end}}
    cores: [main]${more}`;

const family = (/** @type {string[]} */ ...parts) =>
  familyLines(
    readFamily(`name: Made up\nmanufacturer: {id: 0x20, cc: 0x0}\nvariants:${parts.join('')}\n`),
  );

describe('a family', () => {
  it('lists parts with the same memories together', () => {
    const memory = ram('0x20000000', '0x20008000', '\n    name: SRAM');
    expect(family(part('A1', memory), part('B1', ram('0x0', '0x10')), part('A2', memory))).toEqual([
      'Made up\tSTMicroelectronics',
      ' armv7em 0\tx20000000+8000 SRAM',
      '  A1 A2',
      ' armv7em 0\tx0+10',
      '  B1',
    ]);
  });

  it('separates RAM for data, aliases, boot flash and other flash', () => {
    const memories = [
      ram('0x10000000', '0x10010000', '\n    access: {execute: false}'),
      ram('0x30000000', '0x30010000', '\n    is_alias: true'),
      ram('0x8000000', '0x8010000', '\n    access: {boot: true}').replace('!Ram', '!Nvm'),
      ram('0x1fff0000', '0x1fff0400').replace('!Ram', '!Nvm'),
      ram('0x40000000', '0x40001000').replace('!Ram', '!Generic'),
    ];
    expect(family(part('A1', memories.join('')))[1]).toBe(
      ' armv7em 0\td10000000+10000\tX30000000+10000\tf8000000+10000\tn1fff0000+400',
    );
  });

  it('assigns each core its own memories, and omits other architectures', () => {
    const text = part('A1', ram('0x20000000', '0x20000400'))
      .replaceAll('main', 'm4')
      .replace('ap: !v1 0', 'ap: !v2 0xf0002000')
      .replace('  cores:', '  cores:\n  - {name: a7, type: armv7a, core_access_options: !Arm {}}');
    expect(family(text)).toEqual([
      'Made up\tSTMicroelectronics',
      ' armv7em 0xf0002000 m4\tx20000000+400',
      '  A1',
    ]);
    expect(family(part('A1', ram('0x0', '0x10'), 'riscv'))).toEqual([]);
  });

  it('has the words by which its parts are recognised', () => {
    const detections = [
      'NordicFicrInfo\n  part_address: 0x100\n  variant_address: 0x104\n  part: 0x52832\n  variants: {0x41414230: AA, 0x41414331: AA, 0x41424230: AB}',
      'NordicFicrInfo\n  part_address: 0x100\n  variant_address: 0x104\n  part: 0x52840\n  variants: {0x41414330: C, 0x41414331: C}',
      'AtsamDsu\n  processor: 6\n  family: 3\n  series: 4\n  variants: {0x2: D, 0x3: other}',
      'RenesasPnr\n  mcu_pn_base: 0x100\n  variants: [AA]',
    ];
    const memory = ram('0x20000000', '0x20000400');
    const parts = ['AA', 'AB', 'C', 'D'].map((name) => part(name, memory)).join('');
    const text = `name: Made up\nchip_detection:\n- !${detections.join('\n- !')}\nvariants:${parts}\n`;
    expect(familyLines(readFamily(text)).slice(1, -2)).toEqual([
      '?100=52832 104&ffff0000=41410000 AA',
      '?100=52832 104&ffff0000=41420000 AB',
      '?100=52840 C',
      '?41002018&ffbf00ff=61840002 D',
    ]);
  });

  it('has the address that selects a core on SWD with several debug ports', () => {
    const text = part('A1', ram('0x0', '0x10')).replace(
      'ap: !v1 0',
      'ap: !v1 0\n      targetsel: 0x1002927',
    );
    expect(family(text)[1]).toBe(' armv7em 0@1002927\tx0+10');
  });

  it('is rejected if its manufacturer has no name here', () => {
    const unknown = readFamily(
      `name: Made up\nmanufacturer: {id: 1, cc: 1}\nvariants:${part('A1', ram('0x0', '0x10'))}\n`,
    );
    expect(() => familyLines(unknown)).toThrow('Made up is by 1:1');
  });
});

it('media/chips.txt is from the locked crate: npm run chips', () => {
  expect(readFileSync(chips.table, 'utf8').split('\n')[0]).toBe(chipsHeader());
});
