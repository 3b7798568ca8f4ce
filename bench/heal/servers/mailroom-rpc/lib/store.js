class Store {
  #people = new Map([
    ['mia@example.com', { name: 'Mia', groups: ['staff'], since: '2025-05-01' }],
    ['lee@example.com', { name: 'Lee', groups: ['staff', 'press'], since: '2025-11-20' }],
    ['zoë@example.com', { name: 'Zoë', groups: [], since: '2024-02-29' }],
  ]);
  letters = [
    { id: 'l1', to: 'mia@example.com', subject: 'Welcome', body: 'Dear {name},\nwelcome.', tags: ['onboarding'], at: '2026-01-05' },
    { id: 'l2', to: 'lee@example.com', subject: 'Press kit', body: 'Find it attached, {name}.', tags: ['press', 'kit'], at: '2026-01-09' },
    { id: 'l3', to: 'mia@example.com', subject: 'Keys', body: 'Your keys are ready.', tags: [], at: '2026-02-02' },
  ];

  person(address) {
    return this.#people.get(address.toLowerCase());
  }

  *people() {
    for (const [address, person] of this.#people) yield { address, ...person };
  }

  add({ address, name, groups = [] }) {
    this.#people.set(address.toLowerCase(), { name: name ?? address.split('@')[0], groups, since: '2026-03-01' });
    return this.#people.size;
  }

  mark(address, state) {
    const person = this.person(address);
    if (person) person.state = state;
    return person?.state;
  }

  inGroup(group) {
    return [...this.people()].filter(({ groups }) => groups.includes(group));
  }
}

export const store = new Store();
