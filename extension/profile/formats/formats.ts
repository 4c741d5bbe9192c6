import { callgrind } from './callgrind';
import { collapsed } from './collapsed';
import { cpuprofile } from './cpuprofile';
import type { ProfileFormat } from './format';
import { pprof } from './pprof';
import { speedscope } from './speedscope';

/** The formats of other profilers. Help, checks of arguments and the documentation follow from it. */
export const profileFormats: readonly ProfileFormat[] = [
  cpuprofile,
  speedscope,
  pprof,
  callgrind,
  collapsed,
];
