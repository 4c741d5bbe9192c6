/** An instruction, with the ways in which execution may continue after it. */
export interface Instruction {
  readonly length: number;
  /**
   * `next`: the following instruction; `jump`: elsewhere; `call`: a function that returns to the
   * following instruction; `return`: to a caller or out of an exception; `trap`: into an exception
   * on purpose.
   */
  readonly flow: 'next' | 'jump' | 'call' | 'return' | 'trap';
  /** The target of a jump or a call, if the instruction itself contains it. */
  readonly target?: number | undefined;
  /** It reads memory through a register, as the reading of a clock does. */
  readonly isLoad?: boolean | undefined;
  /** It stores or loads many registers elsewhere than on the stack, as a switch of context does. */
  readonly moves?: 'saves' | 'restores' | undefined;
}

const signExtend = (value: number, bits: number) => (value << (32 - bits)) >> (32 - bits);
const plain = (length: number): Instruction => ({ length, flow: 'next' });
const LINK = 14;

/** Classifies a Thumb instruction, given its two half words. */
export function classifyThumb(address: number, first: number, second: number): Instruction {
  return first >= 0xe800 ? classifyWide(address, first, second) : classifyNarrow(address, first);
}

function classifyNarrow(address: number, code: number): Instruction {
  const length = 2;
  const behind = address + 4;
  const register = (code >> 3) & 15;
  if (code >> 12 === 0xd) {
    const condition = (code >> 8) & 15;
    if (condition === 15) return { length, flow: 'trap' };
    if (condition === 14) return plain(length);
    return { length, flow: 'jump', target: behind + 2 * signExtend(code & 0xff, 8) };
  }
  if (code >> 11 === 0x1c) {
    return { length, flow: 'jump', target: behind + 2 * signExtend(code & 0x7ff, 11) };
  }
  if ((code & 0xf500) === 0xb100) {
    const offset = ((code & 0x200) >> 3) | ((code & 0xf8) >> 2);
    return { length, flow: 'jump', target: behind + offset };
  }
  if ((code & 0xff80) === 0x4780) return { length, flow: 'call' };
  const isMove = (code & 0xff87) === 0x4687;
  if ((code & 0xff80) === 0x4700 || isMove) {
    return { length, flow: register === LINK ? 'return' : 'jump' };
  }
  if ((code & 0xff87) === 0x4487) return { length, flow: 'jump' };
  if (code >> 8 === 0xbd) return { length, flow: 'return' };
  const isLoad = (code & 0xf800) === 0x6800 || (code & 0xfe00) === 0x5800;
  return isLoad ? { length, flow: 'next', isLoad } : plain(length);
}

function classifyWide(address: number, first: number, second: number): Instruction {
  const length = 4;
  if ((first & 0xf800) === 0xf000 && (second & 0x8000) !== 0) {
    return classifyBranch(address, first, second);
  }
  const top = second >> 12;
  if ((first & 0xfe40) === 0xe800 && (first & 0x0180) !== 0 && (first & 0x0180) !== 0x0180) {
    const isLoad = (first & 0x10) !== 0;
    if (isLoad && (second & 0x8000) !== 0) return { length, flow: 'return' };
    const hasCallee = (second & 0x0ff0) === 0x0ff0;
    if (!hasCallee || (first & 15) === 13) return plain(length);
    return { length, flow: 'next', moves: isLoad ? 'restores' : 'saves' };
  }
  if ((first & 0xfff0) === 0xe8d0 && (second & 0xffe0) === 0xf000) return { length, flow: 'jump' };
  if ((first & 0xff70) === 0xf850) {
    if (top === 15) return { length, flow: (first & 15) === 13 ? 'return' : 'jump' };
    return { length, flow: 'next', isLoad: true };
  }
  return plain(length);
}

function classifyBranch(address: number, first: number, second: number): Instruction {
  const length = 4;
  const sign = (first >> 10) & 1;
  const [j1, j2] = [(second >> 13) & 1, (second >> 11) & 1];
  const low = second & 0x7ff;
  if ((second & 0x5000) === 0) {
    const condition = (first >> 6) & 15;
    if (condition >= 14) {
      const returns = first === 0xf3de && second >> 8 === 0x8f;
      return returns ? { length, flow: 'return' } : plain(length);
    }
    const high = (sign << 20) | (j2 << 19) | (j1 << 18) | ((first & 0x3f) << 12);
    return { length, flow: 'jump', target: address + 4 + signExtend(high | (low << 1), 21) };
  }
  const [i1, i2] = [1 - (j1 ^ sign), 1 - (j2 ^ sign)];
  const high = (sign << 24) | (i1 << 23) | (i2 << 22) | ((first & 0x3ff) << 12);
  const target = address + 4 + signExtend(high | (low << 1), 25);
  if ((second & 0x4000) === 0) return { length, flow: 'jump', target };
  const staysThumb = (second & 0x1000) !== 0;
  return { length, flow: 'call', target: staysThumb ? target : target - (target % 4) };
}
