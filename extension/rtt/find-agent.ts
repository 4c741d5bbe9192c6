import { setTimeout as sleep } from 'node:timers/promises';
import { TargetError } from '../base';
import { type Channel, isPossibleRing, readRing } from './channel';
import {
  type BlockResult,
  findChannel,
  HEADER_SIZE,
  type Peek,
  readControlBlock,
  RTT_ID,
} from './control-block';
import { CACHE_HINT, makeRingError } from './failures';
import { formatAddress, type Memory, type Region, regionsText } from './memory';

/*
 * Finds an agent's control block and its channels, in an image that is known or in unknown memory:
 *
 *     const { channels } = await awaitAgentChannels({ memory, symbol, ram }, { signal });
 *
 * The image's symbol is trusted for a second, because the agent writes the block after its start; then RAM
 * is searched for the identifier `SEGGER RTT`. A find counts only if all three channels have names, buffers
 * and offsets that are possible, since the identifier is also in the program's own data.
 *
 * - No complete block within the deadline, or several: `no-agent`, with the memory that was searched and the
 *   last problem. Without `ram` nothing is searched.
 * - A block of an earlier start: callers remove it before they start the agent (`clearControlBlock`).
 * - Memory that cannot be read is left out. If the target itself is gone, that error ends the search.
 */

/** The three channels of an agent. */
export interface AgentChannels {
  readonly controlUp: Channel;
  readonly controlDown: Channel;
  readonly stream: Channel;
}

const CONTROL_CHANNEL = 'cyclescope';
const STREAM_CHANNEL = 'SysView';

/** The memory in which an agent's control block is searched. */
export interface SearchedMemory {
  readonly memory: Memory;
  /** The address in the image. */
  readonly symbol?: number | undefined;
  /** Memory that may contain it and its buffers; empty if that is not known. */
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
  /** The time for which the image's own address is trusted before the memory is searched. */
  readonly symbolMs?: number;
  /** The most memory that one search reads. */
  readonly searchBytes?: number;
  /** The pause after a search that found nothing. */
  readonly retryMs?: number;
}

const TIMEOUT_MS = 5000;
const SYMBOL_MS = 1000;
const SEARCH_BYTES = 4 << 20;
const CHUNK = 0x1000;
const RETRY_MS = 5;

/** Makes sure that the last life's control block is not taken for the next one's. */
export async function clearControlBlock(memory: Memory, address: number): Promise<void> {
  await memory.write(address, new Uint8Array(HEADER_SIZE));
}

/** Waits until the agent has set up its channels: at the image's symbol, or else wherever they are. */
export async function awaitAgentChannels(
  searched: SearchedMemory,
  limits: FindLimits,
): Promise<FoundAgent> {
  const { signal, timeoutMs = TIMEOUT_MS, symbolMs = SYMBOL_MS } = limits;
  const { searchBytes = SEARCH_BYTES, retryMs = RETRY_MS } = limits;
  const began = performance.now();
  let problem: string | undefined;
  let searchProblem: string | undefined;
  const late = () => performance.now() - began > timeoutMs;
  const check = () => {
    signal.throwIfAborted();
    if (late()) throw noAgent(timeoutMs, problem ?? 'it could not be read');
  };
  const peek: Peek = async (address, length) => {
    check();
    try {
      return await searched.memory.read(address, length);
    } catch (error) {
      // Memory that cannot be reached is one thing, a target that is gone another.
      if (error instanceof TargetError) throw error;
      return undefined;
    }
  };
  const isSearching = () => searched.symbol === undefined || performance.now() - began > symbolMs;
  for (;;) {
    const atSymbol = await lookAtSymbol(peek, searched);
    if ('value' in atSymbol) return atSymbol.value;
    if (isSearching() && searched.ram.length > 0) {
      problem =
        searchProblem ??
        `${atSymbol.problem}; the search through ${regionsText(searched.ram)} was not over`;
      const found = await search(peek, searched, searchBytes);
      if ('value' in found) return found.value;
      problem = searchProblem = `${atSymbol.problem}; ${found.problem}`;
    } else problem = atSymbol.problem;
    check();
    await sleep(retryMs);
  }
}

