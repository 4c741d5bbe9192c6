import type { PlatformPath } from 'node:path';
import type { Fields, TargetErrorCode } from '../../base';
import type { ChipCore } from '../../chips';
import type { GdbClient, ServerQuirks } from '../../gdb';
import type { Requirement, ServerPorts } from '../../host';
import type { FoundAgent, Memory, RttCarrier } from '../../rtt';
import type { BoardMember, BoardSetup, ServerSetup, SetupGap } from '../setup';
import type { PcBatch } from '../target';
import type { ProbeFamily } from './known-probes';

/** The command of a server process. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Inputs of a server's command line. */
export interface ServerStart<S extends ServerSetup> {
  readonly board: BoardSetup;
  readonly setup: S;
  readonly ports: ServerPorts;
  /** The link's private folder. */
  readonly folder: string;
}

/** The meaning of a line of a server's output. */
export interface ServerCause {
  readonly pattern: RegExp;
  readonly code: TargetErrorCode;
  readonly message: (match: RegExpMatchArray, board: BoardSetup) => string;
  readonly hint: (match: RegExpMatchArray, board: BoardSetup) => string;
  /** The server continues, but there is no point in waiting for it any longer. */
  readonly isFinal?: boolean | undefined;
  /** Somebody took one of its ports since they were chosen: others are worth a try. */
  readonly isPortTaken?: boolean | undefined;
}

/** A server's lines about events of a running core, as far as it prints them. */
export interface CoreLines {
  readonly lockUp?: RegExp | undefined;
  readonly reset?: RegExp | undefined;
  /** The core could not be reached, at least for a while. */
  readonly silence?: RegExp | undefined;
}

