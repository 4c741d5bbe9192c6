import type { GdbClient } from './client';
import { explainReply } from './replies';

/** More than any description; a server that never comes to an end is not believed. */
const MAX_LENGTH = 1 << 20;
/** Letter and frame around a part, and room for its escapes. */
const OVERHEAD = 8;

/** A document that a server keeps, such as `features` with annex `target.xml`; undefined where it has none. */
export async function readObject(
  client: GdbClient,
  object: string,
  annex = '',
): Promise<string | undefined> {
  const size = Math.max(16, client.packetSize - OVERHEAD);
  let document = '';
  while (document.length < MAX_LENGTH) {
    const place = `${document.length.toString(16)},${size.toString(16)}`;
    const reply = await client.request(`qXfer:${object}:read:${annex}:${place}`);
    const part = reply.slice(1);
    if (reply.startsWith('l')) return decode(document + part);
    if (!reply.startsWith('m')) {
      if (document === '') return undefined;
      throw new Error(`${client.quirks.name} broke off ${object}: ${explainReply(reply)}`);
    }
    // A part without a byte would be asked for again for ever.
    if (part === '') return decode(document);
    document += part;
  }
  throw new Error(`${client.quirks.name} tells no end of ${object}`);
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
