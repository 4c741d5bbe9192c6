export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export { serverSaidBy } from './said';
export { probeUseOf, useNamed } from './setup-use';
export { excludeEachOther, lockName, type ProbeUse } from './use';
