/** Writes the list of the SDK's files anew. */
import { writeFileSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';
import { sdkList, sdkListText } from './package/sdk.mjs';

writeFileSync(inRoot(sdkList), sdkListText(root));
