import { bytesAt, type Elf } from '../../../agent';
import { formatAddress } from '../../../rtt';

/** Reads constants, which no program changes, from the image. */
export function constantAt(elf: Elf, address: number, length: number): Uint8Array {
  const bytes = bytesAt(elf, address, length);
  if (bytes === undefined) throw new Error(`The image has nothing at ${formatAddress(address)}`);
  return bytes;
}
