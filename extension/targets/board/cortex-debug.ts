import type { SetupGap } from '../setup';

/** Reports wires of a configuration that are not used with a server. */
export function otherWires(
  text: string | undefined,
  usable: readonly string[],
): readonly SetupGap[] {
  const wires = text?.toLowerCase();
  if (wires === undefined || usable.includes(wires)) return [];
  return [
    {
      what: `It uses ${wires}, which Cyclescope does not support with this server`,
      remedy: 'Use swd, or start the server yourself and use gdb://localhost:PORT.',
    },
  ];
}
