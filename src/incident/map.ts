/** The function map (MEM-5) as data: what each file of a project defines. */

/** One file's part of the function map. Lines count from 1. */
export interface MappedFile {
  readonly file: string;
  readonly routes: readonly MappedRoute[];
  readonly functions: readonly { readonly name: string; readonly params: readonly string[]; readonly line: number }[];
  readonly classes: readonly { readonly name: string; readonly methods: readonly string[]; readonly line: number }[];
  readonly exports: readonly string[];
}

export interface MappedRoute {
  /** Upper case; `ALL` where the method does not matter. */
  readonly method: string;
  /** With the prefixes under which its router is mounted, as far as the code tells. */
  readonly path: string;
  /** Name of the handler; null where it has none. */
  readonly handler: string | null;
  readonly line: number;
}

/** Files in order of their paths. */
export type FunctionMap = readonly MappedFile[];

/** What a handler reads of its requests, by name; what stands nearest to it comes first. */
export interface Inputs {
  readonly query: readonly string[];
  readonly body: readonly string[];
  /** Name → texts that it is compared with, such as `desc` of `order`. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}
