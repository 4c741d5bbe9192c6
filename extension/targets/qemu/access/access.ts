import type { Memory } from '../../../rtt';
import type { LoadedBytes, Progress } from '../../board';
import type { Qmp } from '../qmp';

/** A machine's own protocol, and its memory while it runs. */
export interface MachineAccess {
  readonly qmp: Qmp;
  /** RAM, and the image's constants. */
  readonly memory: Memory;
  /** Writes an image to a machine that has not run yet. */
  deploy(pieces: readonly LoadedBytes[], onDeploy: Progress): Promise<void>;
  close(): void;
}

/** A way to reach a machine that is not started yet. */
export interface AccessPlan {
  /** The arguments that QEMU needs for it. */
  readonly args: readonly string[];
  /** Connects to the machine that was started with them. */
  connect(): Promise<MachineAccess>;
}
