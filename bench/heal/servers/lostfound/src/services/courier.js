const settings = require('../settings');
const HttpError = require('../lib/httpError');

/** What the courier asks for sending an item home. */
async function quoteFor(item, city) {
  const { url, key } = settings.courier;
  if (!url) throw new HttpError(503, 'sending is not set up');
  const response = await fetch(`${url}/quotes?to=${encodeURIComponent(city)}&class=${item.category}`, {
    headers: { 'x-api-key': key },
  });
  if (!response.ok) throw new Error(`courier answered ${response.status}: ${await response.text()}`);
  const { cents, days } = await response.json();
  return { cents, days };
}

module.exports = { quoteFor };
