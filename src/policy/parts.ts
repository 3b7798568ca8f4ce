/** The smallest parts in which two syntax trees differ, where the new one only has more. */
import { dotted, field, isNode, list, type Node } from './syntax.ts';
import { escapeRegExp } from '../kit/text.ts';

export interface Part {
  /** Null where `now` is a statement that was added. */
  readonly old: Node | null;
  readonly oldText: string;
  readonly now: Node;
  /** The node of the new tree around `now`. */
  readonly around: Node | null;
  /** The statements of the new tree before and behind an added one. */
  readonly previous: Node | null;
  readonly next: Node | null;
  /** The name of the innermost named function around it. */
  readonly owner: string | null;
}

interface Side {
  readonly text: string;
  readonly program: Node;
}

/** Null where something is gone, or what differs cannot be told apart. */
export function partsOf(old: Side, now: Side): Part[] | null {
  const compared = new Compared(old.text, now.text);
  compared.pair({ old: old.program, now: now.program, around: null, owner: null });
  return compared.lost ? null : compared.parts;
}

type Pair = Pick<Part, 'now' | 'around' | 'owner'> & { readonly old: Node };

const ignored = new Set(['start', 'end', 'range', 'loc', 'raw', 'optional', 'parent', 'type']);

class Compared {
  readonly parts: Part[] = [];
  lost = false;

  readonly #oldText: string;
  readonly #nowText: string;

  constructor(oldText: string, nowText: string) {
    this.#oldText = oldText;
    this.#nowText = nowText;
  }

  pair({ old, now, around, owner }: Pair): void {
    if (this.lost || this.#sameText(old, now)) return;
    const own = nameOf(now) ?? owner;
    const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !ignored.has(name));
    // `find(id).then(show).catch(next)` has all of `find(id).then(show)` in one part of it.
    const caller = now.type === 'CallExpression' ? field(now, 'callee') : null;
    const isWrapped = this.#sameText(old, (caller === null ? null : field(caller, 'object')) ?? undefined);
    const isOpen = !isWrapped && old.type === now.type && names.every((name) => isAlike(old[name], now[name], name));
    if (!isOpen) {
      const oldText = this.#oldText.slice(old.start, old.end);
      this.parts.push({ old, oldText, now, around, previous: null, next: null, owner: own });
      return;
    }
    for (const name of names) {
      const [left, right] = [old[name], now[name]];
      if (Array.isArray(left) && Array.isArray(right))
        this.#lists(left.filter(isNode), right.filter(isNode), { around: now, owner: own });
      else if (isNode(left) && isNode(right)) this.pair({ old: left, now: right, around: now, owner: own });
    }
  }

  /** `const row = find(id); …; return row;` for `return find(id);`: what was asked for got a name, and is used as before. */
  #names(added: readonly Node[], old: Node | undefined): boolean {
    const [first, last] = [added[0], added.at(-1)];
    const [only, more] = first?.type === 'VariableDeclaration' ? list(first, 'declarations') : [];
    const [id, value] = only === undefined ? [null, null] : [field(only, 'id'), field(only, 'init')];
    if (last === undefined || old === undefined || more !== undefined || id?.type !== 'Identifier' || value === null)
      return false;
    const plain = (text: string): string => text.replace(/[\s!]/g, '');
    const [used, ...others] = this.#nowText
      .slice(last.start, last.end)
      .split(new RegExp(`(?<![\\w$])${escapeRegExp(String(id['name']))}(?![\\w$])`));
    const was = `${used}${this.#nowText.slice(value.start, value.end)}${others.join('')}`;
    return others.length === 1 && plain(was) === plain(this.#oldText.slice(old.start, old.end));
  }

  #lists(old: readonly Node[], now: readonly Node[], at: Pick<Part, 'around' | 'owner'>): void {
    if (old.length === now.length) {
      for (const [index, each] of old.entries()) this.pair({ old: each, now: now[index] ?? each, ...at });
      return;
    }
    let from = 0;
    while (from < old.length && this.#sameText(old[from], now[from])) from += 1;
    let end = 0;
    while (end < old.length - from && this.#sameText(old.at(-1 - end), now.at(-1 - end))) end += 1;
    const added = now.slice(from, now.length - end);
    const isNamed = from + end === old.length - 1 && this.#names(added, old[from]);
    if (from + end < old.length && !isNamed) this.lost = true;
    for (const [index, each] of added.entries()) {
      if (isNamed && (index === 0 || index === added.length - 1)) continue;
      const [previous, next] = [now[from + index - 1] ?? null, now[from + index + 1] ?? null];
      this.parts.push({ old: null, oldText: '', now: each, previous, next, ...at });
    }
  }

  #sameText(old: Node | undefined, now: Node | undefined): boolean {
    if (old === undefined || now === undefined) return false;
    const plain = (text: string, node: Node): string => text.slice(node.start, node.end).replace(/\s+/g, ' ');
    return plain(this.#oldText, old) === plain(this.#nowText, now);
  }
}

/** May two fields be compared further? Only lists of statements may have grown. */
function isAlike(left: unknown, right: unknown, name: string): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length || (name === 'body' && left.length < right.length);
  if (isNode(left) || isNode(right)) return isNode(left) && isNode(right);
  return JSON.stringify(left) === JSON.stringify(right);
}

function nameOf(node: Node): string | null {
  if (node.type === 'AssignmentExpression' && /Function/.test(field(node, 'right')?.type ?? ''))
    return dotted(field(node, 'left'))?.split('.').at(-1) ?? null;
  if (/^(?:MethodDefinition|Property|PropertyDefinition)$/.test(node.type)) return dotted(field(node, 'key'));
  const isNamed = /^(?:FunctionDeclaration|FunctionExpression|VariableDeclarator)$/.test(node.type);
  return isNamed ? dotted(field(node, 'id')) : null;
}
