/** Which files a repair may write (POL-3): the project's own sources, never what decides about secrets, installs, tests or Kintsugi. */
import { isCodeFile } from '../kit/code.ts';
import { globMatcher } from '../kit/globs.ts';
import { clip, printable } from '../kit/text.ts';
import { deny, type PolicySettings, type Verdict } from './settings.ts';
import { hiddenCharacter } from './text.ts';

const charsMax = 512;

/** Sources, templates and static config: what a release is made of where git does not say (PRO-6). */
const sourceExtensions = new Set(
  `js cjs mjs jsx ts cts mts tsx json jsonc json5 html htm css scss less ejs hbs handlebars mustache pug njk liquid eta vue svelte astro
  graphql gql sql prisma proto yaml yml toml ini xml txt md mdx csv properties conf svg map`.split(/\s+/),
);

const protectedSegments = new Set(['node_modules', 'bower_components', '__tests__', '__mocks__', '__snapshots__']);
const testFolders = new Set(['test', 'tests', 'e2e', 'cypress']);

const protectedNames =
  /^(package\.json|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|pnpm-workspace\.yaml|pnpmfile\.c?js|bun\.lockb?|deno\.(json|jsonc|lock)|lerna\.json|nx\.json|turbo\.json|(ts|js)config([.-].*)?\.json|kintsugi\.config\..*|dockerfile.*|.*\.dockerfile|containerfile.*|(docker-)?compose([.-].*)?\.ya?ml|jenkinsfile.*|procfile.*|makefile.*|vagrantfile|azure-pipelines.*\.ya?ml|bitbucket-pipelines.*\.ya?ml|appveyor\.ya?ml|cloudbuild\.ya?ml|codecov\.ya?ml|buildspec\.ya?ml|wercker\.ya?ml|skaffold\.ya?ml|fly\.toml|vercel\.json|netlify\.toml|railway\.(json|toml)|serverless\.ya?ml|nixpacks\.toml|binding\.gyp|codeowners|(jest|vitest|playwright|cypress|karma|ava|wdio|jasmine|mocha)\.(config|conf)\..*|ecosystem\.config\..*|.*\.(test|tests|spec|snap)\.[^.]+|.*\.snap)$/;

/** What a platform reads of a service, from its own folder: in one of settings or data they are the service's own. */
const platformNames = /^(?:app|render)\.yaml$/;
const ownFolders = /^(?:conf|configs?|configuration|settings?|data|content|locales?|i18n|resources)$/;

/** Null where a repair may write the file; else the rule that forbids it. `causes` are files that are themselves what failed. */
export function checkPath(
  path: string,
  settings: Pick<PolicySettings, 'protected'>,
  causes: readonly string[] = [],
): Verdict | null {
  return checkForm(path) ?? checkSegments(path) ?? checkName(path, causes) ?? checkOwner(path, settings, causes);
}

/** Null where a folder may be made: the same rules, but for the file name. */
export function checkFolder(path: string): Verdict | null {
  return checkForm(path) ?? checkSegments(`${path}/x`);
}

/** A plain relative path in one spelling: what is written here is what every file system takes it for. */
export function checkForm(path: string): Verdict | null {
  const bad = (why: string): Verdict => deny('path-form', `\`${clip(printable(path), 200)}\` ${why}.`);
  if (path === '' || path.length > charsMax) return bad(`is empty or longer than ${charsMax} characters`);
  if (hiddenCharacter(path) !== null || /[\t\n\r"]/.test(path)) return bad('holds a character that cannot be seen');
  if (path.includes('\\')) return bad('holds a backslash');
  if (/^([/~]|[A-Za-z]:)/.test(path) || path.includes(':')) return bad('is not relative to the project');
  if (path !== path.normalize('NFC')) return bad('is not in normal form');
  const segments = path.split('/');
  if (segments.some((part) => part === '' || part === '.' || part === '..')) return bad('leads around');
  if (segments.some((part) => /[. ]$|^ |~\d+$|[*?<>|$`]/.test(part)))
    return bad('holds a part that is not a plain name');
  return null;
}

function checkSegments(path: string): Verdict | null {
  const segments = fold(path).split('/');
  const dotted = segments.find((part) => part.startsWith('.'));
  if (dotted !== undefined)
    return deny('path-protected', `\`${path}\`: names that begin with a dot are never written.`);
  const taken =
    segments.slice(0, -1).find((part) => protectedSegments.has(part)) ??
    segments.find((part) => part === 'node_modules');
  if (taken !== undefined) return deny('path-protected', `\`${path}\`: \`${taken}\` is never written by a repair.`);
  const tests = segments.slice(0, -1).find((part) => testFolders.has(part));
  return tests === undefined ? null : deny('path-test', `\`${path}\`: a repair never changes the tests that judge it.`);
}

function checkName(path: string, causes: readonly string[]): Verdict | null {
  const segments = fold(path).split('/');
  const name = segments.at(-1) ?? '';
  if (/\.(test|tests|spec)\.[^.]+$|\.snap$/.test(name)) {
    return deny('path-test', `\`${path}\`: a repair never changes the tests that judge it.`);
  }
  const isPlatform = platformNames.test(name) && !ownFolders.test(segments.at(-2) ?? '');
  if (isPlatform || protectedNames.test(name)) {
    return deny('path-protected', `\`${path}\` decides how the project is built, installed, tested or healed.`);
  }
  const extension = name.includes('.') ? (name.split('.').at(-1) ?? '') : '';
  // A program without an ending may be a script for people: only the one that failed is code for certain (`bin/www`).
  const isSource = sourceExtensions.has(extension) || (isCodeFile(path) && isAmong(causes, path));
  return isSource ? null : deny('path-outside', `\`${path}\` is no source of the project.`);
}

/** PRO-6: never rolled back, and repaired only where the file is itself what failed. */
function checkOwner(
  path: string,
  settings: Pick<PolicySettings, 'protected'>,
  causes: readonly string[],
): Verdict | null {
  const glob = settings.protected.find((one) => globMatcher([one])(path));
  if (glob === undefined || isAmong(causes, path)) return null;
  return deny('path-owner', `\`${path}\` is protected by \`${glob}\` and is not itself what failed.`);
}

function isAmong(causes: readonly string[], path: string): boolean {
  return causes.some((cause) => cause === path || cause.endsWith(`/${path}`));
}

/** One spelling for all names that a file system may take for the same. */
export function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}
