'use strict';

const { readdirSync, readFileSync } = require('node:fs');

/**
 * Checks whether a process of a group is alive. A zombie is not: it keeps its group visible until it is collected,
 * which the first process of many containers does late or never. `isLed`: the group's first process is alive.
 * @param {number} group
 * @param {boolean} isLed
 */
exports.isGroupAlive = (group, isLed) => {
  try {
    process.kill(-group, 0);
  } catch {
    return false;
  }
  return isLed || process.platform !== 'linux' || readdirSync('/proc').some(isOfGroup);

  function isOfGroup(/** @type {string} */ pid) {
    try {
      const stat = /^[0-9]/.test(pid) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
      // Behind the name, which may contain anything: the state, the parent and the group.
      const [state, , its] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(its) === group && state !== 'Z';
    } catch {
      return false;
    }
  }
};
