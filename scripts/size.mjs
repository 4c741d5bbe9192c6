import { readFileSync } from 'node:fs';
import { buildAll } from './lib/build.mjs';
import { inRoot } from './lib/paths.mjs';
import { table } from './lib/table.mjs';
import { ensure } from './setup/ensure.mjs';
import { parseMap } from './size/map.mjs';
import { coreFlashLimit, sizeByPart } from './size/parts.mjs';

const image = ['dist', 'agent', 'qemu-freertos-m7', 'headline'];

await ensure(['unit', 'agent']);
process.exitCode = (await buildAll()) || print();

function print() {
  const sizes = sizeByPart(parseMap(readFileSync(inRoot(...image, 'agent.map'), 'utf8')));
  const total = {
    part: 'total',
    flash: sizes.reduce((sum, { flash }) => sum + flash, 0),
    ram: sizes.reduce((sum, { ram }) => sum + ram, 0),
  };
  const rows = [...sizes, total].map(({ part, flash, ram }) => [part, `${flash}`, `${ram}`]);
  console.log(table([['part', 'flash (bytes)', 'RAM (bytes)'], ...rows]));
  const core = sizes.find(({ part }) => part === 'core')?.flash ?? 0;
  console.log(`\nThe core takes ${core} of at most ${coreFlashLimit} bytes of flash.`);
  return core > 0 && core < coreFlashLimit ? 0 : 1;
}
