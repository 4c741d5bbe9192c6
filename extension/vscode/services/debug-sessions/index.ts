export { type DebugSessions, followDebugSessions, makeRoom } from './sessions';
