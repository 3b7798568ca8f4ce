/** What Node does before it loads a preload. */

const early = /(^|[\s"])--(inspect|env-file|watch|experimental-.*config)/;

/** True where an option reads or opens something then: a process that waits in its preload would have it as it was, or twice. */
export function worksBeforePreload(argv: readonly string[], nodeOptions: string | undefined): boolean {
  return early.test([...argv, nodeOptions ?? ''].join(' '));
}
