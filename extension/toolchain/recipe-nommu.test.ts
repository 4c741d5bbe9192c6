import { expect, test } from 'vitest';
import { findRecipe } from './recipe';

const recipe = findRecipe('linux-nommu', process.cwd());
const files = recipe?.sources.flatMap((group) => group.files) ?? [];

test('the agent without an MMU never copies a process or shares memory with the kernel', () => {
  expect(files).toContain('target-agent/ports/posix/no_kernel_events.c');
  expect(files).not.toContain('target-agent/boards/linux/init.c');
  expect(files.filter((file) => /trace|tracefs|\/kernel_events/.test(file))).toEqual([]);
  expect(recipe?.sources.filter(({ build }) => build !== undefined)).toEqual([]);
});

test('the agent without an MMU is position-independent, and needs little contiguous memory', () => {
  expect(recipe?.linkFlags).toEqual(expect.arrayContaining(['-static', '-pie']));
  expect(recipe?.linkFlags.join(' ')).toMatch(/stack-size=65536\b/);
  for (const build of ['headline', 'traced'] as const) {
    const defines = recipe?.defines(build) ?? [];
    expect(defines).toContain('CYCLESCOPE_NO_MMU=1');
    const names = defines.map((text) => text.split('=', 1)[0]);
    expect(new Set(names).size).toBe(names.length);
  }
});
