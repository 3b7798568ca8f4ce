/** Slips that the wording of one line shows. */
/** `{ view(loan), late }`, `{ match.groups }`. */
const inObject = /(?<=[{,]\s*)((?:[A-Za-z_$][\w$]*\.)*([A-Za-z_$][\w$]*)(?:\([^()]*\)|(?<=\.[\w$]+)))(?=\s*[,}])/;

/** `  async show(req, res) => {`. */
const ownFunction = /^(\s+(?:static\s+)?)(async\s+)?([\w$]+)(?=\([^()]*\)\s*=>\s*\{\s*$)/;

/** What is wrong in the wording of one line: [what, what stands there, what was meant]. */
export const wordings: readonly (readonly [string, RegExp, string])[] = [
  ['`else` with a condition is `else if`', /\belse(?=\s*\()/, 'else if'],
  ['a condition stands in brackets', /\b(if|while|switch)\s+(?!\()(\S.*?)\s*\{(?=\s*$)/, '$1 ($2) {'],
  [
    'two parameters stand in brackets',
    /(?<=(?:[=(,:]|\breturn|\basync)\s*)([A-Za-z_$][\w$]*(?:\s*,\s*[A-Za-z_$][\w$]*)+)(?=\s*=>)/,
    '($1)',
  ],
  // Handed on without its object, a method would lose its `this`.
  ['a field takes its function with `=`', ownFunction, '$1$3 = $2'],
  ['a key takes its function with `:`', ownFunction, '$1$3: $2'],
  [
    'a function has no arrow',
    /(?<=\b(?:catch|constructor|for|function|[gs]et|if|switch|while)\b.*)\)\s*=>\s*\{/,
    ') {',
  ],
  ['`=>` is one sign', /=\s+>/, '=>'],
  ['`...` has three dots', /(?<![.\d])\.\.(?=[A-Za-z_$([{])/, '...'],
  ['an object takes in another one with `...`', /(?<=[{,]\s*)\((?=[^()]*(?:&&|\?))/, '...('],
  // What a value is called there is as likely to be lost.
  ['an object takes in another one with `...`', inObject, '...$1'],
  ['a value of an object has a name', inObject, '$2: $1'],
  ['`?.` is one sign', /\?\s+\.(?=[A-Za-z_$])/, '?.'],
  ['`&&` is one sign', /&\s+&/, '&&'],
  ['`||` is one sign', /\|\s+\|/, '||'],
  ['`===` is one sign', /=\s+==|==\s+=|={4,}/, '==='],
  ['`!==` is one sign', /!=\s+=|(?<=[\w$)\]'"`] )!(?= [\w$'"`[(-])/, '!=='],
  ['a value is given with `=`', /:=/, '='],
  [
    'an interface has no `=`',
    /\b((?:interface|enum)\s+[\w$]+(?:<[^={]*>)?(?:\s+extends\s+[^={]+?)?)\s*=\s*(?=\{\s*$)/,
    '$1 ',
  ],
  ['a type is given with `=`', /\b(type\s+[\w$]+(?:<[^={]*>)?)\s+(?=\{\s*$)/, '$1 = '],
  ['what may be left out has its `?` before the colon', /(?<=[\w$\])]):\s*\?\s*(?=[\w$'"[{(])/, '?: '],
  ['what may be left out has its `?` before the colon', /(?<=\w): ([\w$.]+(?:\[\])?)\?(?=\s*[;,)])/, '?: $1'],
  ['a decorator begins with `@`', /^(?<=^\s*)(\s+)(?=[A-Z]\w*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$)/, '$1@'],
  ['`<=` and `>=` end in `=`', /=([<])(?!<)/, '$1='],
];
