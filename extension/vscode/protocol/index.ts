export { buffer, L10N_META, message, PROTOCOL_VERSION, readyMessage } from './protocol';
