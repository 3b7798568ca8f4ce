/** fill('Dear {name}', {name: 'Ada'}) */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
}

/** The same for {{ }} of templates. */
export const fillTemplate = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);
