/** A program that does nothing and differs from the one that replaces it. */
export function previousFirmware(length: number): Buffer {
  const bytes = Buffer.alloc(length, 'previous firmware ');
  const [stack, loop] = [0x20010000, 0x200];
  for (let at = 0; at < loop; at += 4) bytes.writeUInt32LE(at === 0 ? stack : loop + 1, at);
  // wfi; b .-2: it sleeps.
  bytes.writeUInt32LE(0xe7fdbf30, loop);
  return bytes;
}
