export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export { serverSaidBy } from './said';
export { probeUseOf } from './setup-use';
export { excludeEachOther, lockName, type ProbeUse } from './use';
