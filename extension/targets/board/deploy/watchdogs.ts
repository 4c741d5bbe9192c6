import type { RegisterWrite } from './imxrt';

/*
 * Watchdogs that run after a reset, and which one write stops for good until the next one, from the manuals of
 * these families; none was tried at a chip. Those that only a quick sequence of writes stops, or nothing at all,
 * bite, and the run is refused.
 */

const STOPPED = 1 << 15;
/** The reinforced one takes a write only with these bits. */
const STOPPED_WITH_ALL_ONES = (0xfff << 16) | STOPPED;

/** WDT_MR, and RSWDT_MR, of Microchip's SAM families. */
const WATCHDOGS: readonly {
  readonly chips: RegExp;
  readonly stop: readonly RegisterWrite[];
}[] = [
  { chips: /^ATSAM3U/i, stop: [{ address: 0x400e_1254, value: STOPPED }] },
  { chips: /^ATSAM3X/i, stop: [{ address: 0x400e_1a54, value: STOPPED }] },
  { chips: /^ATSAM(?:4[CNS]|G5)/i, stop: [{ address: 0x400e_1454, value: STOPPED }] },
  {
    chips: /^ATSAM(?:4E|[ESV]7)/i,
    stop: [
      { address: 0x400e_1854, value: STOPPED },
      { address: 0x400e_1904, value: STOPPED_WITH_ALL_ONES },
    ],
  },
];

/** Lists what stops the watchdogs that run on a chip after a reset, as far as that is known. */
export const stopWatchdogs = (chip = ''): readonly RegisterWrite[] =>
  WATCHDOGS.find(({ chips }) => chips.test(chip))?.stop ?? [];
