import type { AgentImage } from '../../agent';
import { TargetError } from '../../base';
import { claimSlot, type Guardian, startGuardian } from '../../host';
import {
  awaitAgentChannels,
  clearControlBlock,
  type Memory,
  pollingCarrier,
  type Region,
  type RttCarrier,
  startTraffic,
  type Traffic,
} from '../../rtt';
import { type DeployableImage, listLoadedBytes } from '../board';
import type { OpenOptions, TargetLink } from '../target';
import { type AccessPlan, planSharedMemory, planTestProtocol } from './access';
import { type ExecutionLog, pluginArguments, readPluginFile, startExecutionLog } from './execution';
import { checkImage } from './image';
import type { QemuBoard, ScratchFiles } from './machines';
import type { Qmp } from './qmp';
import { chooseScratch } from './scratch';
import { diagnoseEmulatorEnd, explainEmulatorFailure, startEmulator } from './start';

/** Ways to a running machine's memory. */
type AccessKind = 'shared memory' | 'test protocol';

/** The folders for an emulator's files; tests choose their own. */
export interface QemuResources {
  /** The way to its memory; by default shared memory, except on Windows, where QEMU has none. */
  readonly access?: AccessKind;
  readonly scratchRoots?: readonly string[];
  readonly lockFolder?: string | undefined;
  /** The number of emulators of a target at a time; by default the number of processors. */
  readonly slots?: number;
}

/** Starts an emulator, deploys an agent to it and runs it. */
export async function openQemu(
  board: QemuBoard,
  image: AgentImage,
  options: OpenOptions,
  { access = usualAccess(), scratchRoots, lockFolder, slots }: QemuResources = {},
): Promise<TargetLink> {
  const loadable = checkImage(image, board);
  const isShared = access === 'shared memory';
  const files = chooseScratch(isShared ? board.ram.end - board.ram.start : 0, scratchRoots);
  const lock = claimSlot(board.target, { slots, folder: lockFolder, name: board.lock });
  const life = new AbortController();
  const cancel = () =>
    life.abort(new TargetError('cancelled', `Opening ${board.target} was cancelled`));
  options.signal.addEventListener('abort', cancel, { once: true });
  if (options.signal.aborted) cancel();
  const guardian = startGuardian({
    remove: [files.folder, ...lock.paths],
    removeOrphans: options.cleanup ?? [],
  });
  try {
    life.signal.throwIfAborted();
    await lock.take();
    const planAccess = isShared ? planSharedMemory : planTestProtocol;
    const plan = await planAccess(board, files, loadable.elf, life.signal);
    const child = await startEmulator(guardian, board, [
      ...plan.args,
      ...recordingArguments(options, files),
    ]);
    options.log.debug(`${board.program} runs as process ${child.pid}`);
    let code: 'start-failed' | 'target-gone' = 'start-failed';
    void child.ended.then((end) => life.abort(diagnoseEmulatorEnd(board, end, code)));
    const { ended } = child;
    const around = { guardian, life: life.signal, options, ended };
    const link = await bringUp(board, loadable, { plan, files }, around);
    code = 'target-gone';
    return link;
  } catch (error) {
    const failure = await explainEmulatorFailure(
      error,
      life.signal,
      'start-failed',
      `${board.target} did not start`,
    );
    life.abort(failure);
    await guardian.end();
    throw failure;
  } finally {
    options.signal.removeEventListener('abort', cancel);
  }
}

const usualAccess = (): AccessKind =>
  process.platform === 'win32' ? 'test protocol' : 'shared memory';

function recordingArguments(
  { execution }: OpenOptions,
  { folder }: ScratchFiles,
): readonly string[] {
  if (execution?.plugin === undefined) return [];
  return pluginArguments(execution.plugin, execution.marks, folder);
}

interface RunningEmulator {
  readonly guardian: Guardian;
  /** Resolves when the emulator has ended. */
  readonly ended: Promise<unknown>;
  readonly life: AbortSignal;
  readonly options: OpenOptions;
}

/** Deploys to an emulator that has just been started, and starts the agent. */
async function bringUp(
  board: QemuBoard,
  { elf, controlBlock }: DeployableImage,
  { plan, files }: { readonly plan: AccessPlan; readonly files: ScratchFiles },
  { guardian, life, options, ended }: RunningEmulator,
): Promise<TargetLink> {
  const { qmp, memory, deploy, close: disconnect } = await plan.connect();
  try {
    await deploy(listLoadedBytes(elf), options.onDeploy ?? (() => undefined)).catch(
      async (error: unknown) => {
        const what = 'The agent could not be written';
        throw await explainEmulatorFailure(error, life, 'deploy-failed', what);
      },
    );
    const core = newRestingCore(qmp);
    const startAgent = async () => {
      await startAfresh(qmp, memory, controlBlock);
      const carrier = await carryShared(memory, { symbol: controlBlock, ram: board.ram }, life);
      await core.rest();
      return carrier;
    };
    const traffic = startTraffic(await startAgent());
    life.addEventListener('abort', () => traffic.fail(life.reason), { once: true });
    const recorder = createRecorder(options, files, qmp, ended);
    const close = async () => {
      disconnect();
      await guardian.end();
    };
    return createLink({ traffic, core, startAgent, life, close, recorder });
  } catch (error) {
    disconnect();
    throw error;
  }
}

