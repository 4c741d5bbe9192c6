import { nearest } from '../core/text/near';
import { localLinux } from './local/target';
import { qemuFreertosM7 } from './qemu/target';
import { qemuLinuxTargets } from './qemu-linux/target';
import { parseSshAddress } from './ssh/address';
import { sshTarget } from './ssh/target';
import type { Target } from './target';

const TARGETS: readonly Target[] = [qemuFreertosM7, ...qemuLinuxTargets, localLinux];

/** Every target this build knows, whether or not its requirements are met. */
export function targets(): readonly Target[] {
  return TARGETS;
}

export type TargetSearch = { readonly target: Target } | { readonly near: readonly string[] };

/** The target of an address, which no list can hold; ssh's configuration may be named. */
export function addressedTarget(id: string, sshConfig?: string): Target | undefined {
  const address = parseSshAddress(id);
  return address && sshTarget(address, { config: sshConfig });
}

/** The target of that id, or the ids that were probably meant. */
export function findTarget(id: string): TargetSearch {
  const target = TARGETS.find((candidate) => candidate.id === id) ?? addressedTarget(id);
  if (target !== undefined) return { target };
  return {
    near: nearest(
      id,
      TARGETS.map((candidate) => candidate.id),
    ),
  };
}
