import { fieldsOf, textOf } from '../../base';
import type { BoardSetup } from '../setup';

/** A probe's name inside a sentence, with a blank before it. */
export function nameOfProbe({ probe }: Pick<BoardSetup, 'probe'>): string {
  return probe === undefined ? '' : ` ${probe}`;
}

/** A device's name inside a sentence, in quotes and with a blank before it. */
export function nameOfDevice({ server }: Pick<BoardSetup, 'server'>): string {
  const device = textOf(fieldsOf(server)['device']);
  return device === undefined ? '' : ` "${device}"`;
}

/** The usual remedy for an invisible probe on Linux. */
export const UDEV_HINT =
  'On Linux, a udev rule must allow its use: install the rules that come with the server, then plug it in again.';
