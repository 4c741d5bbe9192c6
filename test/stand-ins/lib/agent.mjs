import { locateDescriptor, put, take } from './rings.mjs';

/**
 * A program that sets up the agent's channels and answers lines: `stream N` sends N counting bytes
 * over the stream, everything else is echoed in an `ok` line.
 */

const CONTROL = 'cyclescope';
const CHANNELS = {
  up: [
    { name: 'Terminal', size: 64 },
    { name: CONTROL, size: 512 },
    { name: 'SysView', size: 2048 },
  ],
  down: [
    { name: 'Terminal', size: 16 },
    { name: CONTROL, size: 256 },
  ],
};
const CONTROL_INDEX = 1;
const STREAM_INDEX = 2;
const BUFFERS = 0x200;

/**
 * @param {import('./rings.mjs').Memory} memory
 * @param {number} block
 * @param {(line: string) => void} onLine
 * @returns {import('./core.mjs').Program}
 */
export function createAgent(memory, block, onLine) {
  let text = '';
  let owed = 0;
  let sent = 0;
  /** @type {Uint8Array} */
  let answers = new Uint8Array();
  const answer = (/** @type {string} */ line) => {
    onLine(line);
    const [command, count] = line.split(' ');
    if (command === 'stream') owed += Number(count);
    answers = Uint8Array.from([...answers, ...Buffer.from(`ok ${line}\n`)]);
  };
  return {
    boot: () => {
      [text, owed, sent, answers] = ['', 0, 0, new Uint8Array()];
      setUp(memory, block);
    },
    step: () => {
      const lines = `${text}${Buffer.from(take(memory, locateDescriptor(memory, block, 'down', CONTROL_INDEX)))}`;
      const whole = lines.split('\n');
      text = whole.pop() ?? '';
      whole.forEach(answer);
      const up = locateDescriptor(memory, block, 'up', CONTROL_INDEX);
      answers = answers.subarray(put(memory, up, answers));
      const bytes = Uint8Array.from({ length: Math.min(owed, 1024) }, (_, index) => sent + index);
      const taken = put(memory, locateDescriptor(memory, block, 'up', STREAM_INDEX), bytes);
      [owed, sent] = [owed - taken, sent + taken];
    },
  };
}

/** @param {import('./rings.mjs').Memory} memory @param {number} block */
function setUp(memory, block) {
  memory.write(block, new Uint8Array(BUFFERS));
  memory.setWord(block + 16, CHANNELS.up.length);
  memory.setWord(block + 20, CHANNELS.down.length);
  let free = block + BUFFERS;
  for (const direction of /** @type {const} */ (['up', 'down'])) {
    for (const [index, { name, size }] of CHANNELS[direction].entries()) {
      const descriptor = locateDescriptor(memory, block, direction, index);
      memory.write(free, Buffer.from(`${name}\0`));
      memory.setWord(descriptor, free);
      memory.setWord(descriptor + 4, free + 32);
      memory.setWord(descriptor + 8, size);
      free += 32 + size;
    }
  }
  // Last, as a real one does: once it is found, the rest is valid.
  memory.write(block, Buffer.from('SEGGER RTT\0'));
}
