import { readImage } from '../../../extension/targets/board/deploy/image';
import type { RigFault } from '../../rig/rig';
import { readShippedImage } from '../agent/variants';
import type { Scene } from './scene';

/** Something that is done to a target or to its user. */
export type Deed = (scene: Scene) => unknown;

/** Kills the server. */
export function killServer({ servers }: Scene): void {
  for (const pid of servers) process.kill(pid, 'SIGKILL');
}

/** Cancels pending calls to the target. */
export const cancel = ({ cancel }: Scene) => cancel();

/** Has the rig do something. */
export const rigDoes =
  (fault: RigFault) =>
  ({ rig }: Scene) =>
    rig.fault(fault);

/** The faults without parameters. */
export const [vanish, reset, lockUp] = (['vanish', 'reset', 'lock-up'] as const).map((fault) =>
  rigDoes({ do: fault }),
) as [Deed, Deed, Deed];
export const [wait, fault, parity, silent] = (['wait', 'fault', 'parity', 'silent'] as const).map(
  (kind) => rigDoes({ do: kind }),
) as [Deed, Deed, Deed, Deed];
/** Another core is there than the image was built for. */
export const becomeM0 = rigDoes({ do: 'identify', dpidr: 0x2ba01477, cpuid: 0x410cc601 });

/** Header and descriptor of a control block, and where a descriptor has its write offset. */
const [HEADER, DESCRIPTOR, WRITE_OFFSET] = [24, 24, 12];

/** Overwrites the descriptor of an up channel: 1 has the control lines, 2 the stream. */
export async function overwriteChannel({ rig }: Scene, index: number): Promise<void> {
  await rig.poke(await locateDescriptor(index), new Uint8Array(DESCRIPTOR));
}

/** Lets an up channel's write offset point far beyond its ring. */
export async function misplaceOffset({ rig }: Scene, index: number): Promise<void> {
  const offset = (await locateDescriptor(index)) + WRITE_OFFSET;
  await rig.poke(offset, Uint8Array.of(0xff, 0xff, 0xff, 0x0f));
}

/** All images of these tests have their control block at one address. */
async function locateDescriptor(index: number): Promise<number> {
  const { controlBlock } = readImage(await readShippedImage('headline'));
  return controlBlock + HEADER + index * DESCRIPTOR;
}
