import type { TraceRows } from './rows';

/** A file of an exported trace, in parts: it may be larger than the memory. */
export interface TraceFile {
  /** In the folder of the trace, if the format is a folder. */
  readonly name: string;
  readonly parts: Iterable<Uint8Array>;
}

/** A trace of another tool, as a SystemView recording of what the timeline shows of it. */
export interface ForeignTrace {
  /** Undefined if the trace has nothing to show. */
  readonly recording: Uint8Array | undefined;
  readonly problems: readonly string[];
}

/** The bytes of a trace. */
export interface TraceInput {
  /** The file; of a folder, the one that describes the others. */
  readonly main: Uint8Array;
  /** The other files of the folder. */
  readonly others: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The one of them that was opened; empty or missing if the folder was. */
  readonly named?: string;
}

/** Reads a format of other tools. */
export interface TraceReader {
  /** Traces that it reads, in a few words. */
  readonly about: string;
  /** The name of the file that describes the others of its folder, in formats that are folders. */
  readonly metadataFile?: string;
  /** Returns whether the file may be of this format, from its first characters. */
  begins(text: string): boolean;
  read(input: TraceInput): ForeignTrace;
}

/** A format of tools that show traces. */
export interface TraceFormat {
  readonly id: string;
  /** The ending of a file's name, or of a folder's, without a dot. */
  readonly ending: string;
  /** A trace is a folder with several files. */
  readonly isFolder: boolean;
  /** Programs that open it, in a few words. */
  readonly about: string;
  write(trace: TraceRows): Iterable<TraceFile>;
  /** Undefined if the format is only written. */
  readonly reader?: TraceReader;
}
