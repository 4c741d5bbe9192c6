import { allAgents, buildAll } from './lib/build.mjs';
import { ensure } from './setup/ensure.mjs';

await ensure(['unit', 'agent', 'linux']);
process.exitCode = await buildAll(await allAgents());
