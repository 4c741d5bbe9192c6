export {
  type CMakeCall,
  type CMakeReading,
  type CMakeVariables,
  expandVariables,
  readCalls,
  variablesOf,
} from './calls';
