import type { Command } from '../command';
import { buildCommand } from './build';
import { decodeCommand } from './decode';
import { doctorCommand } from './doctor';
import { fetchKernelCommand } from './fetch-kernel';
import { listCommand } from './list';
import { reportCommand } from './report';
import { runCommand } from './run';
import { targetsCommand } from './targets';

/** Every subcommand, in the order in which one meets them. */
export const commands: readonly Command[] = [
  targetsCommand,
  doctorCommand,
  buildCommand,
  fetchKernelCommand,
  listCommand,
  runCommand,
  decodeCommand,
  reportCommand,
];
