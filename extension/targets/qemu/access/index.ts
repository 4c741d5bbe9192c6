export type { AccessPlan, MachineAccess } from './access';
export { openSharedMemory, planSharedMemory } from './shared-memory';
export { planTestProtocol } from './test-protocol';
