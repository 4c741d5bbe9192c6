import { strict as assert } from 'node:assert';
import { cyclescope } from '../cyclescope';

// The first file of its folder: behind the next one the extension is active.
describe('an empty folder', () => {
  it('activates nothing', () => {
    assert.equal(cyclescope().isActive, false);
  });
});
