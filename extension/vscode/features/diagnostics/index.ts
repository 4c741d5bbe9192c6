export { registerDiagnostics } from './diagnostics';
