/** Instructions at which something happens to the windows of an agent; addresses without the Thumb bit. */
export interface ExecutionMarks {
  /** They read the clock to open a window. */
  readonly opens: readonly number[];
  /** They read the clock to close one. */
  readonly closes: readonly number[];
  /** They store a value. */
  readonly stores: readonly number[];
  /** The first one of measuring an operation. */
  readonly begins: readonly number[];
  /** The first one of what is measured outside of operations. */
  readonly ends: readonly number[];
  readonly switches: readonly SwitchMark[];
}

/** An instruction that saves or restores a thread's registers. */
export interface SwitchMark {
  readonly address: number;
  readonly restores: boolean;
  /** The register with the address in memory. */
  readonly register: number;
  /** The offset that the first access adds to it. */
  readonly offset: number;
}

/**
 * Executed stretches: each from the first opening of a window to the last closing before a value is
 * stored. A step is an address; or 4 n + 1 behind one that saves a thread's registers and 4 n + 3 behind
 * one that restores them, where n numbers their slots within the stretch.
 */
export interface Execution {
  /** Distinct stretches. */
  readonly paths: readonly Uint32Array[];
  /** The path of each stretch in order, operation by operation in their order of start. */
  readonly operations: readonly (readonly number[])[];
  /** The words at the addresses of the paths, if they were recorded. */
  readonly words?: ReadonlyMap<number, number>;
  /** The functions of the kernel that was executed, as it lists them itself. */
  readonly kernelSymbols?: string;
}

/** Asks an emulator to record what it executes. */
export interface ExecutionRequest {
  readonly marks: ExecutionMarks;
  /** The compiled plugin; without it, QEMU's log is read, which is slower. */
  readonly plugin?: string | undefined;
}
