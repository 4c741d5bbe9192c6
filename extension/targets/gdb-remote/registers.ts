import type { GdbClient } from './client';

/** Cortex-M registers as GDB servers number them. */
export const SP = 13;
export const PC = 15;

/** The first registers as 32-bit words: r0 to r15 for Cortex-M. */
export async function readRegisters(client: GdbClient): Promise<readonly number[]> {
  const bytes = Buffer.from(await client.request('g'), 'hex');
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    bytes.readUInt32LE(index * 4),
  );
}

/** Sets one register of a stopped core. */
export async function writeRegister(
  client: GdbClient,
  register: number,
  value: number,
): Promise<void> {
  if (client.quirks.registersNeedDescription) {
    await client.request('qXfer:features:read:target.xml:0,ffb');
  }
  const word = Buffer.alloc(4);
  word.writeUInt32LE(value);
  const reply = await client.request(`P${register.toString(16)}=${word.toString('hex')}`);
  if (reply !== 'OK')
    throw new Error(`${client.quirks.name} refused to set register ${register}: ${reply}`);
}
