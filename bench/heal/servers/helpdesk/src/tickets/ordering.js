const ranks = ['urgent', 'high', 'normal', 'low'];

const orders = {
  id: (a, b) => a.id - b.id,
  newest: (a, b) => Date.parse(b.opened) - Date.parse(a.opened),
  priority: (a, b) => ranks.indexOf(a.priority) - ranks.indexOf(b.priority) || a.id - b.id,
};

export const isOrder = (name) => Object.hasOwn(orders, name);

export const inOrder = (tickets, name) => [...tickets].sort(orders[name]);

export const isPriority = (name) => ranks.includes(name);
