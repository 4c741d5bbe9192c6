import { expect, test } from 'vitest';
import { moveTargets } from './instructions';

test.each([
  ['bl 0x48', 'bl 0xc0100048'],
  ['bne 0xfffffff8', 'bne 0xc00ffff8'],
  ['ldr r3, [pc, #72] @ 0x54', 'ldr r3, [pc, #72] @ 0xc0100054'],
  ['mov r3, #4096 @ 0x1000', 'mov r3, #4096 @ 0x1000'],
  ['bic r3, r3, #4096 @ 0x1000', 'bic r3, r3, #4096 @ 0x1000'],
  ['bx lr', 'bx lr'],
])('%s names an address where it was executed', (text, moved) => {
  expect(moveTargets(text, 0xc0100000)).toBe(moved);
});