async function lookAtSymbol(
  peek: Peek,
  { symbol, ram }: SearchedMemory,
): Promise<BlockResult<FoundAgent>> {
  if (symbol !== undefined) return inspect(peek, symbol, ram);
  const nowhere = ram.length === 0 ? ', and the memory to search is not known' : '';
  return { problem: `the image does not show where its control block is${nowhere}` };
}

async function inspect(
  peek: Peek,
  address: number,
  ram: readonly Region[],
): Promise<BlockResult<FoundAgent>> {
  const block = await readControlBlock(peek, address);
  if ('problem' in block) return block;
  const controlUp = await findChannel(peek, block.value, ram, 'up', CONTROL_CHANNEL);
  if ('problem' in controlUp) return controlUp;
  const controlDown = await findChannel(peek, block.value, ram, 'down', CONTROL_CHANNEL);
  if ('problem' in controlDown) return controlDown;
  const stream = await findChannel(peek, block.value, ram, 'up', STREAM_CHANNEL);
  if ('problem' in stream) return stream;
  const channels = {
    controlUp: controlUp.value,
    controlDown: controlDown.value,
    stream: stream.value,
  };
  return { value: { controlBlock: address, channels } };
}

async function search(
  peek: Peek,
  { symbol, ram }: SearchedMemory,
  bytes: number,
): Promise<BlockResult<FoundAgent>> {
  const result = await searchControlBlocks(peek, ram, { chunk: CHUNK, bytes });
  const others = result.candidates.filter((address) => address !== symbol);
  const agents: FoundAgent[] = [];
  const problems: string[] = [];
  for (const address of others) {
    const found = await inspect(peek, address, ram);
    if ('value' in found) agents.push(found.value);
    else problems.push(found.problem);
  }
  const [agent, second] = agents;
  if (agent !== undefined && second === undefined) return { value: agent };
  if (agent !== undefined) {
    const addresses = agents.map(({ controlBlock }) => formatAddress(controlBlock)).join(' and ');
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
    `Check that it is an agent: it must set up the channels \`cyclescope\` and \`SysView\` before anything else. ${CACHE_HINT}`,
  );
}

/** Reports which of an agent's rings cannot be one any more; undefined where all are sound. */
export async function findBrokenRing(
  memory: Memory,
  { controlUp, controlDown, stream }: AgentChannels,
): Promise<TargetError | undefined> {
  for (const channel of [controlUp, controlDown, stream]) {
    const ring = await readRing(memory, channel);
    if (!isPossibleRing(channel, ring)) return makeRingError(channel, ring);
  }
  return undefined;
}

/** The findings of a search through memory. */
interface SearchResult {
  /** Addresses of the identifier; each is yet to be checked. */
  readonly candidates: readonly number[];
  /** The regions that were read; memory that cannot be reached is left out. */
  readonly searched: readonly Region[];
}

interface SearchLimits {
  /** The bytes read at once. */
  readonly chunk: number;
  /** The most bytes that are read. */
  readonly bytes: number;
}

/** Looks for control blocks in memory, at addresses where a compiler may have put one. */
export async function searchControlBlocks(
  peek: Peek,
  regions: readonly Region[],
  limits: SearchLimits,
): Promise<SearchResult> {
  const candidates: number[] = [];
  const searched: Region[] = [];
  let left = limits.bytes;
  for (const region of regions) {
    let last: Region | undefined;
    for (let start = region.start; start < region.end && left > 0; start += limits.chunk) {
      // A header across the end belongs to this chunk.
      const end = Math.min(start + limits.chunk, region.end);
      const bytes = await peek(start, Math.min(end + HEADER_SIZE, region.end) - start);
      left -= limits.chunk;
      if (bytes === undefined) {
        last = undefined;
        continue;
      }
      candidates.push(...findIdentifiers(bytes, start).filter((address) => address < end));
      if (last !== undefined) searched.pop();
      last = { start: last?.start ?? start, end };
      searched.push(last);
    }
  }
  return { candidates, searched };
}

/** Control blocks hold words, so they are at multiples of four. */
function findIdentifiers(bytes: Uint8Array, start: number): number[] {
  const found: number[] = [];
  for (let at = (4 - (start % 4)) % 4; at + HEADER_SIZE <= bytes.length; at += 4) {
    if (RTT_ID.every((byte, index) => bytes[at + index] === byte)) found.push(start + at);
  }
  return found;
}
