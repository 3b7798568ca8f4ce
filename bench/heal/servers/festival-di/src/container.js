class Container {
  constructor() {
    this.factories = new Map();
    this.instances = new Map();
  }

  register(name, factory) {
    this.factories.set(name, factory);
    return this;
  }

  resolve(name) {
    if (this.instances.has(name)) return this.instances.get(name);
    const factory = this.factories.get(name);
    if (!factory) throw new Error(`Nothing is registered as "${name}"`);
    const instance = factory(this);
    this.instances.set(name, instance);
    return instance;
  }
}

module.exports = Container;
