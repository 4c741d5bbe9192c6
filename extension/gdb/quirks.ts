/** Where a GDB server differs from others in what matters here. */
export interface ServerQuirks {
  readonly name: string;
  /** Writes with binary data may be tried; with hexadecimal digits otherwise. */
  readonly binaryWrites: boolean;
  /**
   * What becomes of a request while the core runs: it is answered, it is answered once the server is in
   * non-stop mode, or it is better not sent. `untried`: nobody could look, so it is sent with its deadline.
   */
  readonly whileRunning: 'answered' | 'non-stop' | 'refused' | 'untried';
  /** It can tell a checksum of memory: a code on the core does it, in a work area that overwrites RAM. */
  readonly checksums: boolean;
  /** The packet size to use when the server does not name one. */
  readonly packetSize: number;
  /** How much memory it gives in one reply, where that is more than its packets would hold. */
  readonly readBytes?: number;
}

/** QEMU 7.2: any byte to a running core stops it, so leave the link alone while it runs. */
export const QEMU_STUB: ServerQuirks = {
  name: 'QEMU',
  binaryWrites: false,
  whileRunning: 'refused',
  checksums: false,
  packetSize: 0x400,
};

/** A server that was already running: everything is asked for and nothing expected. */
export const UNKNOWN_SERVER: ServerQuirks = {
  name: 'the GDB server',
  binaryWrites: true,
  whileRunning: 'untried',
  checksums: true,
  packetSize: 0x400,
};
