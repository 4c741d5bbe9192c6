import { afterEach } from 'vitest';
import { type Behaviour, memoryBehaviour, openScripted } from '../../../gdb/testing';
import type { DeployOptions } from './deploy';
import { planDeployment } from './plan';
import type { Stub } from './stub';
import { flashBehaviour, SAMPLE_MAP, sampleImage, sampleProgram } from './testing';

/** The start of its RAM. */
export const RAM = 0x20000000;
const BLOCK = 0x400;

/** Two blocks of flash with contents, partly covered by the image. */
export const inFlash = sampleImage(
  [
    { vaddr: 0, data: sampleProgram(RAM + 0x8000, 0x101, 0x480) },
    { vaddr: RAM + 0x1000, data: Uint8Array.of(1, 2, 3, 4) },
  ],
  { entry: 0x101 },
);
/** A program for RAM. */
export const inRam = sampleImage([{ vaddr: RAM, data: sampleProgram(RAM + 0x8000, RAM + 0x101) }], {
  entry: RAM + 0x101,
});

/** A target with flash, RAM, core registers and the registers of its device; its core runs a stub, if given one. */
async function openTarget({
  isReadable = true,
  stub,
  signal,
}: { isReadable?: boolean; stub?: Stub | undefined; signal?: AbortSignal } = {}) {
  const flash = new Uint8Array(0x4000).fill(0x55);
  const ram = new Uint8Array(0x10000);
  const core = new Map<number, string>();
  const ran: Uint8Array[] = [];
  const system = new Uint8Array(0x1000);
  const map = SAMPLE_MAP.map(
    ({ kind, start, end, blockSize }) =>
      `<memory type="${kind}" start="${start}" length="${end - start}"><property name="blocksize">${blockSize}</property></memory>`,
  ).join('');
  const target: Behaviour = (payload) => {
    if (payload.startsWith('qSupported')) return ['PacketSize=400;qXfer:memory-map:read+'];
    if (payload.startsWith('qXfer:memory-map'))
      return [payload.includes(':0,') ? `l<memory-map>${map}</memory-map>` : 'l'];
    if (payload === 'g') {
      return [Array.from({ length: 17 }, (_, index) => core.get(index) ?? '00000000').join('')];
    }
    if (payload === 'c' && stub !== undefined) {
      ran.push(ram.slice(stub.at - RAM, stub.at - RAM + 2 * stub.code.length));
      core.set(0, wordHex(42));
      core.set(15, wordHex(stub.end));
      return [];
    }
    if (payload === '\x03') return ['T02'];
    const [, register = '', value = ''] = /^P(\w+)=(\w+)$/.exec(payload) ?? [];
    if (register === '') return undefined;
    core.set(Number.parseInt(register, 16), value);
    return ['OK'];
  };
  const scripted = await openScripted(
    [
      target,
      flashBehaviour(flash, BLOCK),
      // Flash is read as memory is, but not written so.
      (payload) =>
        payload.startsWith('m') && isReadable
          ? skipMissing(memoryBehaviour(flash)(payload))
          : undefined,
      (payload) => skipMissing(memoryBehaviour(ram, RAM)(payload)),
      memoryBehaviour(system, 0xe000e000),
    ],
    signal && { signal },
  );
  return { ...scripted, flash, ram, core, system, ran };
}

const wordHex = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString('hex');

/** Leaves an address that is not there to the next memory. */
const skipMissing = (replies: ReturnType<Behaviour>) =>
  replies?.[0] === 'E0E' ? undefined : replies;

/** Options of a deployment that keep how far it has come. */
export function options(more: Partial<DeployOptions> = {}) {
  const progress: [number, number][] = [];
  let resets = 0;
  return {
    progress,
    board: 'board:test',
    resets: () => resets,
    resetHalt: async () => void resets++,
    onProgress: (done: number, total: number) => void progress.push([done, total]),
    ...more,
  };
}

/** Plans the deployment of an image on such a target. */
export const plan = (image: typeof inFlash) => {
  return { ...planDeployment(image, { map: SAMPLE_MAP }), core: 'Cortex-M7' };
};

/** Opens such targets for a test, and closes them after it. */
export function openTargets() {
  const opened: (() => void)[] = [];
  afterEach(() => opened.splice(0).forEach((close) => close()));
  return async (given: Parameters<typeof openTarget>[0] = {}) => {
    const target = await openTarget(given);
    opened.push(target.close);
    return target;
  };
}
