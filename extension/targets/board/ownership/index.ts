export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export { serverFromArguments } from './server-arguments';
export { probeUseOf, useNamed } from './setup-use';
export { excludeEachOther, lockName, type ProbeUse } from './use';
