/** One entry of an archive; folders come before what lies in them. */
export interface CpioEntry {
  /** Without a leading slash. */
  readonly path: string;
  /** Kind and permissions, as `stat` gives them. */
  readonly mode: number;
  readonly data?: Uint8Array;
  /** Major and minor number of a device node. */
  readonly device?: readonly [major: number, minor: number];
}

const ALIGNMENT = 4;
const TRAILER: CpioEntry = { path: 'TRAILER!!!', mode: 0 };

/** Writes a cpio archive in the `newc` format that Linux unpacks as its first file system. */
export function writeCpio(entries: readonly CpioEntry[]): Uint8Array {
  // Owners and times are all zero: the same entries always give the same bytes.
  return Buffer.concat([...entries, TRAILER].flatMap(parts));
}

function parts(entry: CpioEntry, index: number): readonly Uint8Array[] {
  const { path, mode, data = new Uint8Array(), device = [0, 0] } = entry;
  const name = Buffer.from(`${path}\0`);
  const fields = [
    ...[index + 1, mode, 0, 0, 1, 0, data.length],
    ...[0, 0, ...device, name.length, 0],
  ].map((value) => value.toString(16).padStart(8, '0'));
  const header = Buffer.concat([Buffer.from(`070701${fields.join('')}`), name]);
  return [header, padding(header.length), data, padding(data.length)];
}

function padding(length: number): Uint8Array {
  return new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT);
}
