import type { AgentImage, Bench, ImageBuild } from '../agent';
import { type TargetError } from '../base';
import type { Requirement } from '../host';
import type { RecorderAddresses } from '../rtt';
import type { Execution, ExecutionRequest } from './execution';
import type { BoardSetup } from './setup';

/** Reports while a target is being opened. */
export interface TargetLog {
  info(message: string): void;
  debug(message: string): void;
}

/** The user's consent, for a board whose image is linked to flash. */
export interface FlashConsent {
  /** The content of the flash may be lost. */
  readonly allowFlash?: boolean | undefined;
  /** A folder that does not exist yet, into which the flash that changes is read first. */
  readonly backup?: string | undefined;
  /** The folder may be there, from an image before in the same run: what that left alone is added. */
  readonly isBackupBegun?: boolean | undefined;
}

export interface OpenOptions extends FlashConsent {
  /** Cancels `open`; a link that is open ends by `close`. */
  readonly signal: AbortSignal;
  readonly log: TargetLog;
  /** Called while the image is written, with bytes done and in total. */
  readonly onDeploy?: (done: number, total: number) => void;
  /** Half-written files of the caller: removed should this process die before `close`. */
  readonly cleanup?: readonly string[];
  /** Records what is executed; only for a target that can. */
  readonly execution?: ExecutionRequest | undefined;
  /** The benchmarks that will be measured, for a target without room for all of an image; by default all. */
  readonly benches?: readonly Bench[] | undefined;
}

/** A function that was executing, with the file of its code: none for the agent itself, `kernel` for the kernel. */
export interface SampledFrame {
  readonly name: string;
  readonly module: string;
  /** Bytes from its beginning to where it executed; known only in the sampled program. */
  readonly offset?: number;
}

/** The stacks of an agent's threads, as the system's own profiler sampled them. */
export interface SampledStacks {
  /** In the order of time, each with its innermost function first. */
  readonly stacks: readonly (readonly SampledFrame[])[];
  readonly seconds: number;
  /** The event that took the samples, such as `cpu-clock`. */
  readonly event: string;
  /** The kernel refused to have itself sampled. */
  readonly isKernelHidden: boolean;
}

/** Sampled addresses with their counts, in no order. */
export interface PcBatch {
  readonly counts: ReadonlyMap<number, number>;
  /** Samples that are outside the window of addresses that the server distinguishes. */
  readonly outside?: number | undefined;
  /** The same by the task that ran before, where that was read too; the key is the kernel's pointer to it. */
  readonly byTask?: ReadonlyMap<number, ReadonlyMap<number, number>> | undefined;
  /** Samples after which another task ran than before them. */
  readonly switches?: number | undefined;
}

/** A program's RTT, in which there may be SystemView. */
export interface FirmwareRecorder extends RecorderAddresses {
  /** The program contains SystemView: if its recording cannot be read, the result has the reason. */
  readonly isLinked: boolean;
}

/** The variable in which a kernel keeps its pointer to the task that runs. */
export interface TaskVariable {
  readonly name: string;
  readonly address: number;
  /** The offset of the task's name in what it points to, if that has one. */
  readonly nameOffset?: number | undefined;
}

/** The order to sample a board's core. */
export interface SampleOptions extends Pick<OpenOptions, 'signal' | 'log' | 'cleanup'> {
  readonly seconds: number;
  /** The core may be stopped for each sample, if that is the only way. */
  readonly allowHalt?: boolean | undefined;
  /** Reads the task that runs before and after each sample, which is slower. */
  readonly task?: TaskVariable | undefined;
  /** A recorder of SystemView shows the tasks exactly. */
  readonly recorder?: FirmwareRecorder | undefined;
  /** The word of a program at an address, for checking that this program runs. */
  readonly findWord?: ((address: number) => number | undefined) | undefined;
  readonly onProgress?: ((samples: number, milliseconds: number) => void) | undefined;
}

/** Addresses that were sampled while firmware ran. */
export interface SampledPcs {
  /** In the order of time. */
  readonly batches: readonly PcBatch[];
  readonly milliseconds: number;
  /** The register or command that was read, in words. */
  readonly way: string;
  /** The core was stopped for each sample. */
  readonly isHalting: boolean;
  /** TRCENA was off, and is off again; false also of a server that switches it on before it can be read. */
  readonly wasTraceOff: boolean;
  /** The number of resets that were noticed. */
  readonly resets: number;
  /** Addresses whose code is not the program's. */
  readonly different: readonly number[];
  /** The names of tasks in the target's memory, by the pointers to them. */
  readonly taskNames?: ReadonlyMap<number, string> | undefined;
  /** Sentences about how far the tasks are known. */
  readonly notes?: readonly string[] | undefined;
}

/** An image that does not fit whole into its target's memory: its parts are deployed one after another. */
export interface DealtImage {
  /** The benchmarks of each deployment; the first is there when the link opens. */
  readonly deals: readonly (readonly Bench[])[];
  /** Benchmarks that do not even fit alone. */
  readonly refused: readonly { readonly bench: Bench; readonly reason: string }[];
  /** Deployments with no room for what the agent reports about itself: it has no answer to `hello` and `list`. */
  readonly silent: ReadonlySet<number>;
  /** Deploys one of them; resolves to false if it is there already. */
  bring(deal: number): Promise<boolean>;
}

