/** What the text before a recording's data says about it. */
export interface Header {
  readonly lines: readonly string[];
  /** Two cores' packets stand in one stream. */
  readonly merged: boolean;
  /** Where each core's part begins, counted from the first byte of the data; at least one. */
  readonly parts: readonly Part[];
}

/** One core's part of the data. */
export interface Part {
  readonly core: number;
  readonly offset: number;
}

const SEMICOLON = 0x3b;
const NEWLINE = 0x0a;

/** Longer than any header; text that goes on beyond is no header. */
export const MAX_HEADER = 65_536;

/**
 * Where the data begins: after the last line that begins with a semicolon. Undefined while that
 * depends on bytes which are not there yet.
 */
export function dataStart(bytes: Uint8Array): number | undefined {
  let at = 0;
  while (bytes[at] === SEMICOLON) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0) return bytes.length > MAX_HEADER ? at : undefined;
    at = newline + 1;
  }
  return at < bytes.length ? at : undefined;
}

/** Reads header lines; without any, the data is one stream of core 0. */
export function readHeader(bytes: Uint8Array): Header {
  const lines = decodeText(bytes).split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const parts: Part[] = [];
  for (const line of lines) {
    const [, core, offset] = /^;\s*Offset\s+Core(\d+)\s+(\d+)/i.exec(line) ?? [];
    if (core !== undefined) parts.push({ core: Number(core), offset: Number(offset) });
  }
  parts.sort((a, b) => a.offset - b.offset);
  return {
    lines,
    merged: lines.some((line) => /^;\s*ESP_Extension/i.test(line)),
    parts: parts.length > 0 ? parts : [{ core: 0, offset: 0 }],
  };
}

/** SEGGER's application writes dates in the computer's language and code page. */
function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
