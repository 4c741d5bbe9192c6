import { settings } from '../ids';
import { boardSchema } from './board-schema';
import { type Text, text } from './text';

type SettingName = keyof typeof settings;

/** What an array of a setting holds. */
interface ItemSchema {
  readonly type: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: boolean;
}

/** One setting, as JSON schema and VS Code's own words describe it. */
export interface SettingContribution {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly scope: 'machine-overridable' | 'resource' | 'window';
  readonly order: number;
  readonly markdownDescription: Text;
  readonly items?: ItemSchema;
  readonly patternErrorMessage?: Text;
  readonly additionalProperties?: Readonly<Record<string, unknown>>;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly pattern?: string;
}

type Declared = Omit<
  SettingContribution,
  'markdownDescription' | 'order' | 'patternErrorMessage'
> & {
  readonly says: string;
  readonly patternSays?: string;
};

/** What a setting may be in an untrusted workspace: its values there do not count. */
export const restrictedSettings: readonly SettingName[] = [
  'sshHosts',
  'boards',
  'benchmarks',
  'imagesFolder',
  'programsFolders',
];

const declared: Readonly<Record<SettingName, Declared>> = {
  target: {
    type: 'string',
    default: 'qemu-freertos-m7',
    scope: 'resource',
    says: "The target that is active until you pick another: a target's id, or an address like `ssh://user@host:port`. Your own pick is kept apart from it, by workspace.",
  },
  sshHosts: {
    type: 'array',
    items: { type: 'string', pattern: '^ssh://' },
    uniqueItems: true,
    default: [],
    scope: 'resource',
    says: 'Linux machines that are measured over SSH, each as `ssh://user@host:port`; user and port may be left to the configuration of ssh. A login must work without a question.',
  },
  boards: {
    type: 'array',
    items: boardSchema,
    default: [],
    scope: 'resource',
    says: 'Boards that are reached over their debug port or a serial port, besides those that `launch.json` and build folders tell of. Each has a `name` and a `server`: `openocd` (with `configFiles`), `pyocd`, `jlink`, `linkserver` (with `device`), `stlink`, `gdb://host:port` for one that runs already, `serial:///dev/ttyACM0?baud=115200` for an agent in the flash that speaks over a UART, or `qemu` with the machine as `device`; `probe` is a serial number, `speed` in kHz, `elf` and `tracedElf` are ELF files with the agent. The command _Add a board…_ writes such an entry.',
  },
  benchmarks: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    scope: 'resource',
    says: 'Your own benchmarks that are built into the images: C files, or folders of them, relative to the workspace folder. Empty: every C file of the folder that declares one.',
  },
  iterations: {
    type: ['integer', 'null'],
    minimum: 1,
    default: null,
    scope: 'resource',
    says: 'Samples of each operation. Empty: what each benchmark itself asks for.',
  },
  repeat: {
    type: ['integer', 'null'],
    minimum: 1,
    default: null,
    scope: 'resource',
    says: 'How often a run measures, starting the agent afresh each time. Empty: once where runs repeat exactly, 5 times elsewhere, because one run alone says little there.',
  },
  parameters: {
    type: 'object',
    additionalProperties: {
      type: ['integer', 'array', 'string'],
      items: { type: 'integer' },
      minItems: 1,
      // Whole numbers and ranges: 2,4,8 or 2..32x2.
      pattern: '^-?\\d+(\\.\\.-?\\d+([x+]\\d+)?)?(,-?\\d+(\\.\\.-?\\d+([x+]\\d+)?)?)*$',
    },
    default: {},
    scope: 'resource',
    says: 'Parameters of the benchmarks by name, such as `{ "size": 64 }`. Several values, `{ "threads": [2, 4, 8] }` or `{ "threads": "2..8x2" }`, make a sweep: every combination is measured, in one run. A run takes those that its benchmarks have.',
  },
  gate: {
    type: 'string',
    pattern: '^(regressed(=\\d+(\\.\\d+)?%)?)?$',
    patternSays: 'Write regressed, or regressed=5%, or nothing.',
    default: '',
    scope: 'resource',
    says: 'When a benchmark in the Testing view fails: `regressed` or `regressed=5%` against the pinned baseline, as `--fail-on` of the command line. Empty: never.',
  },
  inlineResults: {
    type: 'boolean',
    default: true,
    scope: 'resource',
    says: 'Shows figures above each benchmark and a small histogram at the end of its line.',
  },
  maxEvents: {
    type: 'integer',
    minimum: 1_000_000,
    default: 50_000_000,
    scope: 'window',
    says: 'How many events of a recording the timeline opens at once. Of a longer one the first part opens, with a choice of another range.',
  },
  imagesFolder: {
    type: 'string',
    default: '',
    scope: 'machine-overridable',
    says: "A folder of agent images, `<target>/<build>/manifest.json`, that is used instead of the extension's own. Empty: images built in the workspace folder, then the ones that come with the extension.",
  },
  programsFolders: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    scope: 'machine-overridable',
    says: 'Folders in which programs such as QEMU, ssh and compilers are looked for before the folders of `PATH`.',
  },
};

/** `contributes.configuration.properties` */
export const settingContributions: Readonly<Record<string, SettingContribution>> =
  Object.fromEntries(
    (Object.entries(declared) as [SettingName, Declared][]).map(
      ([name, { says, patternSays, ...schema }], order) => [
        settings[name],
        {
          ...schema,
          order,
          markdownDescription: text(`setting.${name}`, says),
          ...(patternSays && {
            patternErrorMessage: text(`setting.${name}.pattern`, patternSays),
          }),
        },
      ],
    ),
  );
