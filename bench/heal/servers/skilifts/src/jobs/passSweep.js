/** Counts what has expired, so that the desk can clear the cards. */
export class PassSweep {
  #passes;

  constructor(passes) {
    this.#passes = passes;
  }

  async run() {
    const expired = this.#passes.expired();
    return { expired: expired.length, cards: expired.map(({ id }) => id) };
  }
}
