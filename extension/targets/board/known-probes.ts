/** Debug probes that are recognised by their numbers at USB. */
export interface KnownProbe<F = ProbeFamily> {
  readonly vendor: number;
  /** None: every product of that vendor. */
  readonly products?: readonly number[];
  readonly title: string;
  readonly family: F;
  /** Another way to use it. */
  readonly remark?: string;
}

const TABLE = [
  { vendor: 0x1366, title: 'J-Link', family: 'j-link' },
  { vendor: 0x0483, products: [0x3748], title: 'ST-LINK/V2', family: 'st-link' },
  { vendor: 0x0483, products: [0x374b, 0x3752], title: 'ST-LINK/V2-1', family: 'st-link' },
  {
    vendor: 0x0483,
    products: [0x374d, 0x374e, 0x374f, 0x3753, 0x3754, 0x3755, 0x3757],
    title: 'ST-LINK/V3',
    family: 'st-link',
  },
  { vendor: 0x1fc9, products: [0x0143], title: 'MCU-Link', family: 'nxp' },
  { vendor: 0x1fc9, products: [0x0090], title: 'LPC-Link2', family: 'nxp' },
  { vendor: 0x0d28, products: [0x0204], title: 'DAPLink', family: 'cmsis-dap' },
  { vendor: 0x2e8a, products: [0x000c], title: 'Raspberry Pi Debug Probe', family: 'cmsis-dap' },
  { vendor: 0x2e8a, products: [0x0004], title: 'Picoprobe', family: 'picoprobe' },
  {
    vendor: 0x03eb,
    products: [0x2111, 0x2141, 0x2175],
    title: 'Microchip EDBG',
    family: 'cmsis-dap',
  },
  { vendor: 0x04b4, products: [0xf155, 0xf166], title: 'KitProg3', family: 'cmsis-dap' },
  {
    vendor: 0x1d50,
    products: [0x6018],
    title: 'Black Magic Probe',
    family: 'black-magic',
    remark:
      'Its own GDB server is at its first serial port, which this makes gdb://localhost:2000: ' +
      'socat TCP-LISTEN:2000,bind=127.0.0.1,reuseaddr FILE:/dev/ttyBmpGdb,raw,echo=0',
  },
  { vendor: 0x0451, products: [0xbef3], title: 'XDS110', family: 'xds110' },
] as const satisfies readonly KnownProbe<string>[];

/** Probes that the same servers can drive. */
export type ProbeFamily = (typeof TABLE)[number]['family'];

/** Known probes; a server uses their names for the families that it drives. */
export const knownProbes: readonly KnownProbe[] = TABLE;
