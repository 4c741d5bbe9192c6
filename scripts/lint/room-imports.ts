import { isBuiltin } from 'node:module';
import { posix, relative } from 'node:path';
import type { Rule } from 'eslint';
import { type Room, roomOf } from './rooms';

const isTest = (path: string) => /\.test\.tsx?$|\/testing(\/|\.ts$)/.test(path);

/** Why a file may not import something, or undefined. Paths are relative to the checkout. */
export function importProblem(file: string, specifier: string): string | undefined {
  const from = roomOf(file);
  if (!from) return undefined;
  if (!specifier.startsWith('.')) return packageProblem(from, file, specifier);
  const target = posix.join(posix.dirname(file), specifier);
  const allowed = [...ownFolders(from, file), ...from.mayImport];
  if (allowed.some((folder) => target.startsWith(folder))) return undefined;
  if (isProtocol(target) && from.protocols.some((folder) => target.startsWith(folder))) {
    return undefined;
  }
  if (target === 'package.json' && from.node) return undefined;
  if (isTest(file) && target.startsWith('test/')) return undefined;
  return `${from.folder} may import only from ${allowed.join(', ')}; this is ${target}.`;
}

const isProtocol = (path: string) => path.endsWith('/protocol');

/** The folders that belong to a file's own room: of a divided one its part and what is shared. */
function ownFolders({ folder, isDivided }: Room, file: string): readonly string[] {
  const [part = ''] = file.slice(folder.length).split('/');
  const isInPart = isDivided && part !== posix.basename(file);
  return isInPart ? [`${folder}${part}/`, `${folder}shared/`] : [folder];
}

function packageProblem(from: Room, file: string, specifier: string): string | undefined {
  if (specifier === 'vscode' && !from.vscode) {
    return `${from.folder} must run without an editor.`;
  }
  if (isBuiltin(specifier) && !from.node && !isTest(file)) {
    return `${from.folder} must run without Node.`;
  }
  return undefined;
}

const importSource =
  ':matches(ImportDeclaration, ImportExpression, ExportAllDeclaration, ExportNamedDeclaration,' +
  ' TSImportType) > Literal.source';

/** Keeps every room's imports to the directions of ARCHITECTURE.md. */
export const roomImports: Rule.RuleModule = {
  meta: { type: 'problem' },
  create(context) {
    const file = relative(context.cwd, context.filename).replaceAll('\\', '/');
    return {
      [importSource](node: Rule.Node) {
        if (node.type !== 'Literal' || typeof node.value !== 'string') return;
        const message = importProblem(file, node.value);
        if (message !== undefined) context.report({ node, message });
      },
    };
  },
};
