import * as vscode from 'vscode';
import { LINUX_BOARDS } from '../../../targets';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  confirm,
  type Home,
  pickOne,
  registerCommand,
  type ReportProgress,
  type Services,
  showInformation,
  withProgress,
} from '../../common';
import { commands } from '../../names';
import { programEnvironment } from '../../services/settings';
import type { Inspections } from '../../services/targets';
import { requireTrust } from '../../services/trust';

type Needed = Pick<Services, 'context' | 'homes' | 'log'> & { readonly inspections: Inspections };

interface KernelArgument {
  readonly home?: string | undefined;
  readonly target?: string | undefined;
}

async function ask(): Promise<string | undefined> {
  const items = LINUX_BOARDS.map(({ target, title }) => ({ label: target, description: title }));
  const placeHolder = vscode.l10n.t('Select the board to fetch the kernel for');
  return (await pickOne(items, { placeHolder }))?.label;
}

/** No download without consent that names source and size. */
function consent(): Promise<boolean> {
  const yes = vscode.l10n.t('Fetch');
  const detail = vscode.l10n.t(
    "The kernel comes from the Debian mirror of this system, with apt and checked against Debian's signature: a list of packages of about 9 MB and a package of up to 100 MB, of which 6 MB are kept in the storage of the extension. Nothing is installed.",
  );
  const question = vscode.l10n.t('Fetch a Debian kernel for the emulated board?');
  return confirm(question, { detail, yes });
}

/** Fetches in a worker that searches for programs as the settings specify. */
async function fetchWith(
  { context }: Needed,
  { home, target }: { readonly home: Home; readonly target: string },
  report: ReportProgress,
  signal: AbortSignal,
) {
  const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
  let before = 0;
  const onReport = ({ text, percent = 0 }: SystemCalls['fetchKernel']['reports']) => {
    const increment = percent > before ? percent - before : undefined;
    before = percent;
    report({ message: text, ...(increment !== undefined && { increment }) });
  };
  return call('fetchKernel', { target }, { signal, onReport });
}

async function fetchKernel(needed: Needed, argument: KernelArgument | undefined): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('The kernel cannot be fetched now.')))) return;
  const { homes, inspections } = needed;
  const home = homes.find(argument?.home) ?? homes.list()[0];
  const target = argument?.target ?? (await ask());
  if (!home || target === undefined || !(await consent())) return;
  const title = vscode.l10n.t('Fetching the kernel of {0}', target);
  const fetched = await withProgress(title, (report, signal) =>
    fetchWith(needed, { home, target }, report, signal),
  );
  inspections.forget();
  await inspections.inspect(home);
  const { name, folder, upToDate } = fetched;
  void showInformation(
    upToDate
      ? vscode.l10n.t('{0} is already here: {1}', name, folder)
      : vscode.l10n.t('{0} was fetched: {1}', name, folder),
  );
}

/** Registers the command that fetches the kernel of an emulated Linux board. */
export function registerKernelCommand(needed: Needed): vscode.Disposable {
  return registerCommand(needed, commands.fetchKernel, (argument?: KernelArgument) =>
    fetchKernel(needed, argument),
  );
}
