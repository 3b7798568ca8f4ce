const slot = /\{(\w+)\}/g;

/** Fills `{word}` in a text; an unknown word stays. */
export function fill(text, words) {
  return text.replace(slot, (whole, word) => words[word] ?? whole);
}

export function wrap(text, width = 40) {
  const lines = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line ? `${line} ${word}` : word;
      }
    }
    lines.push(line);
  }
  return lines.join('\n');
}
