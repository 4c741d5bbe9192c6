import { startView } from '../../../page';
import {
  type CompareState,
  compareStateSchema,
  type FromCompare,
  type ToCompare,
  toCompareSchema,
} from '../protocol';
import { App } from './app';
import './compare.css';
import { failure, receive, selectedName, shown, stateToKeep } from './store';

startView<FromCompare, ToCompare, CompareState>({
  receives: toCompareSchema,
  keeps: compareStateSchema,
  receive,
  isShown: () => shown.value !== undefined,
  failure,
  stateToKeep,
  begin: ({ state }) => (selectedName.value = state?.selected),
  App,
});
