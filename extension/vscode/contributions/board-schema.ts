import { type BoardMember, servers } from '../../targets';

const text = { type: 'string', minLength: 1 } as const;

function memberSchema(member: BoardMember) {
  if (member === 'text') return text;
  if (member === 'texts') return { type: 'array', items: { type: 'string' } } as const;
  return { type: 'string', enum: member } as const;
}

/** One board of the setting `cyclescope.boards` as JSON schema; detection checks consistency. */
export const boardSchema = {
  type: 'object',
  required: ['name', 'server'],
  additionalProperties: false,
  properties: {
    name: text,
    server: {
      anyOf: [
        {
          enum: [...servers.map(({ kind }) => kind), 'qemu'],
          enumDescriptions: [...servers.map(({ title }) => title), 'QEMU'],
        },
        { type: 'string', pattern: '^(gdb://.+:[0-9]+|serial://.+)$' },
      ],
    },
    ...Object.fromEntries(
      servers.flatMap(({ members }) =>
        Object.entries(members).map(([name, member]) => [name, memberSchema(member)] as const),
      ),
    ),
    probe: text,
    speed: { type: 'number', minimum: 1 },
    images: text,
    elf: text,
    tracedElf: text,
  },
};
