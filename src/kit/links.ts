/** Whether a text leads to an address of the server: `href="/css/site.css"`, `url(../img/logo.svg)`, `'/pages/about'`. */
import { escapeRegExp } from './text.ts';

/** `address`: a path of the server, absolute or relative. `below`: it may be the end of what the text leads to. */
export function leadsTo(address: string, { below = false } = {}): (text: string) => boolean {
  const bare = address.replace(/^\/+/, '');
  if (!/[a-z]/i.test(bare)) return () => false;
  // Both have one way through a text: a long run of `./` costs no more than its length.
  const before = below ? String.raw`/*(?:[\w.-]+/+)*` : '[./]*';
  const link = new RegExp(String.raw`(?:["'\`(]|[=\s]/)${before}${escapeRegExp(bare)}(?=["'\`)?#\s])`);
  return (text) => link.test(text);
}