/** A server that is ready, with its target stopped or running. */
export interface ServerSession {
  readonly gdb: GdbClient;
  readonly ports: ServerPorts;
  /** Works while the core runs, as far as the server can. */
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** A connection that is watched for stops of the core. */
export interface BoardSession extends ServerSession {
  /** Stops of the core are intended from now on. */
  expectStop(): void;
  /** From now on every stop is a failure. */
  refuseStop(): void;
}

/** The way in which a server moves the agent's bytes. */
export type RttFacility =
  /** By its own service. */
  | 'server'
  /** By memory accesses of ours while the core runs. */
  | 'memory'
  /** By stopping the core for every look: the run is marked as disturbed. */
  | 'halting';

/** Words that are read in one go, from the first to the last; both are the same for a single one. */
export interface WordBlock {
  readonly first: number;
  readonly last: number;
}

/** Reads a running core. */
export interface PcReader {
  /** DEMCR before the server changed it, if that is known. */
  readonly controlBefore?: number | undefined;
  readonly readWord: (address: number) => Promise<number>;
  readonly readWords: (address: number, count: number) => Promise<readonly number[]>;
  readonly writeByte: (address: number, value: number) => Promise<void>;
  readonly writeWord: (address: number, value: number) => Promise<void>;
  /** Reads DWT_PCSR some hundred times; comes before `sample`. */
  readonly look: () => Promise<readonly number[]>;
  /** Finds out, after a look, how to sample best; its way, if that is not the server's usual one. */
  readonly chooseWay?: () => Promise<string | undefined>;
  /** Reads DWT_PCSR in the server's fastest way, for some milliseconds; several batches are in the order of time. */
  readonly sample: () => Promise<readonly PcBatch[]>;
  /** Reads blocks in turns, and at the end the first one once more: their first and last words. */
  readonly lookInTurns: (blocks: readonly WordBlock[], times: number) => Promise<readonly number[]>;
  /** Stops the core some times, and reads where it was. */
  readonly halt: () => Promise<readonly number[]>;
  /** Lets the core run on without a debugger. */
  readonly release: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Samples the program counter of a running core. */
export interface PcSampling<S extends ServerSetup> {
  /** For the docs and the result: what is read, and how. */
  readonly way: string;
  /** For docs/profiling.md: samples per second on the virtual debug port. */
  readonly rate: string;
  /** Instead of the server's own. */
  readonly command?: (start: ServerStart<S>) => ServerCommand;
  readonly ready?: RegExp;
  readonly open: (server: PcServer) => Promise<PcReader>;
}

/** A server that is ready. Nothing connects to its GDB port, because that could stop the core. */
export interface PcServer {
  readonly ports: ServerPorts;
  readonly signal: AbortSignal;
  /** A private folder for files. */
  readonly folder: string;
}

/** Drives one kind of GDB server: its command line, readiness and messages. */
interface ServerDriver<S extends ServerSetup> {
  readonly quirks: ServerQuirks;
  /** None for a server that runs already. */
  readonly command?: ((start: ServerStart<S>) => ServerCommand) | undefined;
  /** A line of its output, stdout or stderr, after which its GDB port answers. */
  readonly ready: RegExp;
  /** Some report that they are ready a moment too early. */
  readonly settleMs?: number | undefined;
  readonly causes: readonly ServerCause[];
  /** The remedy for a connection that breaks, where it is another than for those to other servers. */
  readonly connectionHint?: string | undefined;
  /** Lines with which it reports events of a running core unasked. */
  readonly eventLines?: CoreLines | undefined;
  readonly requirements: (setup: S) => Promise<readonly Requirement[]>;
  /** Comes first, for a server that has to be shown to its core. */
  readonly begin?: (session: ServerSession) => Promise<void>;
  /** Resets and leaves the core stopped at its first instruction. */
  readonly resetHalt: (session: ServerSession) => Promise<void>;
  /** Lets the core run while memory stays reachable where the server can do that. */
  readonly run: (session: ServerSession) => Promise<void>;
  readonly openRtt: (
    session: ServerSession,
    rings: FoundAgent,
  ) => Promise<{ readonly carrier: RttCarrier; readonly facility: RttFacility }>;
  /** Absent where firmware cannot be sampled over this server. */
  readonly sampling?: PcSampling<S> | undefined;
}

/** Asks for the server's name of the device when a board is added. */
interface DeviceQuestion {
  /** The member of the setting that takes the answer; several answers have commas between them. */
  readonly member: string;
  /** English; shown through the editor's translations. */
  readonly prompt: string;
  readonly placeHolder: string;
  /** The server cannot do without it. */
  readonly isNeeded: boolean;
}

/** A board as a configuration or a command line describes it, before any check. */
export interface Described<S extends ServerSetup = ServerSetup> {
  readonly server: S;
  readonly probe?: string | undefined;
  readonly speedKhz?: number | undefined;
  /** It runs files of the project. */
  readonly namesPrograms?: boolean | undefined;
  readonly gaps?: readonly SetupGap[] | undefined;
}

/** Finds the probe and the GDB port in a server's arguments, joined by spaces. */
export interface ServerWords {
  readonly serial: RegExp;
  /** A probe on the network; the first group that matches is its address. */
  readonly network?: RegExp;
  readonly port: RegExp;
  readonly usualPort: number;
}

/** The server in a configuration of cortex-debug, under its kind as `servertype`. */
interface CortexDebugServer<S extends ServerSetup> {
  /** Older names of `serverpath`, and the setting that replaces all of them. */
  readonly paths: readonly string[];
  readonly setting: string;
  /** A further setting that replaces the member of the same name. */
  readonly folderSetting?: string;
  /** Its members, in addition to those of every server. */
  readonly members: readonly string[];
  /** Takes the members with all variables replaced. */
  readonly read: (fields: Fields) => Described<S>;
  /** The members of a configuration that has cortex-debug start the server. */
  readonly write: (setup: S, probe: string | undefined) => Fields;
}

/** The server in configurations of MCUXpresso for VS Code. */
interface McuxpressoServer<S extends ServerSetup> {
  /** Its member of `gdbServerConfigs`. */
  readonly member: string;
  /** The values of `probeType` that choose it. */
  readonly probeTypes: readonly string[];
  readonly read: (config: Fields) => Described<S>;
  /** It takes a device by the name that an SDK of MCUXpresso has for it, and is the one to use by default. */
  readonly forDevice?: (device: string) => S;
}

/** Options of west's runners that name the probe. */
export const WEST_PROBE = '-i --id --dev-id --board-id --serial --probe';

/** Inputs of a west runner in addition to its arguments. */
export interface WestContext {
  /** `config` of the build's `runners.yaml`. */
  readonly config: Fields;
  readonly paths: Pick<PlatformPath, 'dirname' | 'isAbsolute' | 'join'>;
}

/** Describes how the server's setups are written and found elsewhere. */
export interface ServerDescription<S extends ServerSetup> {
  /** Its members in `cyclescope.boards`, in addition to those of every board. */
  readonly members: Readonly<Record<string, BoardMember>>;
  readonly fromMembers: (board: Fields) => S;
  /** None where the server recognises every device. */
  readonly question?: DeviceQuestion | undefined;
  /** The server's name of the device; it identifies parts that need preparation. */
  readonly device: (setup: S) => string | undefined;
  /** Makes whole what is relative to the folder that the server would work in, but for the program. */
  readonly resolvePaths?: (setup: S, folder: WorkFolder) => S;
  /** It runs files that it finds in the folder it works in. */
  readonly runsFolder?: boolean;
  /** Matches the name of its program: in lower case, without folder and ending. */
  readonly program: RegExp;
  readonly words: ServerWords;
  /** Reads its command line. Ports, verbosity and who may connect are ours to choose: those go. */
  readonly fromArguments: (args: readonly string[], program?: string) => Described<S>;
  /** The arguments of the user's own, which may name a probe. */
  readonly ownArguments: (setup: S) => readonly string[];
  /** The address of a probe on the network. */
  readonly network?: (setup: S) => string | undefined;
  readonly cortexDebug?: CortexDebugServer<S> | undefined;
  readonly mcuxpresso?: McuxpressoServer<S> | undefined;
  /** The runner of west that starts this server. */
  readonly westRunner?:
    | {
        readonly name: string;
        readonly read: (args: readonly string[], context: WestContext) => Described<S>;
      }
    | undefined;
  /**
   * Starts it on another computer, the one with the probe; absent where it can only listen on every
   * network interface.
   */
  readonly remote?: {
    /** The command, which keeps to that computer's loopback interface. */
    readonly command: (setup: S, wire: Pick<BoardSetup, 'probe' | 'speedKhz'>) => readonly string[];
    /** The port of its GDB service. */
    readonly port: number;
  };
  /** The probes that it can drive; the server with the lowest number is suggested first. */
  readonly probes: Partial<Readonly<Record<ProbeFamily, number>>>;
  /** Reaches a core without a description of its chip; absent, or undefined for a probe, where that cannot be. */
  readonly anyChip?: (core: AnyCore) => S | undefined;
  /** It takes any part of a serial number. */
  readonly takesPartOfSerial?: boolean;
  /** For docs/boards.md: what it was tried with, and how the agent's data are read. */
  readonly support: { readonly tried: string; readonly reads: string };
}

/** All that a server needs for a core if it does not know the chip: what the table of chips has of it, and the probe. */
export interface AnyCore extends Pick<ChipCore, 'accessPort' | 'architecture' | 'targetSelect'> {
  readonly family: ProbeFamily;
  /** The chip's name in the table; empty while it is to be recognised. */
  readonly chip: string;
}

/** A folder that a server works in. */
export interface WorkFolder {
  readonly resolve: (path: string) => string;
  /** The folder is a project's, and not the user's home. */
  readonly isProject: boolean;
}

/** Members of every kind of server. */
interface Named<S extends ServerSetup> {
  readonly kind: S['kind'];
  /** As people call it. */
  readonly title: string;
}

/** A server to drive, which may run already. */
export type DrivenServer<S extends ServerSetup = ServerSetup> = Named<S> & ServerDriver<S>;

/** One kind of GDB server, as the rest of the program uses it. */
export type DebugServer<S extends ServerSetup = ServerSetup> = DrivenServer<S> &
  ServerDescription<S>;

/** A server without its kind's type; it is only ever given setups of its own kind. */
export const debugServer = <S extends ServerSetup>(server: DebugServer<S>): DebugServer =>
  server as unknown as DebugServer;
