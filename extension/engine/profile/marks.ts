import { bytesAt, type Elf } from '../../agent';
import { EngineError } from '../../base';
import { type Image, openImage, readMarks, STORES } from '../../profile';
import type { ExecutionMarks, SwitchMark } from '../../targets';

const BEGIN = 'cyclescope_measure_operation';
const END = 'cyclescope_measure_clock';

/** Finds the instructions that open and close windows, store values and switch threads. */
export function findExecutionMarks(bytes: Uint8Array, howToBuild: string): ExecutionMarks {
  const image = openImage(bytes);
  const { readings, saves, restores } = readMarks(image);
  const loads = (kind: 'open' | 'close') =>
    readings.flatMap((reading) => (reading.kind === kind ? [reading.load] : []));
  const at = (name: string) => image.symbols.findByName(name).map(({ from }) => from);
  const findSwitches = (addresses: readonly number[], isRestore: boolean) =>
    addresses.map((address) => switchAt(image.elf, address, isRestore));
  const marks = {
    opens: loads('open'),
    closes: loads('close'),
    stores: STORES.flatMap((name) => listInstructions(image, name)),
    begins: at(BEGIN),
    ends: at(END),
    switches: [...findSwitches(saves, false), ...findSwitches(restores, true)],
  };
  // Programs of an operating system have no vectors, and it is the system that switches threads.
  const needed = image.handlers.size > 0 ? marks : { ...marks, switches: loads('open') };
  if (Object.values(needed).every((each) => each.length > 0)) return marks;
  const { opens, closes, stores, begins } = marks;
  if ([opens, closes, stores, needed.switches].every((each) => each.length > 0)) {
    throw new EngineError(
      'bad-image',
      `The image cannot be profiled: link-time optimisation has inlined ${begins.length > 0 ? END : BEGIN}, where profiles begin or end.`,
      'Build the agent without link-time optimisation (-flto).',
    );
  }
  throw new EngineError(
    'bad-image',
    'The image cannot be profiled: it has no debug information (DWARF) that shows where its windows are. ' +
      'Stripped images have none.',
    howToBuild,
  );
}

/** Lists every instruction of a function, including its inlined copies. */
function listInstructions(
  { dwarf, symbols, instructionAt }: Image,
  name: string,
): readonly number[] {
  const whole = symbols.findByName(name).map(({ from, to }) => [from, to] as const);
  const ranges = [...whole, ...dwarf.findInstances(name).flatMap((each) => each.ranges)];
  return ranges.flatMap(([from, to]) => {
    const addresses: number[] = [];
    for (let address = from; address < to;) {
      addresses.push(address);
      address += instructionAt(address)?.length ?? to;
    }
    return addresses;
  });
}

/** The address that a load or store of several registers begins at. */
function switchAt(elf: Elf, address: number, restores: boolean): SwitchMark {
  const bytes = bytesAt(elf, address, 4) ?? new Uint8Array(4);
  const words = new DataView(bytes.buffer, bytes.byteOffset);
  const [first, list] = [words.getUint16(0, true), words.getUint16(2, true)];
  const count = Array.from({ length: 16 }, (_, bit) => (list >> bit) & 1).filter(Boolean).length;
  const isDecreasing = (first & 0x0100) !== 0;
  return { address, restores, register: first & 15, offset: isDecreasing ? -4 * count : 0 };
}
