export const wordsOf = (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

export function score(item, words, fields) {
  const texts = fields.flatMap((field) => item[field]).map((text) => text.toLowerCase());
  return words.reduce((sum, word) => sum + texts.filter((text) => text.includes(word)).length, 0);
}
