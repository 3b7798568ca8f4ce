/** Which files are code, and which are tests, by their names. */

/** True for an ending that Node or a TypeScript loader runs, and for a program without one such as express-generator's `bin/www`. */
export function isCodeFile(file: string): boolean {
  return /\.(?:[cm]?[jt]s|[jt]sx)$/i.test(file) || /(?:^|\/)bin\/[\w-]+$/.test(file);
}

export function isTest(file: string): boolean {
  return /(?:^|[./])(?:tests?|specs?|__tests__)[./]/.test(file);
}
