import { describe, expect, test } from 'vitest';
import type { AgentEvent, SampleKind } from '../../agent/events';
import { operationBegin, runBegin } from '../../agent/testing/begin';
import { newBenchmarkDecoder } from '../decode/file';
import { encodeStream, streamStart } from '../testing/stream';
import { watchBlocks } from './hush';

const begin = runBegin({ clockHz: 1e6, ratio: [1, 1], clock: 'c', suite: 's' });
const operation = operationBegin({ n: 1000, name: 's/op', at: 's.c:1' });
const block = (
  number: number,
  sampleKind: SampleKind = 'emptySample',
  count = 64,
): AgentEvent[] => [
  { kind: 'flush', measuring: false, block: number, clockTicks: 0 },
  {
    kind: 'samples',
    op: 0,
    sampleKind,
    first: 0,
    values: new Uint32Array(count),
  },
];
const SHORT = 12.6;

describe('watchBlocks', () => {
  test('hushes the link before every block, and counts those that it polled during', () => {
    const scene = start();
    scene.arrive(0, 0, [begin, operation]);
    scene.arrive(10, 0, block(1));
    scene.arrive(20, 3, block(2, 'cold', 1));
    expect(scene.hushed).toEqual([SHORT, SHORT, SHORT]);
    scene.arrive(30, 3, block(3, 'sample', 1000));
    expect(scene.watch.notes()).toEqual([
      'The host read from the target during 1 of 3 blocks, which took longer than it had predicted.',
    ]);
  });

  test('does not hush again for a part of the data that end a block', () => {
    const scene = start();
    scene.arrive(0, 0, [begin, operation]);
    scene.arrive(10, 0, block(1).slice(0, 1));
    expect(scene.hushed).toEqual([SHORT]);
    scene.arrive(11, 0, block(1).slice(1));
    expect(scene.hushed).toEqual([SHORT, SHORT]);
  });

  test('reports nothing if no block was disturbed', () => {
    const scene = start();
    scene.arrive(0, 0, [begin, operation]);
    scene.arrive(10, 0, block(1));
    expect(scene.watch.notes()).toEqual([]);
  });

  test('does not hush a link whose polls cost the target nothing', () => {
    const scene = start({});
    scene.arrive(0, 0, [begin, operation]);
    for (const number of [1, 2, 3]) scene.arrive(number * 10, number, block(number));
    expect([scene.hushed, scene.watch.notes()]).toEqual([[], []]);
  });
});

/** A link that is polled, and a clock that the test moves. */
function start(own?: object) {
  const hushed: number[] = [];
  let [now, looks] = [0, 0];
  const watch = watchBlocks([{ suite: 's', op: 'op', max: 0 }], () => now);
  const decoder = newBenchmarkDecoder({ onPacket: watch.onPacket });
  decoder.push(streamStart());
  const link = own ?? {
    hush: (milliseconds: number) => hushed.push(milliseconds),
    looks: () => looks,
  };
  const arrive = (at: number, lookedBefore: number, events: readonly AgentEvent[]) => {
    [now, looks] = [at, lookedBefore];
    watch.around(link, () => decoder.push(encodeStream(events)));
  };
  return { watch, hushed, arrive };
}
