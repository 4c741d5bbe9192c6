import { TargetError } from '../target';
import type { Undertaking } from './bring-up';
import { limitsOf } from './places';

/** Ends an undertaking when so many bytes take longer to be written than any debug port that works needs. */
export async function writtenInTime<T>(
  { life, places }: Pick<Undertaking, 'life' | 'places'>,
  bytes: number,
  write: () => Promise<T>,
): Promise<T> {
  const { deploy, bytesPerSecond } = limitsOf(places);
  const milliseconds = deploy + (bytes * 1000) / bytesPerSecond;
  const timer = setTimeout(() => life.abort(late(bytes, milliseconds)), milliseconds);
  try {
    return await write();
  } finally {
    clearTimeout(timer);
  }
}

function late(bytes: number, milliseconds: number): TargetError {
  return new TargetError(
    'deploy-failed',
    `${bytes} bytes were not written and verified within ${Math.ceil(milliseconds / 100) / 10} s`,
    'Let the probe use a higher speed, with shorter wires where it needs them, and connect it without a hub.',
  );
}
