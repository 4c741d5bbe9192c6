import type { Image } from './image';

/** A reading of the clock that the compiler inlined. */
interface InlinedReading {
  readonly kind: 'open' | 'close';
  /** The address of the instruction that reads the clock's register, or calls a function that does. */
  readonly load: number;
  /** The function that contains it, as it was linked. */
  readonly function: string;
  /** The addresses of the reading: first instruction, and behind the last one. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

/** The addresses in an image that a recorder of paths has to watch. */
interface ImageMarks {
  readonly readings: readonly InlinedReading[];
  /** Instructions that store or load a thread's registers at a switch of context. */
  readonly saves: readonly number[];
  readonly restores: readonly number[];
  /** Why something is missing. */
  readonly problems: readonly string[];
}

/** The inline functions of `window.h`. */
export const READINGS = [
  { kind: 'open', name: 'cyclescope_open_window' },
  { kind: 'close', name: 'cyclescope_close_window' },
] as const;

/** Functions that store what was measured, where the recording of an execution ends. */
export const STORES = ['cyclescope_store', 'store_figure'] as const;

/** Handlers that switch threads, of FreeRTOS and of Zephyr. */
const SWITCHES = ['PendSV_Handler', 'xPortPendSVHandler', 'z_arm_pendsv', 'SVC_Handler'];
const NO_READINGS = 'the image has no readings that open and close windows';

/** Finds the addresses to watch in an image. */
export function readMarks(image: Image): ImageMarks {
  const readings = READINGS.flatMap(({ kind, name }) =>
    image.dwarf.findInstances(name).flatMap(({ ranges }): InlinedReading | readonly [] => {
      const addresses = listAddresses(image, ranges);
      const load =
        addresses.find((at) => image.instructionAt(at)?.flow === 'call') ??
        addresses.find((at) => image.instructionAt(at)?.isLoad);
      if (load === undefined) return [];
      return { kind, load, function: image.functionAt(load).name, ranges };
    }),
  ).sort((a, b) => a.load - b.load);
  const handlers = SWITCHES.flatMap((name) => image.symbols.findByName(name));
  const moving = (how: 'saves' | 'restores') =>
    handlers
      .flatMap(({ from, to }) => listAddresses(image, [[from, Math.min(to, from + LONGEST)]]))
      .filter((at) => image.instructionAt(at)?.moves === how);
  return {
    readings,
    saves: moving('saves'),
    restores: moving('restores'),
    problems: readings.length > 0 ? image.problems : [...image.problems, NO_READINGS],
  };
}

const LONGEST = 4096;

/** Lists the instructions of ranges in their order. */
function listAddresses(
  image: Image,
  ranges: readonly (readonly [from: number, to: number])[],
): number[] {
  return ranges.flatMap(([from, to]) => {
    const addresses: number[] = [];
    for (let at = from; at < to && addresses.length < LONGEST;) {
      const length = image.instructionAt(at)?.length;
      if (length === undefined) break;
      addresses.push(at);
      at += length;
    }
    return addresses;
  });
}
