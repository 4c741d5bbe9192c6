import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { recipeOf } from './recipe';
import { BENCH_FLAGS } from './recipe-types';

/*
 * The sources stand in two lists: in our own recipes, and in the one that other people's builds
 * read. They are held against each other here.
 */

const text = readFileSync(
  fileURLToPath(new URL('../../../sdk-integration/cmake/sources.cmake', import.meta.url)),
  'utf8',
);

/** The calls of cyclescope_sources(VARIABLE FOLDER NAME..), as paths by variable. */
const listed = new Map(
  [...text.matchAll(/^cyclescope_sources\(([^)]+)\)/gm)].map(([, call = '']) => {
    const [variable = '', folder = '', ...names] = call.split(/\s+/);
    return [variable, names.map((name) => `target-agent/${folder}/${name}.c`)] as const;
  }),
);
const inLists = (...names: string[]) =>
  names.flatMap((name) => listed.get(`CYCLESCOPE_${name}`) ?? [`no list ${name}`]).sort();

/** A recipe's own sources, without those of a board. */
function ofRecipe(target: string, isKept: (file: string) => boolean): readonly string[] {
  const groups = recipeOf(target)?.sources.filter(({ ours }) => ours) ?? [];
  return groups.flatMap(({ files }) => files).filter(isKept).sort();
}

const COMMON = ['CORE_SOURCES', 'MEASURED_SOURCES', 'BENCH_SOURCES'];

test('the agent for FreeRTOS has the same sources in both', () => {
  // An application has a CMSIS-RTOS2 of its own behind the suites that call one.
  const isElsewhere = /\/boards\/|\/cmsis-rtos2\/\w+\.c$/;
  expect(ofRecipe('qemu-freertos-m7', (file) => !isElsewhere.test(file))).toEqual(
    inLists(
      ...COMMON,
      ...['FREERTOS_SOURCES', 'FREERTOS_NATIVE_SOURCES', 'CORTEX_M_SOURCES', 'SYSTEMVIEW_SOURCES'],
      ...['CLOCK_emulated_SOURCES', 'WORK_AREA_SOURCES', 'CMSIS_SUITE_SOURCES'],
      'FREERTOS_INTERRUPT_SOURCES',
    ),
  );
});

test('the agent for Linux has the same sources in both', () => {
  expect(ofRecipe('local-linux', () => true)).toEqual(
    inLists(
      ...COMMON,
      ...['LINUX_SOURCES', 'LINUX_CLOCK_SOURCES', 'LINUX_AGENT_SOURCES', 'LINUX_PROGRAM_SOURCES'],
      ...['LINUX_HEADLINE_SOURCES', 'LINUX_TRACED_SOURCES', 'LINUX_NATIVE_SOURCES'],
    ),
  );
});

test('benchmarks are compiled with the same flags', () => {
  expect(text).toContain(`set(CYCLESCOPE_BENCH_FLAGS ${BENCH_FLAGS.join(' ')})`);
});
