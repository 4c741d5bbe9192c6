export { registerExchange } from './exchange';
