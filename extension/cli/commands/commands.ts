import type { Command } from '../command';
import { addCommand } from './add';
import { bisectCommand } from './bisect';
import { buildCommand } from './build';
import { chipsCommand } from './chips';
import { ciCommand } from './ci';
import { compareCommand } from './compare';
import { decodeCommand } from './decode';
import { doctorCommand } from './doctor';
import { explainCommand } from './explain';
import { exportCommand } from './export';
import { fetchKernelCommand } from './fetch-kernel';
import { historyCommand } from './history';
import { importCommand } from './import';
import { listCommand } from './list';
import { mcpCommand } from './mcp';
import { openCommand } from './open';
import { profileCommand } from './profile';
import { removeCommand } from './remove';
import { reportCommand } from './report';
import { restoreCommand } from './restore';
import { runCommand } from './run';
import { sampleCommand } from './sample';
import { targetsCommand } from './targets';

/** All subcommands, in the order in which they are first used. */
export const cliCommands: readonly Command[] = [
  targetsCommand,
  doctorCommand,
  chipsCommand,
  addCommand,
  removeCommand,
  buildCommand,
  fetchKernelCommand,
  listCommand,
  runCommand,
  profileCommand,
  restoreCommand,
  sampleCommand,
  explainCommand,
  decodeCommand,
  reportCommand,
  compareCommand,
  ciCommand,
  historyCommand,
  bisectCommand,
  importCommand,
  exportCommand,
  openCommand,
  mcpCommand,
];
