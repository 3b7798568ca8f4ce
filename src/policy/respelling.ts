/** Whether a text says the same as another one, but for letters that were misspelt, what is awaited now, or the names of parameters. */

export const word = /[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

export function isRespelling(a: string, b: string): boolean {
  const [left, right] = [a.match(word) ?? [], b.match(word) ?? []];
  if (left.length !== right.length) return false;
  return left.every((one, index) => {
    const other = right[index] ?? '';
    return one === other || (/^[\p{L}_$]{3,}/u.test(one) && /^[\p{L}_$]/u.test(other) && nearlySame(one, other));
  });
}

/** The same but for case, or at most two keystrokes apart: inserted, dropped, changed or swapped letters. */
function nearlySame(a: string, b: string): boolean {
  if (a.toLowerCase() === b.toLowerCase()) return true;
  if (Math.abs(a.length - b.length) > 2 || Math.min(a.length, b.length) < 3) return false;
  // A negation or another word is no spelling mistake.
  if (/^(not|non|un|in|dis|no)/i.test(a) !== /^(not|non|un|in|dis|no)/i.test(b)) return false;
  return distance(a, b) <= (Math.min(a.length, b.length) < 6 ? 1 : 2);
}

function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const row = rows[i];
      if (row) row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + cost, swapped);
    }
  }
  return at(a.length, b.length);
}

/** `async (c, next) =>` that became `async (ctx, next) =>`: a function that is written out, whose body is read for itself. */
export function isReparametered(a: string, b: string): boolean {
  const head = /^(?:async )?(?:function\s*\w*\s*)?\(?(?:\w+(?:, \w+)*)?\)?\s*(?:=>)?\s*$/;
  const bare = (text: string): string => text.replace(/\w+(?=[,)]|\s*=>)/g, '_').replace(/[()\s]/g, '');
  return head.test(a) && head.test(b) && /=>|function/.test(a) && bare(a) === bare(b);
}

/** `if ((await find(id)).isOpen)` where `if (find(id).isOpen)` stood: the check asks the value now, no more and no less. */
export function isAwaited(a: string, b: string): boolean {
  const plain = b
    .replace(/\(await ((?:[\w$.#]|\((?:[^()]|\([^()]*\))*\))+)\)/g, '$1')
    .replace(/\bawait ([\w$.#]+\()/g, '$1');
  return a !== b && plain.replace(/\s+/g, '') === a.replace(/\s+/g, '');
}
