const express = require('express');
const banner = require('./lib/banner');
const settings = require('./lib/settings');
const catalogue = require('./routes/catalogue');
const customers = require('./routes/customers');
const orders = require('./routes/orders');

const app = express();
app.use(express.json());
app.get('/health', (req, res) => res.json({ ok: true }));
app.get('/', (req, res) => res.send(`${settings.name}: ${banner.text}`));
app.use('/catalogue', catalogue);
app.use('/customers', customers);
app.use('/orders', orders);

app.listen(process.env.PORT || 3000, '127.0.0.1');
