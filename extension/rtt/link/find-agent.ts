import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../../base';
import {
  type Access,
  type Channel,
  type Found,
  HEADER_SIZE,
  hex,
  rawRing,
  type Region,
  regionsText,
  type Ring,
  RING_AT,
  RTT_ID,
} from '../block';
import type { AsyncMemory } from './async-memory';
import { type AgentChannels, agentChannels } from './channels';
import { CACHE_HINT } from './failures';

/** Where an agent's control block is looked for. */
export interface AgentPlace {
  readonly memory: AsyncMemory;
  /** Where the image says that it is. */
  readonly symbol?: number | undefined;
  /** Memory in which it and its buffers may lie; empty where that is not known. */
  readonly ram: readonly Region[];
}

/** An agent that has set up its channels. */
export interface FoundAgent {
  /** Address of the control block. */
  readonly controlBlock: number;
  readonly channels: AgentChannels;
}

interface FindLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** How long the image's own address is believed before the memory is searched. */
  readonly symbolMs?: number;
  /** How much memory one search reads at most. */
  readonly searchBytes?: number;
}

type Check = () => void;

const TIMEOUT_MS = 5000;
const SYMBOL_MS = 1000;
const SEARCH_BYTES = 4 << 20;
const CHUNK = 0x1000;
const RETRY_MS = 5;

/** Makes sure that the last life's control block is not taken for the next one's. */
export async function clearControlBlock(memory: AsyncMemory, address: number): Promise<void> {
  await memory.write(address, new Uint8Array(HEADER_SIZE));
}

/** Waits until the agent has set up its channels: at the image's symbol, or else wherever they are. */
export async function awaitAgentChannels(
  place: AgentPlace,
  { signal, timeoutMs = TIMEOUT_MS, symbolMs = SYMBOL_MS, searchBytes = SEARCH_BYTES }: FindLimits,
): Promise<FoundAgent> {
  const began = performance.now();
  let problem: string | undefined;
  let searched: string | undefined;
  const late = () => performance.now() - began > timeoutMs;
  const check = () => {
    signal.throwIfAborted();
    if (late()) throw noAgent(timeoutMs, problem ?? 'it could not be looked at');
  };
  const isSearching = () => place.symbol === undefined || performance.now() - began > symbolMs;
  for (;;) {
    const atSymbol = await lookAtSymbol(place, check);
    if ('value' in atSymbol) return atSymbol.value;
    if (isSearching() && place.ram.length > 0) {
      problem =
        searched ??
        `${atSymbol.problem}; the search through ${regionsText(place.ram)} was not over`;
      const found = await search(place, searchBytes, check);
      if ('value' in found) return found.value;
      problem = searched = `${atSymbol.problem}; ${found.problem}`;
    } else problem = atSymbol.problem;
    check();
    await sleep(RETRY_MS);
  }
}

async function lookAtSymbol(place: AgentPlace, check: Check): Promise<Found<FoundAgent>> {
  const { memory, symbol, ram } = place;
  if (symbol !== undefined) return inspect(memory, symbol, ram, check);
  const nowhere = ram.length === 0 ? ', and the memory to search is not known' : '';
  return { problem: `the image does not say where its control block is${nowhere}` };
}

async function inspect(
  memory: AsyncMemory,
  address: number,
  ram: readonly Region[],
  check: Check,
): Promise<Found<FoundAgent>> {
  const found = await accessAsync(memory, agentChannels(address, ram), check);
  return 'problem' in found ? found : { value: { controlBlock: address, channels: found.value } };
}

