import { expect, it } from 'vitest';
import { boardMembers } from '../../projects/detect/boards-setting';
import { boardSchema } from './settings';

it('offers what detection reads, and nothing else', () => {
  expect(Object.keys(boardSchema.properties).toSorted()).toEqual([...boardMembers].toSorted());
});
