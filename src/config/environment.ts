/** The one place that reads process.env; everybody else is given what they need. */

/** The environment of this process. */
export function environment(): NodeJS.ProcessEnv {
  return process.env;
}
