#!/usr/bin/env node
/** The command. Node's loader of ES modules alone costs a tenth of its start, so `status`, which scripts ask often, does without (decision 47). */
const argv = process.argv.slice(2);
if (argv[0] === 'status') void (require('./status.cjs') as typeof import('./status.ts')).answer(argv);
else void import('./main.ts');
