import { expect, test } from 'vitest';
import { type Block, type Division, type Done, nextBlock } from './next-block';

const operation = { n: 10, warmup: 0, batchSize: 2, batches: 5 };
const whole: Division = { operation, blockSize: 1024, max: 0 };

/** All blocks as the agent would measure them, each as `kind values/operations`, `+` for a new round. */
function allOf(division: Division): readonly string[] {
  const done: Done = {};
  const texts: string[] = [];
  for (let block = nextBlock(division, done); block; block = nextBlock(division, done)) {
    const { kind, operations, startsRound } = block;
    texts.push(`${kind} ${block.values}/${operations}${startsRound ? '+' : ''}`);
    done[kind] = (done[kind] ?? 0) + progressOf(block);
  }
  return texts;
}

const progressOf = ({ kind, operations, values }: Block) =>
  kind === 'cold' ? operations : (values ?? 4);

test.each<[string, Partial<Division>, readonly string[]]>([
  [
    'one block of each kind',
    {},
    ['emptySample 64/64', 'emptyBatch 5/10', 'cold 1/1+', 'sample 10/10+', 'batch 5/10+'],
  ],
  [
    'a store for fewer',
    { blockSize: 4, operation: { ...operation, warmup: 5 } },
    [
      ...['emptySample 64/64', 'emptyBatch 4/8', 'cold 1/4+', 'cold 0/2'],
      ...['sample 4/4+', 'sample 4/4', 'sample 2/2', 'batch 4/8+', 'batch 1/2+'],
    ],
  ],
  [
    'few at once, in rounds',
    { max: 6 },
    [
      ...['emptySample 64/64', 'emptyBatch 5/10', 'cold 1/1+', 'sample 6/6+', 'sample 4/4+'],
      ...['batch 3/6+', 'batch 2/4+'],
    ],
  ],
  [
    'no batches, and blocks of which only the agent knows how long they are',
    { blockSize: undefined, operation: { ...operation, batches: 0 } },
    [
      ...['emptySample 64/64', 'cold 1/1+', 'sample undefined/10+', 'sample undefined/6'],
      'sample undefined/2',
    ],
  ],
])('%s', (_, division, blocks) => {
  expect(allOf({ ...whole, ...division })).toEqual(blocks);
});
