/** The faults of the demo, as people make them: what is changed in the shop, what shows it, and what a right repair answers. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const replace = (file, from, to) => (shop) => {
  const target = path.join(shop, file);
  const text = readFileSync(target, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(target, text.replaceAll(from, () => to));
};

export const faults = [
  {
    title: 'a misspelt method on a route',
    plant: replace('routes/catalogue.js', 'toUpperCase', 'toUppercase'),
    url: '/catalogue/1/label',
    right: (status, body) => status === 200 && body.includes('SENCHA'),
  },
  {
    title: 'a wrong export name',
    plant: replace('routes/orders.js', 'withTax', 'withTaxes'),
    url: '/orders/2/total',
    right: (status, body) => status === 200 && body.includes('47.12'),
  },
  {
    title: 'a JSON config with a trailing comma',
    plant: replace('config/shop.json', '"2 days"', '"2 days",'),
    url: '/',
    right: (status, body) => status === 200 && body.includes('Tea Shop'),
  },
  {
    title: 'a declared dependency that is not installed',
    plant: (shop) => rmSync(path.join(shop, 'node_modules', 'ms'), { recursive: true }),
    url: '/',
    right: (status) => status === 200,
  },
  {
    title: 'a missing config file with an .example beside it',
    plant: (shop) => renameSync(path.join(shop, 'config/banner.json'), path.join(shop, 'config/banner.json.gone')),
    url: '/',
    right: (status, body) => status === 200 && body.includes('First flush'),
  },
  {
    title: 'a syntax error at boot',
    plant: replace('routes/customers.js', 'city: customer.address.city });', 'city: customer.address.city };'),
    url: '/customers/1',
    right: (status, body) => status === 200 && body.includes('Kyoto'),
  },
  {
    title: 'a null that should have been a 404',
    plant: null,
    asks: true,
    url: '/customers/99',
    right: (status) => status === 404,
  },
];
