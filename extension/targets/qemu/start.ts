import { TargetError } from '../../base';
import type { GuardedChild, Guardian } from '../../host';
import type { QemuMachine } from './machines';

/** Starts an emulator under its guardian. */
export async function startEmulator(
  guardian: Guardian,
  { program, aptPackage }: Pick<QemuMachine, 'program' | 'aptPackage'>,
  args: readonly string[],
): Promise<GuardedChild> {
  try {
    return await guardian.run(program, args);
  } catch (error) {
    const reason = (error as Error).message;
    if (reason !== 'ENOENT') {
      throw new TargetError('start-failed', `${program} could not be started: ${reason}`);
    }
    throw new TargetError(
      'missing-program',
      `${program} is not installed`,
      `Install it: apt-get install ${aptPackage}`,
    );
  }
}
