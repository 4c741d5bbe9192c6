import { MACHINE_AARCH64, MACHINE_ARM, MACHINE_X86_64, readElf } from '../../core/elf/elf';
import type { AgentImage } from '../../core/agent/manifest';
import { TargetError } from '../target';

const MACHINES: Readonly<Record<string, number>> = {
  x64: MACHINE_X86_64,
  arm64: MACHINE_AARCH64,
  arm: MACHINE_ARM,
};

/** Makes sure that an image is a program for this computer. */
export function checkMachine({ path, elf }: AgentImage, architecture: string = process.arch): void {
  const { machine, problems } = readElf(elf);
  if (problems.length === 0 && machine === MACHINES[architecture]) return;
  const why = problems[0] ?? `it is for machine ${machine}, and this computer is ${architecture}`;
  throw new TargetError(
    'bad-image',
    `${path} cannot be started: ${why}`,
    'Build it again: cyclescope build --target local-linux',
  );
}
