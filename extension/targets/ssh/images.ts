import { TargetError } from '../target';
import type { SshAddress } from './address';
import type { Machine } from './remote';

const IMAGES: Readonly<Record<string, string>> = {
  x86_64: 'linux-x86-64',
  aarch64: 'linux-arm64',
  armv7l: 'linux-armhf',
  // A 64-bit kernel says so to programs of 32 bits.
  armv8l: 'linux-armhf',
  // A microcontroller, without an MMU.
  armv7ml: 'linux-nommu',
};

/** The images that a machine can run. */
export function imagesFor(
  { host }: SshAddress,
  { system, processor }: Pick<Machine, 'system' | 'processor'>,
): string {
  const images = IMAGES[processor];
  if (system === 'Linux' && images !== undefined) return images;
  throw new TargetError(
    'bad-image',
    `${host} is a ${system} machine (${processor}), for which there is no agent`,
    `There are agents for Linux on ${Object.keys(IMAGES).join(', ')}.`,
  );
}
