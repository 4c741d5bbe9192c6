import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentImage, bytesAt, type Elf } from '../../agent';
import { TargetError } from '../../base';
import { connectGdb, QEMU_STUB } from '../../gdb';
import { claimTarget, type Guardian, startGuardian } from '../../host';
import {
  type AgentChannels,
  findAgentChannels,
  type Memory,
  type Region,
  type RttPlace,
  startTraffic,
  type Traffic,
} from '../../rtt';
import { type DeployableImage, loadedBytes, writeRam } from '../board';
import type { OpenOptions, TargetLink } from '../target';
import type { QemuBoard } from './board';
import { connectWhenReady } from './connect';
import { endOf, explain } from './failures';
import { checkImage } from './image';
import { qemuArguments, type ScratchFiles } from './machines';
import { connectQmp, type Qmp } from './qmp';
import { chooseScratch, createScratch } from './scratch';
import { startEmulator } from './start';

/** Where an emulator puts its files; tests choose their own places. */
export interface QemuPlaces {
  readonly scratchRoots?: readonly string[];
  readonly lockFolder?: string | undefined;
}

/** Starts an emulator, deploys an agent to it and lets it run. */
export async function openQemu(
  board: QemuBoard,
  image: AgentImage,
  options: OpenOptions,
  places: QemuPlaces = {},
): Promise<TargetLink> {
  const loadable = checkImage(image, board);
  const size = board.ram.end - board.ram.start;
  const files = chooseScratch(size, places.scratchRoots);
  const lock = claimTarget(board.target, places.lockFolder, board.lock);
  const life = new AbortController();
  const cancel = () =>
    life.abort(new TargetError('cancelled', `Opening ${board.target} was cancelled`));
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  const guardian = startGuardian({
    remove: [files.folder, lock.path],
    removeOrphans: options.cleanup ?? [],
  });
  try {
    life.signal.throwIfAborted();
    await lock.take();
    createScratch(files, size);
    const child = await startEmulator(guardian, board, qemuArguments(board, files));
    options.log.debug(`${board.program} runs as process ${child.pid}`);
    let code: 'start-failed' | 'target-gone' = 'start-failed';
    void child.ended.then((end) => life.abort(endOf(board, end, code)));
    const link = await bringUp(board, loadable, files, { guardian, life: life.signal, options });
    code = 'target-gone';
    return link;
  } catch (error) {
    const failure = await explain(
      error,
      life.signal,
      'start-failed',
      `${board.target} did not start`,
    );
    await guardian.end();
    throw failure;
  } finally {
    options.signal.removeEventListener('abort', cancel);
  }
}

interface Surroundings {
  readonly guardian: Guardian;
  readonly life: AbortSignal;
  readonly options: OpenOptions;
}

/** Deploys to an emulator that has just been started, and starts the agent. */
async function bringUp(
  board: QemuBoard,
  { elf, controlBlock }: DeployableImage,
  files: ScratchFiles,
  { guardian, life, options }: Surroundings,
): Promise<TargetLink> {
  const qmp = await connectQmp(await connectWhenReady(files.qmp, life), life);
  await deployOverStub(elf, files, life, options);
  const memory = openSharedMemory(files.ram, board.ram, elf);
  const close = async () => {
    qmp.close();
    memory.close();
    await guardian.end();
  };
  try {
    const place = { memory, address: controlBlock, ram: board.ram };
    await startAfresh(qmp, place);
    const traffic = startTraffic(memory, await awaitAgent(place, life));
    life.addEventListener('abort', () => traffic.fail(life.reason), { once: true });
    return createLink({ traffic, qmp, place, life, close });
  } catch (error) {
    memory.close();
    throw error;
  }
}

/** Afterwards the stub is left alone: any byte to it would stop the running core. */
async function deployOverStub(
  elf: DeployableImage['elf'],
  files: ScratchFiles,
  life: AbortSignal,
  { onDeploy = () => undefined }: OpenOptions,
): Promise<void> {
  const socket = await connectWhenReady(files.gdb, life);
  try {
    const client = await connectGdb(socket, { quirks: QEMU_STUB, signal: life });
    await writeRam(client, loadedBytes(elf), onDeploy);
  } catch (error) {
    throw await explain(error, life, 'deploy-failed', 'The agent could not be written');
  } finally {
    socket.destroy();
  }
}

/** A running machine's memory: its RAM in a shared file, constants elsewhere from the image. */
interface SharedMemory extends Memory {
  close(): void;
}

/** Opens the file behind a machine's RAM. */
export function openSharedMemory(path: string, ram: Region, elf: Elf): SharedMemory {
  const file = openSync(path, 'r+');
  let isClosed = false;
  return {
    read: (address, length) => {
      if (isClosed) return undefined;
      if (address < ram.start || address + length > ram.end) return bytesAt(elf, address, length);
      const bytes = new Uint8Array(length);
      const count = readSync(file, bytes, 0, length, address - ram.start);
      return count === length ? bytes : undefined;
    },
    write: (address, bytes) => {
      if (!isClosed) writeSync(file, bytes, 0, bytes.length, address - ram.start);
    },
    close: () => {
      if (!isClosed) closeSync(file);
      isClosed = true;
    },
  };
}

const ATTACH_TIMEOUT_MS = 5000;
/** More than any control block: header and the most channels that one may have. */
const CONTROL_BLOCK_SIZE = 24 + 2 * 32 * 24;

/** Resets a stopped machine, so that it starts from the vector table at address 0, and lets it run. */
async function startAfresh(qmp: Qmp, { memory, address, ram }: RttPlace): Promise<void> {
  await qmp.execute('stop');
  // The last life's control block would be found before this one's is ready.
  memory.write(address, new Uint8Array(Math.min(CONTROL_BLOCK_SIZE, ram.end - address)));
  const reset = qmp.event('RESET');
  await qmp.execute('system_reset');
  await reset;
  await qmp.execute('cont');
}

/** Waits until the agent has set up its channels. */
export async function awaitAgent(place: RttPlace, signal: AbortSignal): Promise<AgentChannels> {
  const deadline = Date.now() + ATTACH_TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    const found = findAgentChannels(place);
    if ('value' in found) return found.value;
    if (Date.now() > deadline) {
      throw new TargetError(
        'no-agent',
        `The image runs, but no agent answers after ${ATTACH_TIMEOUT_MS / 1000} s: ${found.problem}`,
        'Check that it is an agent: it must set up the channels `cyclescope` and `SysView` before anything else.',
      );
    }
    await sleep(1);
  }
}

interface Parts {
  readonly traffic: Traffic;
  readonly qmp: Qmp;
  readonly place: RttPlace;
  /** Aborted when the emulator is gone. */
  readonly life: AbortSignal;
  readonly close: () => Promise<void>;
}

/** The open link to an emulator that runs an agent. */
function createLink({ traffic, qmp, place, life, close }: Parts): TargetLink {
  let closing: Promise<void> | undefined;
  const explained = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw await explain(error, life, 'target-gone', what);
    }
  };
  const { sendLine, nextLine, onStream, drain, stall } = traffic;
  return {
    sendLine,
    nextLine,
    onStream,
    drain,
    stall,
    pause: () =>
      explained('The core did not stop', async () => {
        await qmp.execute('stop');
        traffic.rest();
      }),
    resume: () =>
      explained('The core did not go on', async () => {
        await qmp.execute('cont');
        traffic.wake();
      }),
    restart: () =>
      explained('The agent did not start afresh', async () => {
        traffic.detach();
        await startAfresh(qmp, place);
        traffic.attach(await awaitAgent(place, life));
      }),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      closing ??= close();
      return closing;
    },
  };
}
