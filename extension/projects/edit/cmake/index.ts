export {
  type CMakeCall,
  type CMakeReading,
  type CMakeVariables,
  expandVariables,
  readCalls,
  collectVariables,
} from './calls';
