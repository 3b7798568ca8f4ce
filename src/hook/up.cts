/** Of a program that listens nowhere there is only this to see: its main script has been evaluated, and the loop has turned since. */

const lookMs = 20;
const later = setTimeout;
const soon = setImmediate;

/** Node hears of an exit by this name until an ES module that is the main script has come to its end. */
const ofEvaluation = 'handleProcessExit';

export function whenUp(then: () => void): void {
  const look = (): void => {
    const isEvaluated = process.listeners('exit').every(({ name }) => name !== ofEvaluation);
    if (isEvaluated) then();
    else later(look, lookMs).unref();
  };
  soon(look).unref();
}
