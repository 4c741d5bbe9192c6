/** The names of the boards in the tree of one version, as `west boards` prints them there. */
export interface BoardNames {
  readonly tree: 'Zephyr' | 'MCUXpresso';
  readonly version: string;
  readonly emulated?: string;
  readonly boards: readonly string[];
}

/**
 * Read from each tree's board folders: identifiers of Zephyr's board files, and the SDK's names of
 * boards and cores. What Zephyr 3.7 calls a revision is a qualifier in Zephyr 4.
 */
export const BOARD_NAMES: readonly BoardNames[] = [
  {
    tree: 'Zephyr',
    version: '3.4',
    emulated: 'mps2_an385',
    boards: [
      'mimxrt1050_evk',
      'mimxrt1050_evk_qspi',
      'mimxrt1060_evk',
      'mimxrt1060_evk_hyperflash',
      'mimxrt1060_evkb',
      'frdm_k64f',
      'lpcxpresso55s69_cpu0',
    ],
  },
  {
    tree: 'Zephyr',
    version: '3.7',
    emulated: 'mps2/an385',
    boards: [
      'mimxrt1050_evk',
      'mimxrt1050_evk@qspi',
      'mimxrt1060_evk',
      'mimxrt1060_evk@hyperflash',
      'mimxrt1060_evkb',
      'frdm_k64f',
      'lpcxpresso55s69/lpc55s69/cpu0',
      'frdm_mcxn947/mcxn947/cpu0',
    ],
  },
  {
    tree: 'Zephyr',
    version: '4.1',
    emulated: 'mps2/an385',
    boards: [
      'mimxrt1050_evk/mimxrt1052/hyperflash',
      'mimxrt1050_evk/mimxrt1052/qspi',
      'mimxrt1060_evk@A/mimxrt1062/qspi',
      'mimxrt1060_evk/mimxrt1062/hyperflash',
      'mimxrt1060_evk@B/mimxrt1062/qspi',
      'frdm_k64f',
      'lpcxpresso55s69/lpc55s69/cpu0',
      'frdm_mcxn947/mcxn947/cpu0',
    ],
  },
  {
    tree: 'MCUXpresso',
    version: '24.12',
    boards: [
      'evkbimxrt1050',
      'evkbmimxrt1060',
      'evkcmimxrt1060',
      'lpcxpresso55s69@cm33_core0',
      'frdmmcxn947@cm33_core0',
    ],
  },
  // The older layout; no version of the newer one has this kit.
  { tree: 'MCUXpresso', version: '2.14', boards: ['frdmk64f'] },
];
