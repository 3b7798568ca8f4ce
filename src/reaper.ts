/** Process 1 of a container has to wait for the orphans in it, which no JavaScript can: a shell takes its place, with the keeper as its child (decision 58). */
import { existsSync } from 'node:fs';

const shell = '/bin/sh';

/**
 * Runs what it is given, with its stdin, signals and exit code; `wait` of a shell clears away whoever has ended. A terminal signals the whole
 * group by itself. A keeper that was killed (137) is started again and adopts its server; not as `$0` = `once`, where the code is the server's.
 */
export const reaper = `
exec 3<&0
pass() { again=1; kill -s $1 $keeper 2>/dev/null; }
for name in TERM HUP INT QUIT; do trap "stopped=1; pass $name" $name; done
for name in USR1 USR2; do trap "pass $name" $name; done
[ ! -t 0 ] || trap 'stopped=1 again=1' INT QUIT
while
  "$@" <&3 3<&- &
  keeper=$! code=127 again=1
  while [ "$again" ]; do
    again=
    wait $keeper
    last=$?
    [ $last = 127 ] || code=$last
  done
  [ $code = 137 ] && [ "$0$stopped" = kintsugi ]
do sleep 1; done
exit $code
`;

/** Where this is process 1, goes on as the child of a shell. Returns null where it is not, else why it has to stay. */
export function leaveProcess1(env: NodeJS.ProcessEnv, { once }: { readonly once: boolean }): string | null {
  if (process.pid !== 1) return null;
  const { execve } = process as { execve?: (file: string, argv: string[], env: NodeJS.ProcessEnv) => never };
  const lost = Object.keys(env).find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (execve === undefined) return `Node ${process.versions.node} cannot put a shell in its place`;
  if (!existsSync(shell)) return `there is no ${shell}`;
  if (env['LISTEN_PID'] !== undefined) return 'sockets were passed to process 1';
  if (lost !== undefined) return `a shell would drop the variable ${lost}`;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  return execve(shell, ['sh', '-c', reaper, once ? 'once' : 'kintsugi', ...command], env);
}
