/** The healer as the keeper starts it: as one CommonJS file that is compiled already, where Node lets such a file load the parser (decision 62). */
import { load } from './compiled.cts';

const argument = process.argv[2] ?? '{}';
if (Reflect.get(process.features, 'require_module') === true)
  void (load('healing.cjs') as typeof import('./healing.ts')).serve(argument);
else void import('./heal.ts').then(({ begin }) => begin(argument));
