import { expect, it } from 'vitest';
import { kindColours } from '../../../../page/theme';
import { laneVariables } from './palette';

it.each(['interrupt', 'timer', 'scheduler', 'idle'] as const)(
  'gives lanes the colour that results give to the same kind: %s',
  (kind) => {
    const lane = { kind, core: 0, id: 0, name: '', members: 1, busy: 0, order: 0 };
    expect(laneVariables([lane])).toEqual([kindColours[kind]]);
  },
);
