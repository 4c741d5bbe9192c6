// C0, DEL, C1, and the marks that change the text direction.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Makes a line of unknown origin harmless by showing its control characters as signs. */
export function visibleLine(text: string): string {
  return text.replace(CONTROL, (character) => signOf(character.charCodeAt(0)));
}

function signOf(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}
