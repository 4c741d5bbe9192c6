import { effect } from '@preact/signals';
import { startView } from '../../../page';
import {
  type FromProfile,
  type ProfileState,
  profileStateSchema,
  type ToProfile,
  toProfileSchema,
} from '../protocol';
import { App } from './app';
import './profile.css';
import {
  failure,
  missing,
  operation,
  profile,
  receive,
  selectedAt,
  selectedName,
  stateToKeep,
} from './store';

startView<FromProfile, ToProfile, ProfileState>({
  receives: toProfileSchema,
  keeps: profileStateSchema,
  receive,
  isShown: () => profile.value !== undefined,
  failure,
  stateToKeep,
  begin: ({ state, post }) => {
    selectedName.value = state?.operation;
    effect(() => {
      if (missing.value !== undefined) post({ type: 'flame', ...missing.value });
    });
    effect(() => {
      if (operation.value !== undefined) post({ type: 'operation', operation: selectedAt.value });
    });
  },
  App,
});
