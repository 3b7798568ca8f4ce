import { config } from '../config.js';

export function paginate(items, query = {}) {
  const size = Math.min(Number(query.size ?? config.paging.size), config.paging.max);
  const page = Math.max(1, Number(query.page ?? 1));
  const pages = Math.ceil(items.length / size);
  return { page, pages, total: items.length, items: items.slice((page - 1) * size, page * size) };
}
