import { parseCount } from '../../../base';
import { collect, type FoundOperation } from '../collect';
import type { ImportFormat, ImportResult } from '../imported';
import { consoleLines, type Line } from '../lines';
import { decimal } from '../figures';
import { endProblems, findFirstMatch, zephyrFacts } from '../zephyr';

interface Block {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** Blocks of Zephyr's sys_kernel benchmark, each the average of one test case. */
export const sysKernel: ImportFormat = {
  id: 'sys-kernel',
  title: 'Zephyr sys_kernel',
  about: "Zephyr's benchmark `sys_kernel`",
  recognises: (text) => /TEST CASE: /.test(text) && /\bnSec\b|TEST RESULT: /.test(text),
  read,
};

function read(text: string): ImportResult {
  const lines = consoleLines(text);
  const samples = parseCount(findFirstMatch(lines, /test below is repeated (\d+) times/));
  const kernel = findFirstMatch(lines, /KERNEL VERSION: (\S+)/);
  const facts = {
    ...zephyrFacts(lines),
    ...(kernel === undefined ? {} : { kernel_version: kernel }),
  };
  const found = blocks(lines).map((block) => operation(block, samples));
  return collect(sysKernel, { unit: 'ns', facts, found, problems: endProblems(lines) });
}

function blocks(lines: readonly Line[]): Block[] {
  const starts = lines.flatMap((line, at) => {
    const name = /TEST CASE: (\S.*)$/.exec(line.text)?.[1];
    return name === undefined ? [] : [{ name, at }];
  });
  return starts.map(({ name, at }, index) => ({
    name,
    lines: lines.slice(at + 1, starts[index + 1]?.at),
  }));
}

function operation({ name, lines }: Block, samples: number | undefined): FoundOperation {
  const covered = lines.flatMap(({ text }) => /^k_\w+.*$/.exec(text)?.[0] ?? []);
  const base = {
    suite: 'sys_kernel',
    op: name,
    originalName: name,
    about: covered.length > 0 ? covered.join(', ') : undefined,
  };
  const result = findFirstMatch(lines, /TEST RESULT: (\w+)/);
  const details = findFirstMatch(lines, /DETAILS: (\S.*)$/);
  const mean = decimal(/1 iteration: (-?\d+) nSec/.exec(details ?? '')?.[1]);
  if (result === undefined && details === undefined) {
    return { ...base, inconclusive: 'the text ends before the result' };
  }
  if (mean === undefined) {
    return { ...base, inconclusive: `${result ?? 'no result'}: ${details ?? 'no details'}` };
  }
  const doubts =
    result === 'SUCCESSFUL' ? [] : [`the benchmark itself reports: ${result ?? 'nothing'}`];
  return { ...base, mean, samples, doubts };
}
