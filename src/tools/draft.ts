/** The repair that is being written: edits laid over the trial copy. No file is touched; what is here becomes a candidate like any other (SPEC TOOL-2). */
import path from 'node:path';
import type { Edit, SourceTree } from '../incident/nouns.ts';
import { Refusal } from './refusal.ts';

export interface DraftOptions {
  /** The copy with these edits laid over it. */
  tree(edits: readonly Edit[]): SourceTree;
  /** Where a path of the copy really leads, project-relative; null where that is outside. */
  realpath(file: string): string | null;
  /** Absolute real path of the project, which stacks name. */
  readonly project: string;
  /** Why policy forbids this change, or null (POL-3). */
  forbids(edit: Edit): string | null;
  /** Why the loader would not take the new text, or null. */
  parseError(edit: Edit): string | null;
}

/** Values of the environment, keys and what belongs to Kintsugi or git: not shown, wherever a link to it lies. */
const secretFile =
  /(?:^|\/)(?:\.env(?!\.(?:example|sample|template|dist|defaults?)$)[^/]*|\.npmrc|\.netrc|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)[^/]*|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|vault)|credentials(?:\.json)?)$|(?:^|\/)(?:\.git|\.kintsugi|\.ssh|\.aws)(?:\/|$)/i;

const isSecret = (...paths: readonly string[]): boolean => paths.some((one) => secretFile.test(one));

const hypothesisCharsMin = 15;

export class Draft {
  readonly #options: DraftOptions;
  readonly #edits = new Map<string, Edit>();
  #tree: SourceTree | null = null;
  #hypothesis: string | null = null;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /** What is wrong and why, as the model said before its first edit; null until then. */
  get hypothesis(): string | null {
    return this.#hypothesis;
  }

  get edits(): readonly Edit[] {
    return [...this.#edits.values()].filter((edit) => edit.before !== edit.after);
  }

  get tree(): SourceTree {
    return (this.#tree ??= this.#options.tree(this.edits));
  }

  /**
   * The project-relative path that is meant.
   * @throws Refusal where it may not be looked at
   */
  place(given: string): string {
    const { project, realpath } = this.#options;
    const inside = given === project || given.startsWith(`${project}/`) ? path.posix.relative(project, given) : given;
    const at = path.posix.normalize(inside).replace(/^\.\/|\/$/g, '');
    if (path.posix.isAbsolute(at) || at === '..' || at.startsWith('../'))
      throw new Refusal(`${given} lies outside the project`);
    const real = this.#edits.has(at) ? at : realpath(at);
    if (real === null) throw new Refusal(`${given} leads out of the project`);
    if (isSecret(at, real))
      throw new Refusal(`${given} holds secrets and is not shown; inspect_env tells the names that are set`);
    return at === '.' ? '' : at;
  }

  /** Of a file of the copy: may its text be looked at? */
  shows(file: string): boolean {
    const real = this.#edits.has(file) ? file : this.#options.realpath(file);
    return real !== null && !isSecret(file, real);
  }

  /** Records what the model takes for the cause. False where it says nothing. */
  record(hypothesis: string | undefined): boolean {
    const said = hypothesis?.trim() ?? '';
    if (said.length >= hypothesisCharsMin) this.#hypothesis = said.slice(0, 500);
    return this.#hypothesis !== null;
  }

  /**
   * Takes a new text for a file (null: it goes away), or says why not; nothing is changed then.
   * @throws Refusal where policy forbids it
   */
  change(at: string, after: string | null): string | null {
    if (this.#hypothesis === null)
      return `say first what is wrong and why: fill the field hypothesis (at least ${hypothesisCharsMin} characters)`;
    const before = this.#edits.get(at)?.before ?? (this.#edits.has(at) ? null : this.tree.read(at));
    if (before === null && !this.#edits.has(at) && this.tree.exists(at)) return `${at} is no text file`;
    const edit: Edit = { path: at, before, after };
    const forbidden = after === before ? null : this.#options.forbids(edit);
    if (forbidden !== null) throw new Refusal(forbidden);
    const wrong = after === before ? null : this.#options.parseError(edit);
    if (wrong !== null) return wrong;
    if (after === before) this.#edits.delete(at);
    else this.#edits.set(at, edit);
    this.#tree = null;
    return null;
  }

  /** True for a file that is here only because the draft made it. */
  isNew(at: string): boolean {
    const edit = this.#edits.get(at);
    return edit !== undefined && edit.before === null && edit.after !== null;
  }

  /** Puts the draft back to nothing. The hypothesis stays until another is said. */
  clear(): void {
    this.#edits.clear();
    this.#tree = null;
  }
}