/** A machine's core, which need not run while its agent has nothing to do. */
interface Core {
  /** Stops the core. One that cannot be stopped any more is found out by the next line. */
  rest(): Promise<void>;
  /** Lets the core continue if it rests. */
  wake(): Promise<void>;
}

/**
 * Stops and continues a machine's core. Emulated time does not wait for the host's: the ticks that an
 * idle agent sleeps through follow each other at once, and keep more than one processor busy. A
 * stop takes no instruction of the core.
 */
export function newRestingCore({ execute }: Pick<Qmp, 'execute'>): Core {
  let isResting = false;
  // Lines that come together wait together, and keep their order.
  let woken: Promise<unknown> = Promise.resolve();
  return {
    rest: async () => {
      isResting = await execute('stop').then(
        () => true,
        () => false,
      );
    },
    wake: async () => {
      if (isResting) {
        isResting = false;
        woken = execute('cont');
      }
      await woken;
    },
  };
}

/** The recording of what an emulator executes. */
interface Recorder {
  /** To be called before each line to the agent. */
  readonly prepare: (line: string) => Promise<void>;
  /** Ends the emulator and reads what it executed. */
  readonly takeExecution: NonNullable<TargetLink['takeExecution']>;
}

/** The plugin records from the beginning; the slow log begins with the first line that measures. */
function createRecorder(
  { execution }: OpenOptions,
  { folder }: ScratchFiles,
  qmp: Qmp,
  ended: Promise<unknown>,
): Recorder | undefined {
  if (!execution) return undefined;
  const { marks, plugin } = execution;
  let log: ExecutionLog | undefined;
  return {
    prepare: async (line) => {
      if (plugin !== undefined || !line.startsWith('run ')) return;
      log ??= await startExecutionLog(marks, folder, qmp.monitor);
    },
    takeExecution: async () => {
      await log?.stop();
      // It may end before it answers.
      await qmp.execute('quit').catch(() => undefined);
      await ended;
      if (plugin !== undefined) return readPluginFile(folder);
      return log?.read ?? { paths: [], operations: [] };
    },
  };
}

/** Resets a stopped machine, so that it starts from the vector table at address 0, and resumes it. */
async function startAfresh(qmp: Qmp, memory: Memory, controlBlock: number): Promise<void> {
  await qmp.execute('stop');
  await clearControlBlock(memory, controlBlock);
  const reset = qmp.event('RESET');
  await qmp.execute('system_reset');
  await reset;
  await qmp.execute('cont');
}

/** Waits until the agent has set up its channels at the image's address, and carries them. */
export async function carryShared(
  memory: Memory,
  { symbol, ram }: { readonly symbol: number; readonly ram: Region },
  signal: AbortSignal,
): Promise<RttCarrier> {
  const searched = { memory, symbol, ram: [ram] };
  const { channels } = await awaitAgentChannels(searched, {
    signal,
    symbolMs: Infinity,
    retryMs: 1,
  });
  return pollingCarrier(memory, channels, { isShared: true });
}

interface Parts {
  readonly traffic: Traffic;
  readonly core: Core;
  /** Resets the core, resumes it, waits for the agent and lets the core rest. */
  readonly startAgent: () => Promise<RttCarrier>;
  /** Aborted when the emulator is gone. */
  readonly life: AbortSignal;
  readonly close: () => Promise<void>;
  readonly recorder: Recorder | undefined;
}

/** The open link to an emulator that runs an agent. */
function createLink({ traffic, core, startAgent, life, close, recorder }: Parts): TargetLink {
  let closing: Promise<void> | undefined;
  const withReason = async (what: string, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      throw await explainEmulatorFailure(error, life, 'target-gone', what);
    }
  };
  const { sendLine, nextLine, onStream, drain, stall } = traffic;
  return {
    sendLine: async (line) => {
      await recorder?.prepare(line);
      await withReason('The core did not continue', core.wake);
      await sendLine(line);
    },
    rest: core.rest,
    nextLine,
    onStream,
    drain,
    stall,
    restart: () =>
      withReason('The agent did not restart', async () => {
        await traffic.detach();
        traffic.attach(await startAgent());
      }),
    ...(recorder && { takeExecution: recorder.takeExecution }),
    close: () => {
      traffic.fail(new TargetError('target-gone', 'The link was closed'));
      closing ??= close();
      return closing;
    },
  };
}
