export function paged(items, { page, size }, limits) {
  const perPage = Math.min(Number(size ?? limits.size), limits.most);
  const current = Math.max(Number(page ?? 1), 1);
  const start = (current - 1) * perPage;
  return {
    total: items.length,
    page: current,
    pages: Math.ceil(items.length / perPage),
    items: items.slice(start, start + perPage),
  };
}
