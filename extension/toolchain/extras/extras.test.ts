import { describe, expect, it } from 'vitest';
import { findRecipe } from '../recipe';
import { extendRecipe } from './extra';
import { extrasNamed, withExtras } from './extras';

const names = (...named: string[]) => extrasNamed(named).map(({ name }) => name);

describe('extras', () => {
  it('are named one by one or in a list, each counted once, in their own order', () => {
    expect(names()).toEqual([]);
    expect(names('rust', 'cpp')).toEqual(['cpp', 'rust']);
    expect(names('zig, cpp', 'cpp')).toEqual(['cpp', 'zig']);
  });

  it('that do not exist are reported with similar names, or with all names', () => {
    expect(() => names('rsut')).toThrow(
      expect.objectContaining({
        message: 'There is no extra named "rsut".',
        hint: 'Did you mean "rust"?',
      }),
    );
    expect(() => names('python')).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/cpp, rust, zig/) }),
    );
  });

  it('extend a recipe at its end, and add each component once', () => {
    const recipe = findRecipe('qemu-freertos-m7', process.cwd())!;
    const whole = extendRecipe(recipe, {
      sources: [{ ours: true, files: ['a.c'] }],
      components: ['newlib', 'other'],
    });
    expect(whole.sources.at(-1)?.files).toEqual(['a.c']);
    expect(whole.sources).toHaveLength(recipe.sources.length + 1);
    expect(whole.components).toEqual([...recipe.components, 'other']);
  });

  it('are not prepared after an interruption, which has its own code', async () => {
    const recipe = findRecipe('qemu-freertos-m7', process.cwd())!;
    const request = {
      agreed: [],
      packageFolder: process.cwd(),
      onMessage: () => undefined,
      signal: AbortSignal.abort(),
    };
    await expect(withExtras(recipe, extrasNamed(['cpp']), request)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
