/** One change of a text that does not parse. */

export interface Change {
  readonly start: number;
  readonly end: number;
  readonly by: string;
  readonly what: string;
  /** What people do often costs little. */
  readonly prior: number;
  /** True where the text does not tell which sign was meant: a person is asked. */
  readonly guess?: boolean;
}
