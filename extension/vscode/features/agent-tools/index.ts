export { registerAgentTools } from './register';
