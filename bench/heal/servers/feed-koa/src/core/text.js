const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (character) => entities[character]);
}

export function excerpt(html, length = 30) {
  const plain = html.replace(/<[^>]+>/g, '');
  return plain.length <= length ? plain : `${plain.slice(0, length).trimEnd()}…`;
}
