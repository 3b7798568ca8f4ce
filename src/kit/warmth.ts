/** Whether this process has done what most do: only then is what V8 compiled of the program worth keeping (decision 62). */
let isWarm = false;

/** A repair was tried. */
export function warmed(): void {
  isWarm = true;
}

export function worthKeeping(): boolean {
  return isWarm;
}
