export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export { excludeEachOther, lockName, type ProbeUse, probeUseOf, serverFromArguments } from './use';
