import { existsSync } from 'node:fs';
import { toUnits } from '../../../extension/agent/clock';
import type { CollectedOperation, CollectedRun } from '../../../extension/agent/collected';
import type { AgentImage } from '../../../extension/agent/manifest';
import { newBenchmarkDecoder, streamTotals } from '../../../extension/engine/decode/file';
import { FREERTOS_M7, type QemuBoard } from '../../../extension/targets/qemu/machines';
import { openQemu, type QemuResources } from '../../../extension/targets/qemu/open';
import type { TargetLink } from '../../../extension/targets/target';
import { HANGS_MS } from '../../patience.mjs';
import { temporaryFolder } from './temporary';

/** The replies to a few control lines, and the stream that came with them. */
export interface Measured {
  readonly replies: readonly (readonly string[])[];
  readonly runs: readonly CollectedRun[];
  readonly lostPackets: number;
  readonly problems: readonly string[];
}

const SILENCE_MS = HANGS_MS / 2;

/** The tests have locks of their own, so they and other users of the target on this machine do not meet. */
let lockFolder: string | undefined;

/** The links' locks, in a folder of each test file. */
export function lockFolderOfTests(): string {
  if (lockFolder === undefined || !existsSync(lockFolder)) lockFolder = temporaryFolder('locks');
  return lockFolder;
}

/** Options of a target that is opened without a log and never cancelled. */
export const openOptions = () => ({
  signal: new AbortController().signal,
  log: { info: () => undefined, debug: () => undefined },
});

/** Opens an emulated target with an image; the caller closes the link. */
export function openAgent(
  image: AgentImage,
  board: QemuBoard = FREERTOS_M7,
  resources: QemuResources = {},
): Promise<TargetLink> {
  return openQemu(board, image, openOptions(), { lockFolder: lockFolderOfTests(), ...resources });
}

/** Sends one line and gives its answer up to the final line. */
export async function ask(link: TargetLink, line: string): Promise<readonly string[]> {
  await link.sendLine(line);
  const lines: string[] = [];
  for (;;) {
    const next = await link.nextLine(SILENCE_MS);
    lines.push(next);
    if (/^(ok|error|panic)\b/.test(next)) return lines;
  }
}

/** A host that fetches late: it reads nothing for a while after each line. */
export function fetchLate(link: TargetLink): void {
  const { sendLine } = link;
  link.sendLine = async (line) => {
    await sendLine(line);
    link.stall(100);
  };
}

/** Has control lines answered by a fresh agent; `meddle` disturbs the host while they are. */
export async function measure(
  image: AgentImage,
  lines: readonly string[],
  meddle: (link: TargetLink) => void | Promise<void> = () => undefined,
): Promise<Measured> {
  return measureOver(await openAgent(image), lines, meddle);
}

/** Has control lines answered over a fresh link, which is closed at the end. */
export async function measureOver(
  link: TargetLink,
  lines: readonly string[],
  meddle: (link: TargetLink) => void | Promise<void> = () => undefined,
): Promise<Measured> {
  const decoder = newBenchmarkDecoder();
  const replies: (readonly string[])[] = [];
  try {
    link.onStream((bytes) => decoder.push(bytes));
    await meddle(link);
    for (const line of lines) replies.push(await ask(link, line));
    await link.drain();
  } finally {
    await link.close();
  }
  const recording = decoder.finish();
  return {
    replies,
    runs: decoder.collector.runs(),
    lostPackets: streamTotals(recording).lostPackets,
    problems: [
      ...recording.streams.flatMap((stream) => stream.problems),
      ...decoder.collector.problems(),
    ],
  };
}

export const listOperations = ({ runs }: Pick<Measured, 'runs'>): readonly CollectedOperation[] =>
  runs.flatMap((run) => run.operations);

/** Every value in the clock's unit, in order, by operation and kind. */
export function collectValues({ runs }: Pick<Measured, 'runs'>): Record<string, readonly number[]> {
  const entries = runs.flatMap((run) =>
    run.operations.flatMap((operation) =>
      Object.entries(operation.series).map(([kind, series]) => {
        const units = toUnits(series.ticks, run.clock?.ratio ?? [1, 1]);
        return [`${operation.suite}/${operation.name} ${kind}`, [...units]] as const;
      }),
    ),
  );
  return Object.fromEntries(entries);
}
