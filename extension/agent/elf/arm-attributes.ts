import type { Elf } from './elf';

/**
 * Processor that an Arm program was built for, from its build attributes; missing if unspecified.
 */
export interface ArmAttributes {
  /** Architecture number from Arm's ABI addenda: 13 is v7E-M, 17 is v8-M.mainline. */
  readonly architecture?: number | undefined;
  readonly floatingPoint: 'none' | 'single' | 'double';
}

const SECTION = '.ARM.attributes';
const VENDOR = 'aeabi';
const FILE_SCOPE = 1;
const RAW_CPU_NAME = 4;
const CPU_NAME = 5;
const CPU_ARCH = 6;
const FP_ARCH = 10;
const HARD_FP_USE = 27;
const COMPATIBILITY = 32;
const SINGLE_ONLY = 1;

/** Reads the build attributes of an Arm program; skips damaged ones. */
export function readArmAttributes(file: Uint8Array, elf: Elf): ArmAttributes {
  const section = elf.sections.find(({ name }) => name === SECTION);
  const values = new Map<number, number>();
  if (section !== undefined)
    readVendors(file.subarray(section.offset, section.offset + section.size), values);
  const hasFloat = (values.get(FP_ARCH) ?? 0) > 0;
  const isSingle = values.get(HARD_FP_USE) === SINGLE_ONLY;
  return {
    architecture: values.get(CPU_ARCH),
    floatingPoint: hasFloat ? (isSingle ? 'single' : 'double') : 'none',
  };
}

/**
 * Reads a version byte, then for each vendor: length, name, and parts for the file or its sections.
 */
function readVendors(bytes: Uint8Array, values: Map<number, number>): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 1; at + 4 <= bytes.length;) {
    const length = view.getUint32(at, true);
    const name = textEnd(bytes, at + 4);
    const end = Math.min(at + length, bytes.length);
    if (new TextDecoder().decode(bytes.subarray(at + 4, name)) === VENDOR) {
      for (let part = name + 1; part + 5 <= end;) {
        const size = view.getUint32(part + 1, true);
        if (bytes[part] === FILE_SCOPE)
          readValues(bytes.subarray(part + 5, Math.min(part + size, end)), values);
        part += Math.max(size, 5);
      }
    }
    at += Math.max(length, 5);
  }
}

/** Reads tags with numbers or texts; from 32 on, odd tags have texts. */
function readValues(bytes: Uint8Array, values: Map<number, number>): void {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const tag = number();
    const isText =
      tag === RAW_CPU_NAME || tag === CPU_NAME || (tag > COMPATIBILITY && tag % 2 === 1);
    if (!isText) values.set(tag, number());
    if (isText || tag === COMPATIBILITY) at = textEnd(bytes, at) + 1;
  }
}

function textEnd(bytes: Uint8Array, from: number): number {
  const end = bytes.indexOf(0, from);
  return end < 0 ? bytes.length : end;
}
