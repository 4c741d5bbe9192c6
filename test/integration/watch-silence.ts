import { expect } from 'vitest';
import { decodeEvent } from '../../extension/agent/event-codec';
import type { Bench } from '../../extension/agent/manifest';
import type { DecoderOptions } from '../../extension/systemview/decoder';
import { moduleEventNumber } from '../../extension/systemview/knowledge';
import { newBenchmarkDecoder } from '../../extension/engine/decode/file';
import { watchBlocks } from '../../extension/engine/run/hush';
import type { TargetLink } from '../../extension/targets/target';
import { ask } from './agent/measured';
import { FEW_FAMILIES } from './rig-tools';

/** Before every block of these families a link is kept off, the first ones too. */
export async function expectSilence(link: TargetLink, all: readonly Bench[]): Promise<void> {
  const benches = all.filter(({ suite }) => FEW_FAMILIES.includes(suite));
  const suites = [...new Set(benches.map(({ suite }) => suite))];
  expect(suites).toEqual(FEW_FAMILIES);
  const lines = suites.map((suite) => `run ${suite} n=1000`);
  const { blocks, hushed, lookedInto } = await watchSilence(link, benches, lines);
  expect(blocks).toBeGreaterThan(5 * benches.length);
  expect(hushed).toBeGreaterThanOrEqual(blocks);
  // This computer may be busy with something else for longer than can be predicted.
  expect(lookedInto).toBeLessThan(blocks / 5);
}

/** Has lines answered as a run does, and counts blocks, silences, and blocks that were looked into. */
async function watchSilence(link: TargetLink, benches: readonly Bench[], lines: readonly string[]) {
  const watch = watchBlocks(benches);
  let [blocks, hushed] = [0, 0];
  const onPacket: NonNullable<DecoderOptions['onPacket']> = (packet, knowledge) => {
    watch.onPacket(packet, knowledge);
    const number = moduleEventNumber(knowledge, 'cyclescope', packet.id);
    const event = number === undefined ? undefined : decodeEvent(number, packet.payload).value;
    if (event?.kind === 'flush' && !event.measuring && event.block > 0) blocks += 1;
  };
  const decoder = newBenchmarkDecoder({ onPacket });
  const hush = (milliseconds: number) => {
    hushed += 1;
    link.hush?.(milliseconds);
  };
  const { looks } = link;
  link.onStream((bytes) =>
    watch.around({ hush, ...(looks && { looks }) }, () => decoder.push(bytes)),
  );
  for (const line of lines) await ask(link, line);
  await link.drain();
  const [note = 'during 0 of'] = watch.notes();
  return { blocks, hushed, lookedInto: Number(/during (\d+) of/.exec(note)?.[1]) };
}
