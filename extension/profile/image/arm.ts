import type { Instruction } from './thumb';

const LENGTH = 4;
const LINK = 14;
const STACK = 13;
const next: Instruction = { length: LENGTH, flow: 'next' };
const jump: Instruction = { length: LENGTH, flow: 'jump' };
const back: Instruction = { length: LENGTH, flow: 'return' };

/** The target of a branch: 24 bits with a sign, in words, relative to two instructions further on. */
const targetOf = (address: number, word: number) => (address + 8 + ((word << 8) >> 6)) >>> 0;

/** Classifies an Arm instruction of 32 bits, as Debian's kernels for 32-bit Arm consist of. */
export function classifyArm(address: number, word: number): Instruction {
  if (word >>> 28 === 15) return classifyUnconditional(address, word);
  const register = word & 15;
  if ((word & 0x0ffffff0) === 0x012fff10) return register === LINK ? back : jump;
  if ((word & 0x0ffffff0) === 0x012fff30) return { length: LENGTH, flow: 'call' };
  switch ((word >>> 25) & 7) {
    case 0:
    case 1:
      return classifyArithmetic(word);
    case 2:
    case 3:
      return classifyLoad(word);
    case 4:
      return (word & 0x00108000) === 0x00108000 ? back : next;
    case 5: {
      const flow = (word & 0x01000000) === 0 ? 'jump' : 'call';
      return { length: LENGTH, flow, target: targetOf(address, word) };
    }
    case 7:
      return (word & 0x01000000) === 0 ? next : { length: LENGTH, flow: 'trap' };
    default:
      return next;
  }
}

function classifyUnconditional(address: number, word: number): Instruction {
  // BLX, whose target is Thumb code, and RFE.
  if ((word & 0x0e000000) === 0x0a000000) {
    const target = (targetOf(address, word) | ((word >>> 23) & 2)) >>> 0;
    return { length: LENGTH, flow: 'call', target };
  }
  return (word & 0x0e50ffff) === 0x08100a00 ? back : next;
}

/** Results of arithmetic may go to the program counter; what was shifted or moved there is a jump. */
function classifyArithmetic(word: number): Instruction {
  const isImmediate = (word & 0x02000000) !== 0;
  const isOther = !isImmediate && (word & 0x90) === 0x90;
  const operation = (word >>> 21) & 15;
  const isTest = operation >= 8 && operation <= 11;
  if (isOther || isTest || ((word >>> 12) & 15) !== 15) return next;
  // MOV pc, lr; and with flags out of an exception: MOVS pc, lr and SUBS pc, lr, #4.
  const isMove = operation === 13 && !isImmediate && (word & 0xfff) === LINK;
  return isMove || (word & 0x00100000) !== 0 ? back : jump;
}

function classifyLoad(word: number): Instruction {
  const isMedia = (word & 0x02000010) === 0x02000010;
  if (isMedia || (word & 0x00100000) === 0 || ((word >>> 12) & 15) !== 15) return next;
  // PLD has no condition; LDR pc from the stack, with what it loads taken off, returns.
  const isPop = ((word >>> 16) & 15) === STACK && (word & 0x01000000) === 0;
  return isPop ? back : jump;
}
