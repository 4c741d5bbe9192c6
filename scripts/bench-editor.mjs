import { buildAll } from './lib/build.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'qemu', 'swd', 'editor']);
const code = await buildAll();
if (code !== 0) process.exit(code);
// Imported late: set-up may only just have installed its dependencies.
const { measureEditor } = await import('./bench-editor/measure.mjs');
const { timeToHistogram } = await import('./bench-editor/board.mjs');

const results = [...(await measureEditor()), await timeToHistogram()];
const rows = results.map(({ name, value, limit, unit, atLeast }) => {
  const holds = atLeast ? value >= limit : value <= limit;
  const bound = `${atLeast ? 'at least' : 'at most'} ${limit} ${unit}`;
  return { holds, cells: [name, `${value.toFixed(0)} ${unit}`, bound, holds ? 'ok' : 'BEYOND'] };
});
console.log(table([['what', 'measured', 'limit', ''], ...rows.map(({ cells }) => cells)]));
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
