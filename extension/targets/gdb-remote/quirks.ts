/** Where a GDB server differs from others in what matters here. */
export interface ServerQuirks {
  readonly name: string;
  /** Memory writes as `X` with binary data; `M` with hexadecimal digits otherwise. */
  readonly binaryWrites: boolean;
  /** Single registers can be written only after the target description was read. */
  readonly registersNeedDescription: boolean;
  /** The packet size to use when the server does not name one. */
  readonly packetSize: number;
}

/** QEMU 7.2: any byte to a running core stops it, so leave the link alone while it runs. */
export const QEMU_STUB: ServerQuirks = {
  name: 'QEMU',
  binaryWrites: false,
  registersNeedDescription: true,
  packetSize: 0x400,
};
