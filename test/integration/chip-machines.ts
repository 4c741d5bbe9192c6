/* QEMU's machines that no agent is built for: an image without a project is tried on them. */

/** A machine, as far as a test has to know it. */
export interface ChipMachine {
  readonly name: string;
  /** The image for its core. */
  readonly image: string;
  /** Where RAM begins that holds code. */
  readonly ram: number;
  readonly coreHz: number;
  readonly args?: readonly string[];
}

export const M0 = 'ram-cortex-m0plus';
export const M3 = 'ram-cortex-m3';
export const M4F = 'ram-cortex-m4f';
export const M7 = 'ram-cortex-m7';
export const M33 = 'ram-cortex-m33';
export const M33_NS = 'ram-cortex-m33-ns';
export const M33_NS_SOFT = 'ram-cortex-m33-nofp-ns';
export const M23_NS = 'ram-cortex-m23-ns';

export const chipMachines: readonly ChipMachine[] = [
  { name: 'netduinoplus2', image: M4F, ram: 0x2000_0000, coreHz: 168_000_000 },
  { name: 'mps2-an386', image: M4F, ram: 0x2000_0000, coreHz: 25_000_000 },
  { name: 'mps2-an500', image: M7, ram: 0x2000_0000, coreHz: 25_000_000 },
  { name: 'netduino2', image: M3, ram: 0x2000_0000, coreHz: 120_000_000 },
  { name: 'lm3s6965evb', image: M3, ram: 0x2000_0000, coreHz: 12_500_000 },
  { name: 'emcraft-sf2', image: M3, ram: 0x2000_0000, coreHz: 142_000_000 },
  { name: 'mps2-an385', image: M3, ram: 0x2000_0000, coreHz: 25_000_000 },
  {
    name: 'microbit',
    image: M0,
    ram: 0x2000_0000,
    coreHz: 16_000_000,
    args: ['-global', 'nrf51-soc.sram-size=65536'],
  },
  // Cortex-M33 and, in the last one, M55. Some are emulated without their floating-point unit.
  { name: 'mps2-an505', image: M33, ram: 0x1000_0000, coreHz: 20_000_000 },
  { name: 'mps2-an521', image: M3, ram: 0x3000_0000, coreHz: 20_000_000 },
  { name: 'musca-a', image: M3, ram: 0x3000_0000, coreHz: 40_000_000 },
  { name: 'musca-b1', image: M33, ram: 0x3000_0000, coreHz: 40_000_000 },
  { name: 'mps3-an524', image: M3, ram: 0x3000_0000, coreHz: 32_000_000 },
  { name: 'mps3-an547', image: M33, ram: 0x1100_0000, coreHz: 32_000_000 },
];

/** The lines that measure the four families. */
export const RUN_FAMILIES = [
  'run heap n=20',
  'run mutex n=20',
  'run thread n=20',
  'run context_switch n=20',
];

/** One instruction takes 128 ns, which need not be a whole number of cycles. */
export const toInstructions = ({ coreHz }: ChipMachine, cycles: number) =>
  Math.round(cycles / (coreHz * 128e-9));