async function search(
  { memory, symbol, ram }: AgentPlace,
  bytes: number,
  check: Check,
): Promise<Found<FoundAgent>> {
  const limits = { chunk: CHUNK, bytes };
  const result = await accessAsync(memory, searchControlBlocks(ram, limits), check);
  const others = result.candidates.filter((address) => address !== symbol);
  const agents: FoundAgent[] = [];
  const problems: string[] = [];
  for (const address of others) {
    const found = await inspect(memory, address, ram, check);
    if ('value' in found) agents.push(found.value);
    else problems.push(found.problem);
  }
  const [agent, second] = agents;
  if (agent !== undefined && second === undefined) return { value: agent };
  if (agent !== undefined) {
    const addresses = agents.map(({ controlBlock }) => hex(controlBlock)).join(' and ');
    return { problem: `several control blocks have the agent's channels: at ${addresses}` };
  }
  const [where, nothing] =
    result.searched.length === 0
      ? [regionsText(ram), 'could not be read']
      : [regionsText(result.searched), `searched: nothing${symbol === undefined ? '' : ' else'}`];
  return { problem: problems.length > 0 ? problems.join('; ') : `${where} ${nothing}` };
}

function noAgent(timeoutMs: number, problem: string): TargetError {
  return new TargetError(
    'no-agent',
    `The image runs, but no agent answers after ${timeoutMs / 1000} s: ${problem}`,
    `Is it an agent? It must set up the channels \`cyclescope\` and \`SysView\` before anything else. ${CACHE_HINT}`,
  );
}

/**
 * Carries an algorithm out over memory that takes its time. Memory that cannot be reached is part of
 * the algorithm; a target that is gone is not. `check` throws when it is time to give up.
 */
async function accessAsync<T>(
  memory: AsyncMemory,
  algorithm: Access<T>,
  check: () => void,
): Promise<T> {
  let step = algorithm.next();
  while (!step.done) {
    check();
    step = algorithm.next(await readable(memory, step.value.address, step.value.length));
  }
  return step.value;
}

async function readable(memory: AsyncMemory, address: number, length: number) {
  try {
    return await memory.read(address, length);
  } catch (error) {
    if (error instanceof TargetError) throw error;
    return undefined;
  }
}

/** Reads a channel's ring whenever it is asked. */
export function ringReader(memory: AsyncMemory, { descriptor }: Channel): () => Promise<Ring> {
  return async () => rawRing(await memory.read(descriptor + RING_AT, 12), 0);
}

/** What a search through memory came upon. */
interface SearchResult {
  /** Where the identifier stands; each is yet to be checked. */
  readonly candidates: readonly number[];
  /** What was read; memory that cannot be reached is left out. */
  readonly searched: readonly Region[];
}

interface SearchLimits {
  /** How much is read at once. */
  readonly chunk: number;
  /** How much is read at most. */
  readonly bytes: number;
}

/** Looks for control blocks in memory, at addresses where a compiler may have put one. */
export function* searchControlBlocks(
  regions: readonly Region[],
  limits: SearchLimits,
): Access<SearchResult> {
  const candidates: number[] = [];
  const searched: Region[] = [];
  let left = limits.bytes;
  for (const region of regions) {
    let last: Region | undefined;
    for (let start = region.start; start < region.end && left > 0; start += limits.chunk) {
      // A header that lies across the end belongs to this chunk.
      const end = Math.min(start + limits.chunk, region.end);
      const bytes = yield {
        address: start,
        length: Math.min(end + HEADER_SIZE, region.end) - start,
      };
      left -= limits.chunk;
      if (bytes === undefined) {
        last = undefined;
        continue;
      }
      candidates.push(...identifiersIn(bytes, start).filter((address) => address < end));
      if (last !== undefined) searched.pop();
      last = { start: last?.start ?? start, end };
      searched.push(last);
    }
  }
  return { candidates, searched };
}

/** Control blocks hold words, so they stand at multiples of four. */
function identifiersIn(bytes: Uint8Array, start: number): number[] {
  const found: number[] = [];
  for (let at = (4 - (start % 4)) % 4; at + HEADER_SIZE <= bytes.length; at += 4) {
    if (RTT_ID.every((byte, index) => bytes[at + index] === byte)) found.push(start + at);
  }
  return found;
}
