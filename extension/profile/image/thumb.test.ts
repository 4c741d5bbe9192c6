import { expect, test } from 'vitest';
import { classifyThumb } from './thumb';

test.each([
  ['bl 13a2c', 0x2da8, 0xf010, 0xfe40, { flow: 'call', target: 0x13a2c, length: 4 }],
  ['bl 1b90', 0x2dfe, 0xf7fe, 0xfec7, { flow: 'call', target: 0x1b90, length: 4 }],
  ['blx r3', 0x100, 0x4798, 0, { flow: 'call', length: 2 }],
  ['bcs 2e2c', 0x2da4, 0xd242, 0, { flow: 'jump', target: 0x2e2c, length: 2 }],
  ['bhi 2cf4', 0x2d5a, 0xd8cb, 0, { flow: 'jump', target: 0x2cf4, length: 2 }],
  ['cbnz 2d46', 0x2d42, 0xb903, 0, { flow: 'jump', target: 0x2d46, length: 2 }],
  ['b.n back', 0x100, 0xe7fe, 0, { flow: 'jump', target: 0x100, length: 2 }],
  ['bx lr', 0x100, 0x4770, 0, { flow: 'return', length: 2 }],
  ['bx r3', 0x100, 0x4718, 0, { flow: 'jump', length: 2 }],
  ['pop {r4, pc}', 0x100, 0xbd10, 0, { flow: 'return', length: 2 }],
  ['ldmia.w sp!, {.., pc}', 0x2d5e, 0xe8bd, 0x8ff0, { flow: 'return', length: 4 }],
  ['ldr.w pc, [sp], #4', 0x100, 0xf85d, 0xfb04, { flow: 'return', length: 4 }],
  ['ldr.w pc, [r2, r3, lsl #2]', 0x100, 0xf852, 0xf023, { flow: 'jump', length: 4 }],
  ['tbb [pc, r3]', 0x100, 0xe8df, 0xf003, { flow: 'jump', length: 4 }],
  ['svc 0', 0x100, 0xdf00, 0, { flow: 'trap', length: 2 }],
  ['dsb sy', 0x100, 0xf3bf, 0x8f4f, { flow: 'next', length: 4 }],
  ['ldr r3, [r3]', 0x100, 0x681b, 0, { flow: 'next', isLoad: true, length: 2 }],
  ['ldr.w r9, [r9]', 0x100, 0xf8d9, 0x9000, { flow: 'next', isLoad: true, length: 4 }],
  ['stmdb r0!, {r4-r11, lr}', 0x100, 0xe920, 0x4ff0, { moves: 'saves', length: 4 }],
  ['ldmia.w r0!, {r4-r11, lr}', 0x100, 0xe8b0, 0x4ff0, { moves: 'restores', length: 4 }],
  ['stmia.w r0, {r4-ip}', 0x100, 0xe880, 0x1ff0, { moves: 'saves', length: 4 }],
])('%s', (_, address, first, second, expected) => {
  expect(classifyThumb(address, first, second)).toMatchObject(expected);
});
