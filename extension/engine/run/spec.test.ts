import { describe, expect, it } from 'vitest';
import { exampleSpec } from '../testing/stage-run';
import { checkSpec, formatCommandLine, type RunSpec } from './spec';

const plain = exampleSpec('/w');
const board = { id: 'launch:a b', title: 'b', source: 's', namesPrograms: false, gaps: [] };

const whole: RunSpec = {
  ...plain,
  target: {
    ...board,
    server: { kind: 'pyocd', target: 'mimxrt1050', args: ['--verbose'] },
    ram: [{ start: 0x2000_0000, end: 0x2002_0000 }],
    images: { kind: 'files', headline: '/w/agent.elf', traced: '/w/t.elf' },
  },
  imageFolders: [{ folder: '/w/agent', origin: 'built', sources: '/w' }],
  patterns: ['heap/*'],
  sources: ['src/filter.c'],
  trace: true,
  iterations: 50,
  tracedIterations: 10,
  warmup: 0,
  repeat: 3,
  settings: { size: [64], 'sort.threads': [2, -4] },
  asPublished: true,
  flash: { allowFlash: true, backup: '/w/backup' },
  silenceSeconds: 30,
  gate: 'regressed=5%',
  command: 'cyclescope run --target x',
};

describe('a spec', () => {
  it.each([
    ['that only has what every run needs', plain],
    ['with everything, for a board', whole],
    ['with files of the user', { ...plain, target: { target: 'a', elfs: { headline: '/w/a' } } }],
    ['with fields that are left open', { ...plain, iterations: undefined, flash: {} }],
  ])('%s round-trips through JSON and a structured clone', (_, spec) => {
    expect(checkSpec(JSON.parse(JSON.stringify(spec)))).toEqual(spec);
    expect(checkSpec(structuredClone(spec))).toEqual(spec);
  });

  it.each([
    ['target', { target: 5 }],
    ['target', { target: { id: 'board:a', title: 'a' } }],
    ['imageFolders.0.origin', { imageFolders: [{ folder: '/w', origin: 'elsewhere' }] }],
    ['runsFolder', { runsFolder: undefined }],
    ['patterns', { patterns: 'heap' }],
    ['sources', { sources: 'src' }],
    ['trace', { trace: 1 }],
    ['iterations', { iterations: 0 }],
    ['tracedIterations', { tracedIterations: 2.5 }],
    ['warmup', { warmup: -1 }],
    ['repeat', { repeat: null }],
    ['settings.size', { settings: { size: [] } }],
    ['settings.size.1', { settings: { size: [4, 0.5] } }],
    ['flash.allowFlash', { flash: { allowFlash: 'yes' } }],
    ['silenceSeconds', { silenceSeconds: Infinity }],
    ['onMessage', { onMessage: () => undefined }],
  ])('with a wrong %s is rejected by that name: %j', (field, wrong) => {
    expect(() => checkSpec({ ...plain, ...wrong })).toThrow(
      expect.objectContaining({
        code: 'bad-value',
        message: expect.stringContaining(`The run was not started: "${field}" is invalid. `),
      }),
    );
  });
});

describe('command line', () => {
  const spec = {
    target: 'qemu-freertos-m7',
    imageFolders: [],
    runsFolder: '/runs',
    tool: 'cyclescope 1',
    patterns: [],
    trace: false,
    settings: {},
  };

  it('measures the same', () => {
    expect(formatCommandLine(spec)).toBe('cyclescope run --target qemu-freertos-m7');
    const settings = { size: [64], threads: [2, 4] };
    const whole = {
      ...spec,
      patterns: ['heap/*'],
      iterations: 50,
      repeat: 3,
      settings,
      asPublished: true,
      trace: true,
    };
    expect(formatCommandLine(whole)).toBe(
      "cyclescope run --target qemu-freertos-m7 --bench 'heap/*' --iterations 50 --repeat 3 " +
        '--set size=64 --set threads=2,4 --as-published --trace',
    );
  });

  it("contains a board's own files and the user's consents", () => {
    const images = { kind: 'files', headline: '/w/agent.elf', traced: '/w/t.elf' } as const;
    const flash = { allowFlash: true, backup: '/w/backup' };
    expect(formatCommandLine({ ...spec, target: { ...board, images }, flash })).toBe(
      "cyclescope run --target 'launch:a b' --elf /w/agent.elf --traced-elf /w/t.elf --allow-flash",
    );
  });

  it("contains a chip without a project, and the user's own benchmarks for it", () => {
    const chip = { ...board, bare: { chip: 'STM32F407VG' } };
    expect(formatCommandLine({ ...spec, target: chip, sources: ['src'] })).toBe(
      "cyclescope run --target 'launch:a b' --chip STM32F407VG --source src",
    );
  });
});
