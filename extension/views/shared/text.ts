// Longer names are somebody's mistake or malice; the whole of one stays in the recording.
const LONGEST = 160;

/** Text of unknown origin on one line: control characters made visible, what is too long cut. */
export function tame(text: string, longest = LONGEST): string {
  const start = text.slice(0, 2 * longest);
  const visible = start.replace(CONTROL, (character) => pictureOf(character.charCodeAt(0)));
  const letters = Array.from(visible);
  if (letters.length <= longest && start.length === text.length) return visible;
  return `${letters.slice(0, longest - 1).join('')}…`;
}

// C0, DEL, C1, and the marks that turn the direction of what follows them.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function pictureOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
