/** Runs the named test layer, and sends its counts to the parent process. */
import { oneCheck } from './counts.mjs';
import { testLayers } from './test-layers.mjs';

const [name = ''] = process.argv.slice(2);
const layer = testLayers[name];
if (!layer) throw new Error(`no test layer ${name}`);

const counts = await layer.run().catch((error) => {
  console.error(error);
  return oneCheck(false);
});
process.send?.(counts, () => process.exit(counts.failed ? 1 : 0));
