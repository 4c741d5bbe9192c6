import type { GdbClient, RegisterPlace } from './client';
import { readRegisterLayout } from './register-layout';
import { explainReply, isError } from './replies';

/** Cortex-M registers that are read and written. */
export type RegisterName = 'r0' | 'r1' | 'r2' | 'r3' | 'r12' | 'sp' | 'lr' | 'pc' | 'xpsr' | 'msp';

/**
 * Reads one register of a stopped core; reads all of them if the server does not support single
 * ones.
 */
export async function readRegister(client: GdbClient, name: RegisterName): Promise<number> {
  const place = await placeOf(client, name);
  const single = await client.request(`p${place.number.toString(16)}`);
  const digits = isValue(single, place) ? single : fieldOf(await readAll(client), place);
  if (!isValue(digits, place)) throw refused(client, `read ${name}`, single);
  return Buffer.from(digits, 'hex').readUInt32LE();
}

/**
 * Writes one register of a stopped core; writes all of them if the server does not support single
 * ones.
 */
export async function writeRegister(
  client: GdbClient,
  name: RegisterName,
  value: number,
): Promise<void> {
  const place = await placeOf(client, name);
  const word = Buffer.alloc(4);
  word.writeUInt32LE(value >>> 0);
  const digits = word.toString('hex');
  const reply = await client.request(`P${place.number.toString(16)}=${digits}`);
  if (reply === 'OK') return;
  if (reply !== '') throw refused(client, `set ${name}`, reply);
  const all = await readAll(client);
  if (!isValue(fieldOf(all, place), place)) throw refused(client, `set ${name}`, reply);
  const at = place.offset * 2;
  const changed = all.slice(0, at) + digits + all.slice(at + digits.length);
  const answer = await client.request(`G${changed}`);
  if (answer !== 'OK') throw refused(client, `set ${name}`, answer);
}

async function placeOf(client: GdbClient, name: RegisterName): Promise<RegisterPlace> {
  client.learned.registers ??= await readRegisterLayout(client);
  const place = client.learned.registers.get(name);
  if (place === undefined) throw new Error(`${client.quirks.name} has no register ${name}`);
  return place;
}

async function readAll(client: GdbClient): Promise<string> {
  const all = await client.request('g');
  if (all === '' || isError(all)) throw refused(client, 'read the registers', all);
  return all;
}

function fieldOf(all: string, { offset, bytes }: RegisterPlace): string {
  return all.slice(offset * 2, (offset + bytes) * 2);
}

/** Unreadable registers are sent as the letter x. */
function isValue(digits: string, { bytes }: RegisterPlace): boolean {
  return bytes === 4 && /^[0-9a-f]{8}$/i.test(digits);
}

function refused({ quirks }: GdbClient, what: string, reply: string): Error {
  return new Error(`${quirks.name} did not ${what}: ${explainReply(reply)}`);
}
