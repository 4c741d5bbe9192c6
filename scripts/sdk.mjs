/** Writes anew what follows from the SDK's files and from the families that the agent declares. */
import { writeFileSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';
import { kconfigList, kconfigText } from './package/kconfig.mjs';
import { sdkList, sdkListText } from './package/sdk.mjs';

writeFileSync(inRoot(kconfigList), kconfigText(root));
writeFileSync(inRoot(sdkList), sdkListText(root));
