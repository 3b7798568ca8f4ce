const VAT = 0.19;

function netTotal(lines) {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

function withTax(net) {
  return Math.round(net * (1 + VAT) * 100) / 100;
}

module.exports = { netTotal, withTax };
