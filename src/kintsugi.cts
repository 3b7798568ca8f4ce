#!/usr/bin/env node
/** The command. Node's loader of ES modules costs a tenth of its start and a megabyte: `status`, which scripts ask often, and `run`, which stays, do without (decision 47), and `heal`, whose text is large, is compiled already (decision 62). */
const argv = process.argv.slice(2);
if (argv[0] === 'status') void (require('./status.cjs') as typeof import('./status.ts')).answer(argv);
else if (argv[0] === 'run') void (require('./supervise.cjs') as typeof import('./supervise.ts')).answer(argv);
else if (argv[0] === 'heal' && Reflect.get(process.features, 'require_module') === true) {
  const { load } = require('./compiled.cjs') as typeof import('./compiled.cts');
  void (load('healing.cjs') as typeof import('./healing.ts')).answer(argv);
} else void import('./main.ts');
