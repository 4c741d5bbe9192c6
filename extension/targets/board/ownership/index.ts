export { claimProbe, claimUses, describeServer, describeUse, serversOnProbe } from './claim';
export {
  excludeEachOther,
  lockName,
  type ProbeUse,
  resolveProbeUse,
  serverFromArguments,
} from './use';
