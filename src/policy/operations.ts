/** Operations of a proposal beside its file changes: each is closed in kind, and judged by what it would touch. */
import type { Operation } from '../incident/nouns.ts';
import { checkArgv } from './commands.ts';
import { checkFolder, checkForm } from './paths.ts';
import { checkStatements } from './statements.ts';
import { allow, ask, deny, type PolicySettings, type Verdict } from './settings.ts';

export function checkOperation(operation: Operation, settings: PolicySettings): Verdict {
  switch (operation.op) {
    case 'install':
      return checkInstall(operation.argv, operation.manager, settings);
    case 'mkdir':
      return checkFolder(operation.path) ?? allow('operation', 'It makes a folder inside the project.');
    case 'chmod':
      return checkChmod(operation.path, operation.addBits);
    case 'sql':
      return (
        checkForm(operation.database) ??
        checkStatements(operation.sql) ??
        ask('operation-data', 'It changes data, which no rollback of ours brings back; its backup stays.')
      );
    case 'endStale':
      return operation.pid > 1 && operation.startTime !== ''
        ? allow('operation', 'It ends a known stale instance of this subject.')
        : deny('operation-process', 'A process is only ended by pid and start time.');
    case 'rollback':
    case 'restart':
      return allow('operation', `A ${operation.op} changes nothing that was not there before.`);
    default:
      return deny('operation-unknown', 'There is no such operation.');
  }
}

/** Only the bits of the owner; what is for others is a security change (SPEC 22). */
function checkChmod(path: string, addBits: number): Verdict {
  const form = checkForm(path);
  if (form !== null) return form;
  if (!Number.isInteger(addBits) || addBits <= 0 || addBits > 0o777) {
    return deny('operation-mode', 'Only plain permission bits are ever added.');
  }
  return (addBits & ~0o700) === 0
    ? allow('operation', 'It adds the missing bit for the owner.')
    : ask('operation-mode', 'It would open the file to other users.');
}

const quiet =
  /^--(ignore-scripts|no-audit|no-fund|no-progress|no-save|frozen-lockfile|immutable|mode=skip-build|non-interactive|offline|prefer-offline|loglevel=\w+|silent|include=(dev|optional)|omit=(dev|optional)|production|prod|allow-git=none|allow-remote=none|no-optional|reporter=\w+)$/;

/** Restoring what package.json and the lock file declare is allowed; naming a package is asked (REP-1). */
function checkInstall(argv: readonly string[], manager: string, settings: PolicySettings): Verdict {
  if (argv[0] !== manager) return deny('install-program', `An install runs \`${manager}\` and nothing else.`);
  const judged = checkArgv(argv, { ...settings, recovery: { ...settings.recovery, on_unknown: 'escalate' } });
  if (judged.decision === 'deny') return judged;
  const [sub, ...rest] = argv.slice(1);
  const words = rest.filter((word) => !word.startsWith('-'));
  if (!['ci', 'install', 'i', 'add'].includes(sub ?? ''))
    return deny('install-command', `\`${sub ?? ''}\` is no install.`);
  if (words.length > 0 || sub === 'add') {
    return ask('install-undeclared', `\`${words.join(' ')}\` is not declared by the project.`);
  }
  const odd = rest.find((word) => !quiet.test(word));
  if (odd !== undefined) return ask('install-flag', `\`${odd}\` changes what an install does.`);
  const scripts =
    rest.includes('--ignore-scripts') || rest.includes('--mode=skip-build') || settings.trustInstallScripts;
  return scripts
    ? allow('operation', 'It restores what the project declares.')
    : ask('install-scripts', 'It would run the install scripts of dependencies.');
}
