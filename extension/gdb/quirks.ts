/** Relevant differences between GDB servers. */
export interface ServerQuirks {
  readonly name: string;
  /** Binary writes may be tried; otherwise writes use hexadecimal digits. */
  readonly binaryWrites: boolean;
  /**
   * Requests while the core runs: answered, answered in non-stop mode only, or better not sent.
   * `untried`: unknown, so they are sent with a deadline.
   */
  readonly whileRunning: 'answered' | 'non-stop' | 'refused' | 'untried';
  /** It can checksum memory, with code on the core in a work area that overwrites RAM. */
  readonly checksums: boolean;
  /** Packet size if the server does not report one. */
  readonly packetSize: number;
  /** Maximum memory in one reply, if larger than its packet size allows. */
  readonly readBytes?: number;
}

/** QEMU 7.2: any byte stops a running core, so nothing is sent while it runs. */
export const QEMU_STUB: ServerQuirks = {
  name: 'QEMU',
  binaryWrites: false,
  whileRunning: 'refused',
  checksums: false,
  packetSize: 0x400,
};

/** A server that was already running: probes for everything and assumes nothing. */
export const UNKNOWN_SERVER: ServerQuirks = {
  name: 'the GDB server',
  binaryWrites: true,
  whileRunning: 'untried',
  checksums: true,
  packetSize: 0x400,
};
