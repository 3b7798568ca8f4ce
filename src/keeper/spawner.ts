/** Makes the processes of the subject: fresh ones, one that was started ahead, those beside it, and those that a keeper before us left. */
import { randomBytes } from 'node:crypto';
import type { Launch } from '../incident/nouns.ts';
import { systemClock } from '../kit/clock.ts';
import { oomKills } from './cgroup.ts';
import { adoptBoot, bootOf, bootsIn, clearOld, startProcess, type Boot, type BootOptions } from './child.ts';
import type { Core } from './core.ts';
import type { WorkerRecord } from './record.ts';
import type { Ahead } from './states.ts';
import { Spare, type Numbered } from './spare.ts';
import { boots } from './voices.ts';

export class Spawner {
  readonly spare: Spare;
  readonly #core: Core;
  readonly #gone: BootOptions['gone'];

  constructor(core: Core, gone: BootOptions['gone']) {
    this.#core = core;
    this.#gone = gone;
    this.spare = new Spare(core, () => this.#startProcess(core.options.settings.ahead));
  }

  /** A process from the files as they are, on the sockets we hold. It is not yet the serving one. `afresh` = new files are to be brought in. */
  spawn(afresh: boolean): Boot {
    const { launch } = this.#core;
    return this.#boot(this.spare.take(afresh) ?? this.#startProcess('off', launch), launch);
  }

  /** The same beside the serving one, whose clients it does not take before it is told to (`accept` in voices.ts). */
  successor(launch: Launch): Boot {
    const ahead = launch === this.#core.launch ? this.spare.take(true, 'l') : null;
    return this.#boot(ahead ?? this.#startProcess('off', launch, true), launch);
  }

  /** The one that was started ahead, let go; null where there is none, or where a fresh start would be another one. */
  standby(): Boot | null {
    const standby = this.spare.take(false);
    return standby === null ? null : this.#boot(standby, this.#core.launch);
  }

  /** A process beside the serving one, on the same sockets. */
  beside(): Boot {
    const { started, n, token } = this.#startProcess('off');
    this.#clearOld();
    return bootOf(started, this.#optionsOf(n, token));
  }

  /** Takes over one that ran under the keeper before us. */
  adopt({ child, boot, token }: Pick<WorkerRecord, 'child' | 'boot' | 'token'>, launch = this.#core.launch): Boot {
    this.#core.bootNumber = Math.max(this.#core.bootNumber, boot);
    return adoptBoot({ ...this.#optionsOf(boot, token), launch, identity: child });
  }

  #boot({ started, n, token }: Numbered, launch: Launch): Boot {
    const core = this.#core;
    const boot = bootOf(started, { ...this.#optionsOf(n, token), launch, after: core.lastFollower });
    core.lastFollower = boot.follower;
    this.#clearOld();
    return boot;
  }

  #optionsOf(n: number, token: string): BootOptions {
    const { options, run, logging, launch } = this.#core;
    const { echo } = options;
    const nowMs = systemClock.monotonic();
    return { launch, echo, logging, run, n, token, nowMs, after: null, oomKills: oomKills(), gone: this.#gone };
  }

  #clearOld(): void {
    const core = this.#core;
    const live = new Set([...boots(core).map(({ n }) => n), ...this.spare.numbers()]);
    core.attempt('clearing old output', () => clearOld(core.run.folder, core.bootNumber, live));
  }

  #startProcess(ahead: Ahead, launch = this.#core.launch, later = false): Numbered {
    const core = this.#core;
    const { env } = core.options;
    core.bootNumber = Math.max(core.bootNumber, ...bootsIn(core.run.folder)) + 1;
    const [n, token] = [core.bootNumber, randomBytes(8).toString('hex')];
    const { run, hookFile: hook, socket } = core;
    const logs = core.logging !== null;
    const [held, tellsUp] = [core.held.handles(), core.listensNowhere];
    const options = { launch, env, run, n, token, hook, socket, held, ahead, later, tellsUp, logs };
    return { n, token, started: startProcess(options) };
  }
}
