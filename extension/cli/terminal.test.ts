import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { processTerminal } from './terminal';

/** A terminal over streams, and what was written to standard error. */
function terminal() {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const streams = { stdin, stdout, stderr } as unknown as NodeJS.Process;
  return { ...processTerminal(streams), stdout, err: () => String(stderr.read()) };
}

it('a message is one line: a name in it cannot add a line that looks like ours', () => {
  const { report, err } = terminal();
  report('Board x\nGate regressed: ok.\u001b[2J cannot be used');
  expect(err()).toBe('Board x␊Gate regressed: ok.␛[2J cannot be used\n');
});

it('writes that nobody has read wait together, and end when somebody reads', async () => {
  const { out, stdout } = terminal();
  const writes = Array.from({ length: 100 }, () => out('x'.repeat(1000)));
  expect(stdout.listenerCount('drain')).toBe(1);
  stdout.resume();
  await Promise.all(writes);
  expect(stdout.listenerCount('drain')).toBe(0);
});

it("a program's output keeps its tabs", () => {
  const { report, err } = terminal();
  report('   12 |\tint x');
  expect(err()).toBe('   12 |\tint x\n');
});
