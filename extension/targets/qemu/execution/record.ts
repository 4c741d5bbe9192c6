import type { Execution, ExecutionMarks } from '../../execution';

/** Recording of instructions one by one. */
export interface ExecutionRecorder {
  /** The next executed instruction; `register` reads one as it was before it. */
  executed(address: number, register: (index: number) => number): void;
  finish(): Execution;
}

/** As many steps as a stretch may have. */
const MOST_STEPS = 1 << 26;

const KINDS = ['opens', 'closes', 'stores', 'begins', 'ends'] as const;

/** Divides executed instructions into stretches, as the plugin does. */
export function recordExecution(marks: ExecutionMarks): ExecutionRecorder {
  const kinds = new Map<number, (typeof KINDS)[number]>();
  for (const kind of KINDS) for (const address of marks[kind]) kinds.set(address, kind);
  const switches = new Map(marks.switches.map((each) => [each.address, each]));
  const paths: Uint32Array[] = [];
  const known = new Map<string, number>();
  const operations: number[][] = [];
  let isMeasuring = false;
  let isRecording = false;
  let steps: number[] = [];
  let closed = 0;
  let places: number[] = [];

  const keep = () => {
    const path = Uint32Array.from(steps.slice(0, closed));
    const key = path.join();
    const index = known.get(key) ?? paths.push(path) - 1;
    known.set(key, index);
    operations.at(-1)?.push(index);
  };
  const numberOf = (place: number) => {
    const found = places.indexOf(place);
    return found >= 0 ? found : places.push(place) - 1;
  };
  const executed: ExecutionRecorder['executed'] = (address, register) => {
    const kind = kinds.get(address);
    if (kind === 'begins') operations.push([]);
    if (kind === 'begins' || kind === 'ends') {
      isMeasuring = kind === 'begins';
      isRecording = false;
    }
    if (kind === 'opens' && isMeasuring && !isRecording) {
      [steps, closed, places] = [[], 0, []];
      isRecording = true;
    }
    if (kind === 'stores' && closed > 0 && isRecording) {
      keep();
      isRecording = false;
    }
    if (steps.length >= MOST_STEPS) isRecording = false;
    if (!isRecording) return;
    steps.push(address);
    if (kind === 'closes') closed = steps.length;
    const at = switches.get(address);
    if (!at) return;
    const number = numberOf((register(at.register) + at.offset) >>> 0);
    steps.push(4 * number + (at.restores ? 3 : 1));
  };
  return { executed, finish: () => ({ paths, operations }) };
}
