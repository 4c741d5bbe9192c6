import { boardAddresses, type BoardMember, boardServers } from '../../targets';
import { settings } from '../names';
import { type Text, text } from './text';

const nonEmpty = { type: 'string', minLength: 1 } as const;

function memberSchema(member: BoardMember) {
  if (member === 'text') return nonEmpty;
  if (member === 'texts') return { type: 'array', items: { type: 'string' } } as const;
  return { type: 'string', enum: member } as const;
}

/** One board of the setting `cyclescope.boards` as JSON schema; detection checks consistency. */
export const boardSchema = {
  type: 'object',
  required: ['name', 'server'],
  additionalProperties: false,
  properties: {
    name: nonEmpty,
    server: {
      anyOf: [
        {
          enum: boardServers.map(({ kind }) => kind),
          enumDescriptions: boardServers.map(({ title }) => title),
        },
        {
          type: 'string',
          pattern: boardAddresses.map(({ pattern }) => pattern).join('|'),
        },
      ],
    },
    ...Object.fromEntries(
      boardServers.flatMap(({ members }) =>
        Object.entries(members).map(([name, member]) => [name, memberSchema(member)] as const),
      ),
    ),
    probe: nonEmpty,
    speed: { type: 'number', minimum: 1 },
    images: nonEmpty,
    elf: nonEmpty,
    tracedElf: nonEmpty,
  },
};

type SettingName = keyof typeof settings;

/** The items of an array setting. */
interface ItemSchema {
  readonly type: string;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: boolean;
}

/** One setting in JSON schema and VS Code's own extensions to it. */
export interface SettingContribution {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly scope: 'machine' | 'machine-overridable' | 'resource' | 'window';
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
  readonly description: string;
  readonly patternProblem?: string;
};

/** Settings whose values are ignored in an untrusted workspace. */
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
    description:
      "The target that is active until you pick another one: a target's id, or an address such as `ssh://user@host:port`. Your own pick is stored separately for each workspace.",
  },
  sshHosts: {
    type: 'array',
    items: { type: 'string', pattern: '^ssh://' },
    uniqueItems: true,
    default: [],
    scope: 'resource',
    description:
      'Linux machines to measure over SSH, each as `ssh://user@host:port`; user and port may also come from the configuration of ssh. The login must work without a prompt.',
  },
  boards: {
    type: 'array',
    items: boardSchema,
    default: [],
    scope: 'resource',
    description:
      'Boards connected through a debug port or a serial port, in addition to those found in `launch.json` and build folders. Each has a `name` and a `server`: a debug server such as `openocd` or `jlink` (names are completed), `gdb://host:port` for a server that is already running, `serial:///dev/ttyACM0?baud=115200` for a flashed agent that uses a UART (`serial://host:port` if the port is at a server in the network), or `qemu` with the machine as `device`. `probe` is a serial number, `speed` is in kHz, `elf` and `tracedElf` are ELF files with the agent. The command _Add a board…_ writes such an entry.',
  },
  benchmarks: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    scope: 'resource',
    description:
      'Your own benchmarks to build into the images: C files, or folders of them, relative to the workspace folder. If empty, every C file of the folder that declares a benchmark.',
  },
  iterations: {
    type: ['integer', 'null'],
    minimum: 1,
    default: null,
    scope: 'resource',
    description: "Samples of each operation. If empty, each benchmark's own number.",
  },
  repeat: {
    type: ['integer', 'null'],
    minimum: 1,
    default: null,
    scope: 'resource',
    description:
      'How often a run repeats the measurement; the agent is restarted each time. If empty, once where runs repeat exactly, otherwise 5 times, because a single measurement means little there.',
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
    description:
      'Benchmark parameters by name, such as `{ "size": 64 }`. Several values, `{ "threads": [2, 4, 8] }` or `{ "threads": "2..8x2" }`, make a sweep: every combination is measured, in one run. A run uses those that its benchmarks have.',
  },
  gate: {
    type: 'string',
    pattern: '^(changed|regressed(=\\d+(\\.\\d+)?(%|instr))?)?$',
    patternProblem: 'Enter regressed, regressed=5%, regressed=1instr or changed, or leave empty.',
    default: '',
    scope: 'resource',
    description:
      'When a benchmark fails in the Testing view: `regressed`, `regressed=5%`, `regressed=1instr` or `changed` against the pinned baseline, as with `--fail-on` on the command line. If empty, never.',
  },
  inlineResults: {
    type: 'boolean',
    default: true,
    scope: 'resource',
    description: 'Show figures above each benchmark and a small histogram at the end of its line.',
  },
  maxEvents: {
    type: 'integer',
    minimum: 1_000_000,
    default: 50_000_000,
    scope: 'window',
    description:
      'Maximum number of events that the timeline opens at once. Of a longer recording, the first part opens, and you can select another range.',
  },
  imagesFolder: {
    type: 'string',
    default: '',
    scope: 'machine-overridable',
    description:
      "A folder of agent images, `<target>/<build>/manifest.json`, to use instead of the extension's own. If empty, images built in the workspace folder, then those that come with the extension.",
  },
  programsFolders: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    scope: 'machine-overridable',
    description:
      'Folders to search for programs such as QEMU, ssh and compilers before those in `PATH`.',
  },
  sourceFileMap: {
    type: 'object',
    additionalProperties: { type: 'string' },
    default: {},
    scope: 'resource',
    description:
      'Where sources are that were elsewhere when an image was built, such as those of a C library or of a build in a container: `{ "/build/newlib": "../newlib" }`. Profiles show their lines with what they cost.',
  },
  agentTargets: {
    type: 'array',
    items: { type: 'string' },
    uniqueItems: true,
    default: [],
    // A folder's settings can be written by the agent itself.
    scope: 'machine',
    description:
      'Targets that coding agents may use although they are not emulated, by their ids. You still confirm each measurement, and flash is never written.',
  },
};

/** `contributes.configuration.properties` */
export const settingContributions: Readonly<Record<string, SettingContribution>> =
  Object.fromEntries(
    (Object.entries(declared) as [SettingName, Declared][]).map(
      ([name, { description, patternProblem, ...schema }], order) => [
        settings[name],
        {
          ...schema,
          order,
          markdownDescription: text(`setting.${name}`, description),
          ...(patternProblem && {
            patternErrorMessage: text(`setting.${name}.pattern`, patternProblem),
          }),
        },
      ],
    ),
  );
