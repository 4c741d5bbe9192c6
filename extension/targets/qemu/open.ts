import type { AgentImage } from '../../core/agent/manifest';
import { loadedBytes, type DeployableImage } from '../deploy/image';
import { writeRam } from '../deploy/ram';
import { connectGdb } from '../gdb-remote/client';
import { QEMU_STUB } from '../gdb-remote/quirks';
import { startGuardian, type Guardian } from '../guardian/guardian';
import { claimTarget } from '../lock/lock';
import { startTraffic } from '../rtt-link/traffic';
import { TargetError, type OpenOptions, type TargetLink } from '../target';
import { qemuArguments, type ScratchFiles } from './arguments';
import type { QemuBoard } from './board';
import { connectWhenReady } from './connect';
import { endOf, explain } from './failures';
import { checkImage } from './image';
import { createLink } from './link';
import { awaitAgent, startAfresh } from './machine';
import { connectQmp } from './qmp';
import { chooseScratch, createScratch } from './scratch';
import { openSharedMemory } from './shared-memory';
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
