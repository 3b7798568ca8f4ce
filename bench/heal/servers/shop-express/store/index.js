const seed = require('./seed.json');

class Store {
  constructor() {
    this.users = new Map(seed.users.map((user) => [user.id, user]));
    this.products = new Map(seed.products.map((product) => [product.id, product]));
    this.orders = new Map(seed.orders.map((order) => [order.id, order]));
    this.nextOrderId = seed.orders.length + 1;
  }

  listUsers() {
    return [...this.users.values()];
  }

  getUser(id) {
    return this.users.get(id);
  }

  addUser(data) {
    const user = { id: this.users.size + 1, ...data };
    this.users.set(user.id, user);
    return user;
  }

  listProducts({ category } = {}) {
    const all = [...this.products.values()];
    return category ? all.filter((product) => product.category === category) : all;
  }

  getProduct(id) {
    return this.products.get(id);
  }

  removeProduct(id) {
    return this.products.delete(id);
  }

  listOrders() {
    return [...this.orders.values()];
  }

  ordersOf(userId) {
    return this.listOrders().filter((order) => order.userId === userId);
  }

  getOrder(id) {
    return this.orders.get(id);
  }

  addOrder(order) {
    const saved = { id: this.nextOrderId, createdAt: new Date().toISOString(), ...order };
    this.nextOrderId += 1;
    this.orders.set(saved.id, saved);
    return saved;
  }
}

module.exports = new Store();
