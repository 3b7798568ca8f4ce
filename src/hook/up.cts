/** Of a program that listens nowhere there is only this to see: its main script has been evaluated, and the loop has turned since. */

import { pathToFileURL } from 'node:url';

const lookMs = 20;
const later = setTimeout;
const soon = setImmediate;

/** Node 20 hears of an exit by this name until an ES module that is the main script has come to its end. */
const ofEvaluation = 'handleProcessExit';

export function whenUp(then: () => void): void {
  let hadWaiter = false;
  const look = (): void => {
    const isWaiting = process.listeners('exit').some(({ name }) => name === ofEvaluation);
    if (isWaiting) later(look, lookMs).unref();
    else if (hadWaiter) then();
    else evaluated(then);
    hadWaiter ||= isWaiting;
  };
  soon(look).unref();
}

/** Later ones keep the promise of an ES module to themselves, and begin with it at once: whoever imports it gets the same one. */
function evaluated(then: () => void): void {
  const [, main] = process.argv;
  if (process.mainModule !== undefined || main === undefined) return then();
  const { href } = pathToFileURL(main); // by itself: the compiler loses the name inside of `import`
  import(href).then(then, then);
}
