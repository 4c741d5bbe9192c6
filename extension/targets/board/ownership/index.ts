export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export { serverFromArguments } from './server-arguments';
export { excludeEachOther, lockName, type ProbeUse, probeUseOf, useNamed } from './use';
