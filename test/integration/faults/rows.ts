import { BUS_PIRATE_ROWS, OPENOCD_ROWS } from './openocd-rows';
import { PYOCD_ROWS } from './pyocd-rows';
import type { Row } from './row';

/** Every fault, through each server that handles it differently. */
export const ROWS: readonly Row[] = [
  ...OPENOCD_ROWS.map((row) => ({ ...row, way: 'OpenOCD' as const })),
  ...BUS_PIRATE_ROWS.map((row) => ({ ...row, way: 'a Bus Pirate' as const })),
  ...PYOCD_ROWS.map((row) => ({ ...row, way: 'pyOCD' as const })),
];
