/** Loads one of the built CommonJS files with what V8 compiled of it the last time: a healer of 3 MB spends a third of a small heal on compiling (decision 62). */
import fs from 'node:fs';
import path from 'node:path';
import type { Hash } from 'node:crypto';

/** One for each version of Node and each set of its flags, so that two of them do not write in turns for ever. */
const keptMax = 4;
const digestBytes = 32;

/** What is loaded may say at the end that this process used too little of it to be an example. */
interface Made {
  readonly worthKeeping?: () => boolean;
}

/** What `name`, beside this file, gives out. Where nothing can be kept beside it, or what is kept is not of this very text, it is compiled as ever. */
export function load(name: string): unknown {
  const vm: typeof import('node:vm') = require('node:vm');
  const module_: typeof import('node:module') = require('node:module');
  const v8: typeof import('node:v8') = require('node:v8');
  const file = path.join(__dirname, name);
  const source = fs.readFileSync(file);
  const tag = v8.cachedDataVersionTag();
  const kept = `${file}.${tag.toString(16)}.v8`;
  const cachedData = read(kept, source);
  const script = new vm.Script(module_.wrap(source.toString('latin1')), {
    filename: file,
    ...(cachedData === null ? {} : { cachedData }),
  });
  const made: { exports: Made } = { exports: {} };
  script.runInThisContext().call(made.exports, made.exports, module_.createRequire(file), made, file, __dirname);
  // Made under other flags than these, it would be refused.
  const isExample = (): boolean => v8.cachedDataVersionTag() === tag && made.exports.worthKeeping?.() !== false;
  if (cachedData === null || script.cachedDataRejected === true)
    process.once('exit', () => isExample() && keep(kept, source, () => script.createCachedData()));
  return made.exports;
}

/** Null where there is none, or one that is of another text or was damaged: V8 itself looks at little more than the length. */
function read(kept: string, source: Buffer): Buffer | null {
  try {
    const bytes = fs.readFileSync(kept);
    const data = bytes.subarray(digestBytes);
    return digest(source, data).equals(bytes.subarray(0, digestBytes)) ? data : null;
  } catch {
    return null; // not there yet, or not for this user
  }
}

/** At the end, when it holds all that was needed; beside the file, where only who may change that one can write. */
function keep(kept: string, source: Buffer, make: () => Buffer): void {
  const begun = kept.replace(/v8$/, `new-${process.pid}.v8`);
  try {
    const folder = path.dirname(kept);
    const others = fs.readdirSync(folder).filter((name) => /\.\w+\.v8$/.test(name) && name !== path.basename(kept));
    if (others.length >= keptMax) return;
    fs.accessSync(folder, fs.constants.W_OK);
    const data = make();
    fs.writeFileSync(begun, Buffer.concat([digest(source, data), data]));
    fs.renameSync(begun, kept);
  } catch {
    // a package that is not ours to write to: the next start compiles again
    fs.rmSync(begun, { force: true });
  }
}

function digest(source: Buffer, data: Buffer): Buffer {
  const { createHash }: { createHash(name: string): Hash } = require('node:crypto');
  return createHash('sha256').update(source).update(data).digest();
}
