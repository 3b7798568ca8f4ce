import { escapeHtml } from './text.js';

export function renderMarkdown(text) {
  return text
    .trim()
    .split('\n\n')
    .map((block) => `<p>${inline(escapeHtml(block))}</p>`)
    .join('\n');
}

function inline(text) {
  return text.replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>').replace(/\*(.+?)\*/g, '<em>$1</em>');
}
