import { beforeEach, describe, expect, it } from 'vitest';
import { createProbe } from '../probe.mjs';
import { createTestTarget, DPIDR } from '../../testing.mjs';
import { createModes } from './modes.mjs';
import { createWire, parity } from './wire.mjs';

const READ_DPIDR = 0xa5;
const WRITE_SELECT = 0xb1;
const LINE_RESET = [0x17, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00];
const [ACK_OK, ACK_WAIT, ACK_FAULT, NOBODY] = [1, 2, 4, 7];

/** @type {ReturnType<typeof createTestTarget>} */
let target;
/** @type {(bytes: readonly number[]) => Promise<number[]>} */
let send;
beforeEach(async () => {
  target = createTestTarget();
  const { port, faults } = target;
  const probe = createProbe(port, faults);
  const serve = createModes(createWire({ port, faults, probe, driveReset: async () => undefined }));
  send = async (bytes) => {
    const answer = [];
    for (const byte of bytes) answer.push(...(await serve(byte)));
    return answer;
  };
  await send([...Array(20).fill(0), 5]);
});

/** Sends a header and gives the acknowledgement. */
async function request(/** @type {number} */ header) {
  const bits = (await send([0x10, header, 7, 7, 7])).slice(2);
  return (bits[0] ?? 0) | ((bits[1] ?? 0) << 1) | ((bits[2] ?? 0) << 2);
}
const readData = async () => {
  const bytes = await send([6, 6, 6, 6, 7]);
  return { value: Buffer.from(bytes).readUInt32LE(), parity: bytes[4] };
};

it('enters raw wire mode after twenty zeros and a five', async () => {
  const { port, faults } = createTestTarget();
  const parts = { port, faults, probe: createProbe(port, faults), driveReset: async () => {} };
  const serve = createModes(createWire(parts));
  const answer = [];
  for (const byte of [1, ...Array(20).fill(0), 5]) answer.push(...(await serve(byte)));
  expect(Buffer.from(answer).toString()).toBe('BBIO1RAW1');
});

describe('the wire', () => {
  it('is inactive until a line reset', async () => {
    expect(await request(READ_DPIDR)).not.toBe(ACK_OK);
    await send(LINE_RESET);
    expect(await request(READ_DPIDR)).toBe(ACK_OK);
    expect(await readData()).toEqual({ value: DPIDR, parity: parity(DPIDR) });
  });

  it('damages the parity of a word on request', async () => {
    await send(LINE_RESET);
    target.faults.arm('parity', { times: 1 });
    await request(READ_DPIDR);
    expect((await readData()).parity).toBe(parity(DPIDR) ^ 1);
  });

  it.each([
    ['wait', ACK_WAIT],
    ['fault', ACK_FAULT],
    ['silent', NOBODY],
  ])('acknowledges with %s', async (kind, ack) => {
    await send(LINE_RESET);
    target.faults.arm(/** @type {'wait' | 'fault' | 'silent'} */ (kind), { times: 1 });
    expect(await request(WRITE_SELECT)).toBe(ack);
  });

  it('becomes inactive after a header or a word with wrong parity', async () => {
    for (const spoil of [
      [0x10, READ_DPIDR ^ 0x20],
      [0x10, WRITE_SELECT, 7, 7, 7, 7, 7, 0x14, 1, 0, 0, 0, 0],
    ]) {
      await send(LINE_RESET);
      await send(spoil);
      expect(await request(READ_DPIDR)).not.toBe(ACK_OK);
    }
  });
});