/** An agent that has been deployed and started: control lines both ways, the stream inwards. */
export interface TargetLink {
  /**
   * Hands over every line that will be sent next, in order. Some targets take no line while they
   * run and need all of them beforehand: call it before the first line and again after `restart`.
   */
  announce?(lines: readonly string[]): void;
  /** Sends one control line, given without its newline. */
  sendLine(line: string): Promise<void>;
  /** The next control line. Rejects with a TargetError when the deadline passes or the target is gone. */
  nextLine(timeoutMs: number): Promise<string>;
  /** Receives the SystemView stream in order; set it before the first `run`. */
  onStream(listener: (bytes: Uint8Array) => void): void;
  /** Resolves once every stream byte that the target had written at the time of the call was delivered. */
  drain(): Promise<void>;
  /**
   * Lets the target rest until the next line: its agent is idle, and the host has other work. Absent where an
   * idle agent takes nothing from the host.
   */
  rest?(): Promise<void>;
  /** For tests and live views: stop fetching for a while; the target must cope. */
  stall(milliseconds: number): void;
  /** Restarts the same image. */
  restart(): Promise<void>;
  /** Absent where the whole image is there. */
  readonly dealt?: DealtImage | undefined;
  /**
   * Keeps the host off the target for this time: the agent measures, and every poll of its rings would
   * use its bus. Absent where polling costs the target nothing.
   */
  hush?(milliseconds: number): void;
  /** The polls of the target that have found no data so far, as far as the link knows. */
  looks?(): number;
  /** Facts about the hardware that the link found out, beside those that the agent reports. */
  readonly facts?: Readonly<Record<string, string>> | undefined;
  /**
   * This link's effect on every figure but counts of instructions, if it cannot leave the target alone while it
   * measures.
   */
  readonly disturbance?: string | undefined;
  /**
   * Inspects the target of an agent that keeps silent: what is wrong with it, or undefined where nothing
   * is remarkable. Absent where there is nothing to examine.
   */
  diagnose?(): Promise<TargetError | undefined>;
  /**
   * Inspects the target again when everything is measured: what puts every figure in doubt, if anything. Absent where
   * nothing can show then.
   */
  findDoubt?(): Promise<string | undefined>;
  /** Ends the agent and returns what was executed, where `open` was asked to record it. */
  takeExecution?(): Promise<Execution>;
  /** Samples what the agent's threads do, for so long. Absent where nothing can take samples. */
  sampleStacks?(seconds: number, signal: AbortSignal): Promise<SampledStacks>;
  /** Ends everything the link started. Safe to call twice. */
  close(): Promise<void>;
}

export interface Target {
  readonly id: string;
  readonly title: string;
  /** Two runs of one image give identical figures. */
  readonly deterministic: boolean;
  /** It can record every instruction that it executes. */
  readonly recordsExecution?: 'by plugin' | 'by plugin or log';
  /** The system's own profiler can sample its agent. */
  readonly samplesStacks?: true;
  /** Samples whatever runs there, without an agent, a reset or, unless it is allowed, a stop. */
  samplePcs?(options: SampleOptions): Promise<SampledPcs>;
  /**
   * Hardware of its own, such as another computer or a board: its figures do not depend on the load
   * of this one.
   */
  readonly isRemote?: true;
  /** Its images may be linked to flash, which is overwritten if the user allows it. */
  readonly writesFlash?: true;
  /** Under which name its images are kept, where several targets run the same ones. */
  readonly images?: string;
  /** Instructions for building its images, if `cyclescope build` cannot. */
  readonly howToBuild?: string | undefined;
  /** ELF files that are deployed there, instead of images that are kept under a name. */
  readonly elfs?: Readonly<Partial<Record<ImageBuild, string>>> | undefined;
  /** The setup of a board; the target can be created again from it. */
  readonly board?: BoardSetup | undefined;
  /** For targets whose images are known only when they have been asked: gives itself with `images`. */
  identify?(signal: AbortSignal): Promise<Target>;
  /** Describes the load of the computer whose load may change figures, where it can be read. */
  conditions?(signal: AbortSignal): Promise<string>;
  requirements(): Promise<readonly Requirement[]>;
  /** Throws a TargetError where it is plain without opening that an image cannot run there. */
  check?(image: Pick<AgentImage, 'manifest' | 'path'>): void;
  open(image: AgentImage, options: OpenOptions): Promise<TargetLink>;
}

/** True if a target's operations can be recorded, instruction by instruction, or sampled. */
export const canProfile = ({
  recordsExecution,
  samplesStacks,
  samplePcs,
}: Pick<Target, 'recordsExecution' | 'samplesStacks' | 'samplePcs'>): boolean =>
  recordsExecution !== undefined || samplesStacks === true || samplePcs !== undefined;

/** The name under which a target's images are built and kept. */
export function getImagesName({ id, images = id }: Pick<Target, 'id' | 'images'>): string {
  return images;
}
