import {
  type AgentImage,
  type ArmAttributes,
  type Elf,
  MACHINE_ARM,
  readArmAttributes,
  readElf,
} from '../../../agent';
import { TargetError } from '../../../base';
import type { MemoryArea } from '../../../gdb';
import { formatAddress, type Region } from '../../../rtt';

/** A stretch of an image as it is written. */
export interface LoadedBytes {
  readonly address: number;
  readonly data: Uint8Array;
}

/** An image with everything that its file describes. */
export interface DeployableImage {
  readonly path: string;
  readonly elf: Elf;
  /** The whole file. */
  readonly file: Uint8Array;
  readonly attributes: ArmAttributes;
  /** Address of the RTT control block. */
  readonly controlBlock: number;
  /** Address of the kernel's count of ticks, in an image that was moved. */
  readonly ticks?: number;
}

const CONTROL_BLOCK = '_SEGGER_RTT';

/** Reads an image for a board, and refuses what cannot be an agent for one: nothing has been started yet. */
export function readImage({ path, elf: bytes }: Pick<AgentImage, 'path' | 'elf'>): DeployableImage {
  const elf = readElf(bytes);
  const controlBlock = elf.symbols.get(CONTROL_BLOCK)?.value;
  const problem = findProblem(elf);
  if (problem !== undefined) throw badImage(path, problem, 'Build it again for this board.');
  if (controlBlock === undefined)
    throw badImage(
      path,
      `it has no symbol ${CONTROL_BLOCK}`,
      'Only an image with Cyclescope’s agent can be measured: link the agent into it, and keep its symbols.',
    );
  return { path, elf, file: bytes, attributes: readArmAttributes(bytes, elf), controlBlock };
}

/** The parts of an image to write, at their load addresses. */
export function listLoadedBytes({ segments }: Elf): readonly LoadedBytes[] {
  return segments
    .filter(({ data }) => data.length > 0)
    .map(({ paddr, data }) => ({ address: paddr, data }));
}

/** The refusal of an image. */
export function badImage(path: string, problem: string, hint: string): TargetError {
  return new TargetError('bad-image', `${path} cannot be deployed: ${problem}`, hint);
}

function findProblem(elf: Elf): string | undefined {
  if (elf.problems.length > 0) return elf.problems.join('; ');
  if (elf.machine !== MACHINE_ARM) return `it is for machine ${elf.machine}, not for Arm`;
  return listLoadedBytes(elf).length === 0 ? 'it has nothing to load' : undefined;
}

/** A piece of an image in one area of the target's memory. */
export interface PlacedBytes extends LoadedBytes {
  readonly area: MemoryArea;
}

const EVERYWHERE: MemoryArea = { kind: 'ram', start: 0, end: 2 ** 32, blockSize: 0 };

/**
 * Memory for images. RAM in the user's setup takes precedence over the server's map:
 * some servers call everything RAM that is not flash. Nothing known: the target itself will refuse.
 */
export function memoryAreas(
  map: readonly MemoryArea[],
  ram: readonly Region[] | undefined,
): readonly MemoryArea[] {
  if (ram === undefined || ram.length === 0) return map.length === 0 ? [EVERYWHERE] : map;
  const named = ram.map(({ start, end }) => ({ kind: 'ram', start, end, blockSize: 0 }) as const);
  return [...map.filter(({ kind }) => kind !== 'ram'), ...named].sort((a, b) => a.start - b.start);
}

/** Splits bytes at the borders of areas, or explains why they do not fit. */
export function place(
  { address, data }: LoadedBytes,
  areas: readonly MemoryArea[],
): readonly PlacedBytes[] | string {
  const placed: PlacedBytes[] = [];
  const end = address + data.length;
  for (let at = address; at < end;) {
    const area = areas.find((candidate) => at >= candidate.start && at < candidate.end);
    if (area === undefined)
      return describeMisplacement(address, data.length, placed.at(-1)?.area, areas);
    if (area.kind === 'rom')
      return `its ${data.length} bytes at ${formatAddress(address)} would be in read-only memory (${formatRegion(area)})`;
    const part = data.subarray(at - address, Math.min(end, area.end) - address);
    placed.push({ address: at, data: part, area });
    at += part.length;
  }
  return placed;
}

/** Why a stretch of memory that an image uses is not all there; undefined: it is. */
export function findMissing(
  start: number,
  length: number,
  areas: readonly MemoryArea[],
): string | undefined {
  let last: MemoryArea | undefined;
  for (let at = start; at < start + length;) {
    const area = areas.find((candidate) => at >= candidate.start && at < candidate.end);
    if (area === undefined) return describeMisplacement(start, length, last, areas);
    last = area;
    at = area.end;
  }
  return undefined;
}

/** An area's addresses for messages. */
export function formatRegion({ start, end }: Region): string {
  return `${formatAddress(start)}..${formatAddress(end)}`;
}

function describeMisplacement(
  address: number,
  length: number,
  last: MemoryArea | undefined,
  areas: readonly MemoryArea[],
): string {
  if (last !== undefined) {
    const over = address + length - last.end;
    return `its ${length} bytes at ${formatAddress(address)} do not fit: ${last.kind} ends at ${formatAddress(last.end)}, ${over} bytes short`;
  }
  const known = areas.map((area) => `${area.kind} ${formatRegion(area)}`).join(', ');
  return `its ${length} bytes at ${formatAddress(address)} are outside the target's memory (${known})`;
}
