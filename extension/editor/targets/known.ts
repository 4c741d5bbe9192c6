import { addressedTarget, targets } from '../../targets/index';
import type { Target } from '../../targets/target';
import type { Settings } from '../settings/values';

type TargetSettings = Pick<Settings, 'target' | 'sshHosts'>;

/** The targets of a home: those that are built in, and the machines that it names. */
export function knownTargets({ target, sshHosts }: TargetSettings): readonly Target[] {
  const builtIn = targets();
  const machines = [...new Set([...sshHosts, target])].flatMap((id) => addressedTarget(id) ?? []);
  return [...builtIn, ...machines];
}

/** The active one: the user's pick, else what the settings name, else the first. */
export function activeTarget(settings: TargetSettings, picked: string | undefined): Target {
  const known = knownTargets(settings);
  const find = (id: string | undefined) => known.find((target) => target.id === id);
  const [first] = known;
  const active = find(picked) ?? find(settings.target) ?? first;
  if (active === undefined) throw new Error('No target is built in.');
  return active;
}
