export { makeRoom } from './make-room';
export { type DebugSessions, followDebugSessions } from './sessions';
