'use strict';

const escape = require('./escape');
const { tokenize } = require('./tokens');

function lookup(scope, dotted) {
  const [first, ...rest] = dotted.split('.');
  if (!(first in scope)) throw new Error(`template asks for "${dotted}", there is ${Object.keys(scope).join(', ')}`);
  return rest.reduce((value, key) => {
    if (value === undefined || value === null) throw new Error(`template asks for "${dotted}" of nothing`);
    return value[key];
  }, scope[first]);
}

function compile(source, engine) {
  const withPartials = source.replace(/\{\{> (\w+)\}\}/g, (_, name) => {
    const partial = engine.partials[name];
    if (partial === undefined) throw new Error(`partial "${name}" is not loaded`);
    return partial;
  });
  const tree = build(tokenize(withPartials));
  return (data) => draw(tree, data, engine).trim();
}

function build(tokens) {
  const top = { children: [] };
  const stack = [top];
  for (const token of tokens) {
    const open = stack[stack.length - 1];
    if (token.type === 'open') {
      const block = { type: 'each', list: token.value, children: [] };
      open.children.push(block);
      stack.push(block);
    } else if (token.type === 'close') {
      if (stack.length === 1) throw new Error('{{/each}} without {{#each}}');
      stack.pop();
    } else open.children.push(token);
  }
  if (stack.length > 1) throw new Error(`{{#each ${stack.at(-1).list}}} is never closed`);
  return top.children;
}

function draw(nodes, scope, engine) {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type === 'each') {
        return lookup(scope, node.list)
          .map((item) => draw(node.children, { ...scope, ...item }, engine))
          .join('');
      }
      const [head, ...args] = node.value.match(/"[^"]*"|\S+/g);
      if (args.length === 0) return escape(lookup(scope, head));
      const helper = engine.helpers[head];
      if (!helper) throw new Error(`no helper ${head}`);
      return escape(helper(...args.map((arg) => (arg.startsWith('"') ? arg.slice(1, -1) : lookup(scope, arg)))));
    })
    .join('');
}

module.exports = { compile };
