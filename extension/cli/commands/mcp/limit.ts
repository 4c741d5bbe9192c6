import { Transform } from 'node:stream';

const NEWLINE = 0x0a;

/** Passes lines on, without what is beyond some bytes: it would be collected until the line ends. */
export function newLineLimit(most: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      for (let from = 0; from < chunk.length;) {
        const found = chunk.indexOf(NEWLINE, from);
        const end = found < 0 ? chunk.length : found;
        const kept = chunk.subarray(from, Math.min(end, from + Math.max(0, most - length)));
        this.push(kept);
        length += kept.length;
        if (found >= 0) {
          this.push('\n');
          length = 0;
        }
        from = end + 1;
      }
      done();
    },
  });
}
