/** What a tool may not do or show, whoever asks: told to the model, and kept on the record for the owner. */
export class Refusal extends Error {}
