import type { Region } from '../rtt';

/**
 * The way to start or reach a debug server, or what replaces it. Its other members are known
 * only to the folder of its kind.
 */
export interface ServerSetup {
  readonly kind: string;
  readonly program?: string | undefined;
  readonly [member: string]: unknown;
}

/** A member of a board in the setting `cyclescope.boards`: a text, several, or one of some words. */
export type BoardMember = 'text' | 'texts' | readonly string[];

/** The images that are deployed. */
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

/** A board on which images run from RAM, without a project. */
export interface BareBoard {
  /** The chip, by its name in the table of chips. */
  readonly chip?: string | undefined;
  /** The chip's manufacturer, from the same table. */
  readonly vendor?: string | undefined;
  /** The architectures of its cores there, as `armv7em`. */
  readonly architectures?: readonly string[] | undefined;
  /** The core's rate after a reset; without one it is measured. */
  readonly coreHz?: number | undefined;
  /** The error of a measured rate, as a part of it. */
  readonly coreHzError?: number | undefined;
  /** The core has a cycle counter, which was seen to move. */
  readonly hasCounter?: boolean | undefined;
}

/** The way to one board, over its debug port, a serial port or as an emulated machine, from any source. */
export interface BoardSetup {
  /** The target's id: `launch:Debug (J-Link)`, `zephyr:build`, `board:NAME`, `gdb://host:port`, `serial://PATH`. */
  readonly id: string;
  readonly title: string;
  /** The source it was found in, for people: `launch.json: "Debug (J-Link)"`. */
  readonly source: string;
  /** Absent if it was recognised but cannot be used: then `gaps` explain why. */
  readonly server?: ServerSetup | undefined;
  /** The serial number of the probe; without one, the only probe that is attached. */
  readonly probe?: string | undefined;
  /** The family of an attached probe that no configuration names; it decides which servers can drive it. */
  readonly probeFamily?: string | undefined;
  /** The numbers of such a probe at USB: `1366:0105`. */
  readonly usbId?: string | undefined;
  /** The part as the configuration names it, even if the server does not need that. */
  readonly device?: string | undefined;
  readonly speedKhz?: number | undefined;
  readonly images?: BoardImages | undefined;
  /** Instead of images of the user's own; needs `ram`. */
  readonly bare?: BareBoard | undefined;
  /** RAM for images and their RTT blocks; by default from the server's memory map. */
  readonly ram?: readonly Region[] | undefined;
  /** The program files of this setup come from a file of the project, not from the user's own settings. */
  readonly namesPrograms: boolean;
  readonly gaps: readonly SetupGap[];
  /** Parts of the configuration that are not used, and what replaces them. */
  readonly remarks?: readonly string[] | undefined;
}
