/** Regenerates what depends on the SDK's files and on the declared families. */
import { writeFileSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';
import { kconfigList, kconfigText } from './package/kconfig.mjs';
import { sdkList, sdkListText } from './package/sdk.mjs';

writeFileSync(inRoot(kconfigList), kconfigText(root));
writeFileSync(inRoot(sdkList), sdkListText(root));
