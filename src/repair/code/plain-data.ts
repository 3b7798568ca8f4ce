/** INI, properties and CSV as trees with places, in the form of `parseTree`; the place of a key is that of its name. */
import type { Node } from 'jsonc-parser';

/** Sections with their keys; what stands above the first one is at the top. */
export function iniTree(text: string): Node {
  const top = objectAt(0, text.length);
  let section = top;
  for (const line of text.matchAll(/^([ \t]*)(?:\[([\w.-]+)\]|([\w.-]+)([ \t]*[=:][ \t]*)(.*?))[ \t]*\r?$/gm)) {
    const [, indent = '', head, key, sign = '', value = ''] = line;
    const start = line.index + indent.length;
    const name = head ?? key ?? '';
    const at = head === undefined ? start : start + 1;
    const given =
      head === undefined ? textAt(start + name.length + sign.length, value) : objectAt(at + name.length, text.length);
    put(head === undefined ? section : top, textAt(at, name), given);
    if (head !== undefined) section = given;
  }
  return top;
}

/** One record, of the names in the first line and what the second has for them. */
export function csvTree(text: string): Node {
  const [head = '', first = ''] = text.split(/\r?\n/, 2);
  const record = objectAt(0, head.length);
  const values = first.split(/[,;\t]/);
  for (const [at, cell] of [...head.matchAll(/[^,;\t]+/g)].entries()) {
    const name = /[^\s"\uFEFF](?:.*[^\s"])?/.exec(cell[0]);
    if (name !== null)
      put(record, textAt(cell.index + name.index, name[0]), textAt(head.length, values[at]?.trim() ?? ''));
  }
  return { type: 'array', offset: 0, length: text.length, children: [record] };
}

function put(object: Node, name: Node, value: Node): void {
  const length = value.offset + value.length - name.offset;
  const property: Node = { type: 'property', offset: name.offset, length, children: [name, value], parent: object };
  for (const child of [name, value]) Object.assign(child, { parent: property });
  object.children?.push(property);
}

function objectAt(offset: number, end: number): Node {
  return { type: 'object', offset, length: end - offset, children: [] };
}

function textAt(offset: number, value: string): Node {
  return { type: 'string', offset, length: value.length, value };
}
