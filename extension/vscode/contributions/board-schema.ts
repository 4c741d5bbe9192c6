const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;

/** One board of the setting `cyclescope.boards`, as JSON schema; detection checks what belongs together. */
export const boardSchema = {
  type: 'object',
  required: ['name', 'server'],
  additionalProperties: false,
  properties: {
    name: text,
    server: {
      type: 'string',
      pattern: '^(openocd|pyocd|jlink|linkserver|stlink|qemu|gdb://.+:[0-9]+|serial://.+)$',
    },
    device: text,
    probe: text,
    speed: { type: 'number', minimum: 1 },
    interface: { type: 'string', enum: ['swd', 'jtag'] },
    address: text,
    program: text,
    args: texts,
    configFiles: texts,
    searchFolders: texts,
    commands: texts,
    programmerFolder: text,
    images: text,
    elf: text,
    tracedElf: text,
  },
} as const;
