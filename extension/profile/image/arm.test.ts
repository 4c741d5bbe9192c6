import { expect, test } from 'vitest';
import { classifyArm } from './kernel';

// As GNU as encodes them.
test.each([
  ['bl 100', 0x0, 0xeb00003e, { flow: 'call', target: 0x100 }],
  ['b 20', 0x4, 0xea000005, { flow: 'jump', target: 0x20 }],
  ['beq 0', 0x8, 0x0afffffc, { flow: 'jump', target: 0 }],
  ['bl back, in a kernel', 0xc0100100, 0xebffffbe, { flow: 'call', target: 0xc0100000 }],
  ['blx r3', 0, 0xe12fff33, { flow: 'call' }],
  ['blx 0', 0x60, 0xfaffffe6, { flow: 'call', target: 0 }],
  ['bx lr', 0, 0xe12fff1e, { flow: 'return' }],
  ['bx r3', 0, 0xe12fff13, { flow: 'jump' }],
  ['mov pc, lr', 0, 0xe1a0f00e, { flow: 'return' }],
  ['movs pc, lr', 0, 0xe1b0f00e, { flow: 'return' }],
  ['subs pc, lr, #4', 0, 0xe25ef004, { flow: 'return' }],
  ['pop {r4, pc}', 0, 0xe8bd8010, { flow: 'return' }],
  ['ldmdb fp, {r4, fp, sp, pc}', 0, 0xe91ba810, { flow: 'return' }],
  ['ldm sp, {r0-pc}^', 0, 0xe8ddffff, { flow: 'return' }],
  ['rfeia sp!', 0, 0xf8bd0a00, { flow: 'return' }],
  ['ldr pc, [sp], #4', 0, 0xe49df004, { flow: 'return' }],
  ['ldr pc, [r8, r7, lsl #2]', 0, 0xe798f107, { flow: 'jump' }],
  ['ldr pc, [pc, #24]', 0, 0xe59ff018, { flow: 'jump' }],
  ['add pc, pc, r3, lsl #2', 0, 0xe08ff103, { flow: 'jump' }],
  ['svc 0', 0, 0xef000000, { flow: 'trap' }],
  ['cmp r1, #0', 0, 0xe3510000, { flow: 'next' }],
  ['msr CPSR_c, #211', 0, 0xe321f0d3, { flow: 'next' }],
  ['mul r0, r1, r2', 0, 0xe0000291, { flow: 'next' }],
  ['stmia ip!, {r4-lr}', 0, 0xe8ac6ff0, { flow: 'next' }],
  ['mcr 15, 0, r0, cr7, cr10, {5}', 0, 0xee070fba, { flow: 'next' }],
  ['ubfx r3, r1, #0, #16', 0, 0xe7ef3051, { flow: 'next' }],
  ['pld [r0]', 0, 0xf5d0f000, { flow: 'next' }],
])('%s', (_, address, word, expected) => {
  expect(classifyArm(address, word)).toMatchObject({ length: 4, ...expected });
});
