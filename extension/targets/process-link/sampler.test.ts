import { expect, test } from 'vitest';
import { readStacks, sampleAgent } from './sampler';

const OUTPUT = `cyclescope paranoid=2 user=0 program=/tmp/c/agent
  4070 84386.006143:  cpu-clock:pppH:
\tffffffff813579e0 copy_process+0x10 ([kernel.kallsyms])
\tffffffffc0010000 nft_do_chain ([nf_tables])
\t          1098d9 clone3 (/usr/lib/x86_64-linux-gnu/libc.so.6)
\t            9b7a create_sample+0x1a (/tmp/c/agent)

  4070 84386.007143:  cpu-clock:pppH:
\t             b54 __vdso_clock_gettime ([vdso])
\t            427f [unknown] (/tmp/c/agent)
\t        3aa46fff [unknown] ([heap])

  4071 84386.008143:  cpu-clock:pppH:
`;

const read = (output: string, code = 0, err = '') =>
  sampleAgent(
    { find: [], where: 'board', execute: () => Promise.resolve({ code, out: output, err }) },
    2,
    AbortSignal.any([]),
  );

test('returns functions of stacks with the files of their code, without empty stacks', async () => {
  expect(await read(OUTPUT)).toEqual({
    event: 'cpu-clock',
    seconds: 2,
    isKernelHidden: false,
    stacks: [
      [
        { name: 'copy_process', module: 'kernel' },
        { name: 'nft_do_chain', module: '[nf_tables]' },
        { name: 'clone3', module: 'libc.so.6' },
        { name: 'create_sample', module: '', offset: 0x19 },
      ],
      [
        { name: '__vdso_clock_gettime', module: '[vdso]' },
        { name: '[unknown]', module: '' },
      ],
    ],
  });
});

test.each([
  [1, 1000, false],
  [2, 1000, true],
  [4, 0, false],
])(
  'with perf_event_paranoid=%i, the kernel is hidden from user %i: %s',
  (paranoid, user, isHidden) => {
    const line = `cyclescope paranoid=${paranoid} user=${user} program=/agent\n`;
    expect(readStacks(line).isKernelHidden).toBe(isHidden);
  },
);

test.each([
  ['cyclescope no-perf\n', 0, '', /^board has no perf/],
  ['cyclescope no-agent\n', 0, '', /^The agent ended before/],
  [
    'cyclescope paranoid=3 user=1000 program=/agent\ncyclescope refused\nPermission denied\n',
    0,
    '',
    /^perf cannot sample on board: Permission denied$/,
  ],
  [
    'cyclescope refused\nError:\nAccess to performance monitoring is limited.\nConsider adjusting\n',
    0,
    '',
    /^perf cannot sample on board: Access to performance monitoring is limited\.$/,
  ],
  ['', 1, 'mktemp: no space\n', /^perf cannot sample on board: mktemp: no space$/],
])('reports %j', async (out, code, err, message) => {
  await expect(read(out, code, err)).rejects.toThrow(message);
});
