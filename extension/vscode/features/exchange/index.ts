export { askWhere, registerExchange } from './exchange';
