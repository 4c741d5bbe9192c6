export {
  type CMakeCall,
  type CMakeReading,
  type CMakeVariables,
  expand,
  readCalls,
  variablesOf,
} from './calls';
