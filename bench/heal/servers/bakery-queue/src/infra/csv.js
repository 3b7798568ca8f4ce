const { readFile } = require('node:fs/promises');

async function readCsv(file) {
  const text = await readFile(file, 'utf8');
  const [head, ...lines] = text.trim().split('\n');
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [columns[i], value])));
}

module.exports = { readCsv };
