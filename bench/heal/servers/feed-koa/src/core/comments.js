export class Comments {
  #bySlug = new Map();

  constructor({ enabled, maxLength }) {
    this.enabled = enabled;
    this.maxLength = maxLength;
  }

  of(slug) {
    return this.#bySlug.get(slug) ?? [];
  }

  add(slug, { name, text }) {
    const comment = { number: this.of(slug).length + 1, name, text };
    this.#bySlug.set(slug, [...this.of(slug), comment]);
    return comment;
  }
}
