import type { AgentEvent, OperationBegin, RunBegin } from '../../core/agent/events';
import { parseFact } from '../../core/agent/lines';
import { type BlockWait, silenceFor } from './block-length';
import { type Pace, newPace } from './block-pace';
import { type Block, type Done, nextBlock } from './next-block';
import { type OperationBlocks, learnBlock, lengthOf, newOperationBlocks } from './operation-blocks';

/** Foretells how long the host is best silent for the next block of a pass. */
export interface BlockForecast {
  /** An event of the stream, and how a block that it ends was waited for. */
  push(event: AgentEvent, wait: BlockWait): void;
  /** Milliseconds for the block that may begin now; once for each, undefined where none begins. */
  next(): number | undefined;
}

/** Where the operation in progress stands. */
interface Position {
  readonly operation: OperationBlocks;
  readonly begun: OperationBegin;
  readonly done: Done;
  /** The block that is awaited, or whose values are. */
  block: Block | undefined;
  /** How the block was waited for, once it has ended. */
  ended: { readonly wait: BlockWait; readonly clockTicks: number } | undefined;
  values: number;
  ticks: number;
  /** Nobody has asked yet how long the awaited block will take. */
  isNews: boolean;
}

/** What the agent said of itself, and its clock. */
interface Agent {
  run: RunBegin | undefined;
  pace: Pace | undefined;
  /** How many samples fit its store. */
  store: number | undefined;
  tickHz: number;
  lastTicks: number;
}

type MaxOf = (name: string) => number;

/** A forecast; `maxOf` says how many executions of an operation one round may have, 0 for any. */
export function newBlockForecast(maxOf: MaxOf): BlockForecast {
  const operations = new Map<string, OperationBlocks>();
  const agent: Agent = {
    ...{ run: undefined, pace: undefined, store: undefined, tickHz: 1000, lastTicks: 0 },
  };
  let position: Position | undefined;

  const begin = (begun: OperationBegin): Position => {
    const key = `${begun.name} ${begun.params}`;
    const operation = operations.get(key) ?? newOperationBlocks();
    operations.set(key, operation);
    if (agent.run !== undefined) agent.pace ??= newPace(agent.run, agent.tickHz);
    const nothing = { done: {}, block: undefined, ended: undefined, values: 0, ticks: 0 };
    const at = { operation, begun, ...nothing, isNews: true };
    return { ...at, block: blockAfter(at, agent, maxOf) };
  };
  return {
    push: (event, wait) => {
      if (event.kind === 'runBegin') [agent.run, agent.lastTicks] = [event, event.clockTicks];
      if (event.kind === 'fact') readFact(event.text, agent);
      if (event.kind === 'operationBegin') position = begin(event);
      if (position === undefined) return;
      if (event.kind === 'flush') {
        // It begins to measure when all values have gone; 0 says that it waits for their leaving.
        if (event.block !== 0) complete(position, agent, maxOf);
        if (event.block === 0 || event.measuring) position.isNews = true;
        else end(position, event.clockTicks, wait, agent);
      }
      addValues(position, event);
      if (position.values === position.block?.values) complete(position, agent, maxOf);
      if (event.kind !== 'operationEnd') return;
      complete(position, agent, maxOf);
      position = undefined;
    },
    next: () => {
      if (position?.isNews !== true || position.ended !== undefined) return undefined;
      const { operation, block } = position;
      position.isNews = false;
      return block && agent.pace && silenceFor(lengthOf(operation, block, agent.pace));
    },
  };
}

function blockAfter({ done, operation, begun }: Position, agent: Agent, maxOf: MaxOf) {
  const blockSize = agent.run?.traced === true ? operation.tracedSize : agent.store;
  return nextBlock({ operation: begun, blockSize, max: maxOf(begun.name) }, done);
}

function end(at: Position, clockTicks: number, wait: BlockWait, agent: Agent): void {
  at.ended = { wait, clockTicks: clockTicks - agent.lastTicks };
  agent.lastTicks = clockTicks;
}

/** All values of a block have come: now it is known how long it took, and which one follows. */
function complete(at: Position, agent: Agent, maxOf: MaxOf): void {
  const { block, ended, values, ticks, operation, done } = at;
  if (ended === undefined || block === undefined) return;
  const { batchSize } = at.begun;
  if (agent.pace) learnBlock(operation, { block, ...ended, values, ticks, batchSize }, agent.pace);
  const isTraced = agent.run?.traced === true;
  if (isTraced && block.kind === 'sample' && values > 0) operation.tracedSize ??= values;
  done[block.kind] = (done[block.kind] ?? 0) + (block.kind === 'cold' ? block.operations : values);
  Object.assign(at, { ended: undefined, values: 0, ticks: 0, isNews: true });
  at.block = blockAfter(at, agent, maxOf);
}

function addValues(at: Position, event: AgentEvent): void {
  if (event.kind === 'samples') {
    at.values += event.values.length;
    for (const value of event.values) at.ticks += value >>> 1;
  }
  if (event.kind === 'traced') {
    at.values += 1;
    at.ticks += (event.stop - event.start) >>> 0;
  }
}

function readFact(text: string, agent: Agent): void {
  const { value } = parseFact(text);
  const store = Number(value.get('block'));
  const tickHz = Number(value.get('tick_hz'));
  if (store > 0) agent.store = store;
  if (tickHz > 0) agent.tickHz = tickHz;
}
