import { readImage } from '../../../extension/targets/deploy/image';
import type { RigFault } from '../../rig/rig';
import { shippedImage } from '../agent/variants';
import type { Scene } from './scene';

/** Kills the server. */
export function killServer({ servers }: Scene): void {
  for (const pid of servers) process.kill(pid, 'SIGKILL');
}

/** Has whoever waits for the target cancel. */
export const cancel = ({ cancel }: Scene) => cancel();

/** Has the rig do something. */
export const rigDoes =
  (fault: RigFault) =>
  ({ rig }: Scene) =>
    rig.fault(fault);

/** Header and descriptor of a control block, and where a descriptor has its write offset. */
const [HEADER, DESCRIPTOR, WRITE_OFFSET] = [24, 24, 12];

/** Overwrites the descriptor of an up channel: 1 has the control lines, 2 the stream. */
export async function overwriteChannel({ rig }: Scene, index: number): Promise<void> {
  await rig.poke(await descriptorOf(index), new Uint8Array(DESCRIPTOR));
}

/** Lets an up channel's write offset point far beyond its ring. */
export async function misplaceOffset({ rig }: Scene, index: number): Promise<void> {
  const offset = (await descriptorOf(index)) + WRITE_OFFSET;
  await rig.poke(offset, Uint8Array.of(0xff, 0xff, 0xff, 0x0f));
}

/** All images of these tests have their control block at one place. */
async function descriptorOf(index: number): Promise<number> {
  const { controlBlock } = readImage(await shippedImage('headline'));
  return controlBlock + HEADER + index * DESCRIPTOR;
}
