import { expect, test } from 'vitest';
import { layoutScript } from './link';

const SCRIPT = `SECTIONS
{
    .text : { *(.text*) *(.rodata*) KEEP(*(benches)) } > CODE
    .data : { *(.data*) } > DATA
    .bss : { *(.bss*) *(COMMON) } > DATA
}
`;

const names = ['a', 'b', 'c', 'd', 'e'];
const MAP = `
Discarded input sections

 .text.gone     0x00000000       0x10 core/run.o

Linker script and memory map

LOAD core/run.o
${names.map((name) => ` .text.${name}        0x00000100       0x10 core/run.o`).join('\n')}
 .text.a_name_too_long_for_its_column
                0x00000200       0x20 core/my file.o
 .text          0x00000300        0x0 core/run.o
 .text          0x00000300        0x8 /lib/libc.a(memcpy.o)
 .rodata.a.str1.4
                0x00000400        0x5 core/run.o
 .bss.count     0x20000000        0x4 core/run.o
`;

const listSections = (script: string) =>
  [...script.matchAll(/^(?:\. = ALIGN\(\d+\); )?("[^"]+"\(.*\))$/gm)].map(([, each]) => each);

test('places the same sections, in another order for each seed', () => {
  const layouts = [1, 2, 3].map((seed) => layoutScript(SCRIPT, MAP, seed));
  const expected = [
    '"core/my file.o"(.text.a_name_too_long_for_its_column)',
    '"core/run.o"(.bss.count)',
    ...names.map((name) => `"core/run.o"(.text.${name})`),
  ];
  for (const layout of layouts) expect(listSections(layout).sort()).toEqual(expected);
  expect(new Set(layouts).size).toBe(3);
  expect(layoutScript(SCRIPT, MAP, 1)).toBe(layouts[0]);
});

test('what is not placed keeps its line, after padding', () => {
  const layout = layoutScript(SCRIPT, MAP, 3);
  expect(layout.match(/\. = \. \+ \d+;/g)).toHaveLength(4);
  expect(layout).toMatch(/"core\/run\.o"\(\.text\.\w\)\n\*\(\.text\*\) \. = /);
  expect(layout).toContain('KEEP(*(benches))');
});

test("the linker's own script is changed in the lines for usual sections", () => {
  const own = `.text : { *(.text.unlikely .text.*_unlikely)\n *(.text .stub .text.*) }`;
  expect(layoutScript(own, MAP, 3)).toMatch(/\)\n\*\(\.text \.stub \.text\.\*\) \}$/);
});

test('functions are aligned in some layouts', () => {
  const alignments = [1, 2, 3].map(
    (seed) => /ALIGN\((\d+)\)/.exec(layoutScript(SCRIPT, MAP, seed))?.[1],
  );
  expect(alignments).toEqual(['8', '16', undefined]);
});
