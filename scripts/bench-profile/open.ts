import { figuresCalls } from '../../extension/workers/figures/figures';

/* Prints how long the view's worker takes to show the first operation of a profile, and the whole run. */

async function time(show: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await show();
  return (performance.now() - started) / 1000;
}

async function timeOpening(folder: string): Promise<void> {
  const serving = { signal: new AbortController().signal, report: () => undefined };
  const { profile, flame, sourceCosts } = figuresCalls();
  const first = await time(async () => {
    await profile({ folder }, serving);
    await flame({ folder, operation: 0 }, serving);
    await sourceCosts({ folder, operation: 0 }, serving);
  });
  const all = await time(async () => {
    await flame({ folder }, serving);
    await sourceCosts({ folder }, serving);
  });
  console.log(JSON.stringify({ first, all }));
}

void timeOpening(process.argv[2] ?? '');
