const teas = [
  { id: 1, name: 'Sencha', origin: 'Uji', price: 8.5 },
  { id: 2, name: 'Gyokuro', origin: 'Yame', price: 21 },
  { id: 3, name: 'Hojicha', origin: 'Kaga', price: 6.2 },
];

const customers = [
  { id: 1, name: 'Aiko', address: { city: 'Kyoto' } },
  { id: 2, name: 'Ben', address: { city: 'Leeds' } },
];

const orders = [
  { id: 1, customer: 1, lines: [{ tea: 1, price: 8.5, quantity: 2 }] },
  { id: 2, customer: 2, lines: [{ tea: 2, price: 21, quantity: 1 }, { tea: 3, price: 6.2, quantity: 3 }] },
];

module.exports = {
  allTeas: () => teas,
  findTea: (id) => teas.find((tea) => tea.id === Number(id)),
  findCustomer: (id) => customers.find((customer) => customer.id === Number(id)),
  findOrder: (id) => orders.find((order) => order.id === Number(id)),
};
