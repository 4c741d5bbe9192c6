import { type Fields, textOf } from '../../base';
import type { SetupGap } from '../setup';

/** The wires by which a configuration of cortex-debug reaches the board. */
export function wiresIn(fields: Fields): string | undefined {
  return (textOf(fields['interface']) ?? textOf(fields['jlinkInterface']))?.toLowerCase();
}

/** Reports wires that are not used with a server. */
export function otherWires(fields: Fields, usable: readonly string[]): readonly SetupGap[] {
  const wires = wiresIn(fields);
  if (wires === undefined || usable.includes(wires)) return [];
  return [
    {
      what: `It uses ${wires}, which Cyclescope does not support with this server`,
      remedy: 'Use swd, or start the server yourself and use gdb://localhost:PORT.',
    },
  ];
}
