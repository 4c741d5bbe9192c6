import type { Region } from '../rtt';

/**
 * How the server between this computer and the probe is started or reached. What else a setup holds is
 * known to the folder of its kind alone, in targets/board/servers.
 */
export interface ServerSetup {
  readonly kind: string;
  readonly program?: string | undefined;
  readonly [member: string]: unknown;
}

/** A GDB server that runs already, here or on another machine. */
export interface ExternalSetup extends ServerSetup {
  readonly kind: 'external';
  readonly host: string;
  readonly port: number;
}

/** A machine that QEMU emulates in the place of a board: neither probe nor server is between. */
export interface QemuSetup {
  readonly kind: 'qemu';
  /** QEMU's own name of it: `mps2-an385`. */
  readonly machine: string;
}

/** A serial port: the board holds its agent already, and nothing is deployed. */
export interface SerialSetup {
  readonly kind: 'serial';
  /** The port's file, or its name on Windows. */
  readonly path: string;
  readonly baud: number;
}

/** Which agent is deployed. */
export type BoardImages =
  /** Images that are kept under that name, as for the targets that are built in. */
  | { readonly kind: 'named'; readonly name: string }
  /** ELF files that the user built. */
  | { readonly kind: 'files'; readonly headline: string; readonly traced?: string | undefined };

/** Something that keeps a board from being used, and what to do about it. */
export interface SetupGap {
  readonly what: string;
  readonly remedy: string;
}

/** The way to one board, over its debug port, a serial port or as an emulated machine, wherever it was found. */
export interface BoardSetup {
  /** The target's id: `launch:Debug (J-Link)`, `zephyr:build`, `board:NAME`, `gdb://host:port`, `serial://PATH`. */
  readonly id: string;
  readonly title: string;
  /** Where it was found, for people: `launch.json: "Debug (J-Link)"`. */
  readonly source: string;
  /** Absent if it was recognised but cannot be used: then `gaps` explain why. */
  readonly server?: ServerSetup | QemuSetup | SerialSetup | undefined;
  /** The serial number of the probe; without one, the only probe that is attached. */
  readonly probe?: string | undefined;
  /** The part as the configuration names it, whether or not the server needs that. */
  readonly device?: string | undefined;
  readonly speedKhz?: number | undefined;
  readonly images?: BoardImages | undefined;
  /** RAM for images and their RTT blocks; by default from the server's memory map. */
  readonly ram?: readonly Region[] | undefined;
  /** The program files of this setup come from a file of the project, not from the user's own settings. */
  readonly namesPrograms: boolean;
  readonly gaps: readonly SetupGap[];
  /** What of the configuration is not used, and what is used instead. */
  readonly remarks?: readonly string[] | undefined;
}

/** A board with a debug port. */
export interface ProbedBoard extends BoardSetup {
  readonly server?: ServerSetup | undefined;
}

type AnySetup = BoardSetup['server'];

export const isEmulated = (server: AnySetup): server is QemuSetup => server?.kind === 'qemu';

export const isAtSerialPort = (server: AnySetup): server is SerialSetup =>
  server?.kind === 'serial';

export const isExternal = (server: AnySetup): server is ExternalSetup =>
  server?.kind === 'external';

/** Recognises boards behind a debug port; others are emulated, or behind a serial port. */
export function isProbed(board: BoardSetup): board is ProbedBoard {
  return !isEmulated(board.server) && !isAtSerialPort(board.server);
}
