const entries = [];

export function record({ guest, cents }) {
  entries.push({ guest, cents });
}

export function sumOf(guest) {
  return entries.filter((each) => each.guest === guest).reduce((sum, each) => sum + each.cents, 0);
}

export default { record, sumOf };
