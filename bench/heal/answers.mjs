/** Cases of the model half: one fault, several answers of a model, and the same failing request for all of them. */

/** A block as a model writes it. */
export const block = (file, search, replace) =>
  `${file}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

/** A block that repairs a line of one break again, in whatever words. */
export const instead = ({ file, replace }, text) => block(file, replace, text);

/**
 * `faults`: name → {cause, requests, headers?, break, answers: {name → blocks}}; one case for each answer. The healthy version was
 * committed before; once more without that for the right one, which nobody can vouch for then.
 */
export const casesOf = (prefix, faults) =>
  Object.entries(faults).flatMap(([name, { cause, requests, headers, checks, trial, break: edits, answers }]) =>
    [...Object.entries(answers), ['new-right', answers.right]].map(([answer, blocks]) => ({
      id: `${prefix}-model-${name}-${answer}`,
      ...(answer === 'new-right' ? {} : { history: true }),
      cause,
      expect: 'repair',
      break: edits,
      trigger: { requests, ...(headers === undefined ? {} : { headers }) },
      ...(checks === undefined ? {} : { checks }),
      ...(trial === undefined ? {} : { trial }),
      model: [`The cause, and the change.\n\n${blocks}`],
    })),
  );
