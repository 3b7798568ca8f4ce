/** A taken port and a missing right: only what is provably our own is touched, all else is for a person. */
import { installOperation } from '../modules/missing-module.ts';
import { insideProject } from '../../code/paths.ts';
import { idea } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

export const portConflict: Recipe = {
  name: 'port-conflict',
  classes: ['port_conflict'],
  kind: 'operational',
  needs: 'none',
  risk: 'safe',
  summary: 'A port that is taken: ends the stale instance of this very subject; never an unrelated process.',
  ideas({ staleInstance }) {
    if (staleInstance === null) return [];
    const { pid, startTime } = staleInstance;
    return [
      idea('port-conflict', {
        title: `end the stale instance of this server (pid ${pid})`,
        kind: 'operational',
        rank: 0,
        operations: [{ op: 'endStale', pid, startTime }],
      }),
    ];
  },
  action({ diagnosis }) {
    const { port } = diagnosis.named;
    if (port === undefined) return { why: 'the port is taken by another process', command: 'ss -ltnp' };
    return { why: `port ${port} is taken by another process`, command: `ss -ltnp 'sport = :${port}'` };
  },
};

export const permission: Recipe = {
  name: 'permission',
  classes: ['permission'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary: 'A right that is missing on a file of the project: adds that one bit for the owner, nothing else.',
  ideas(context) {
    const { named } = context.diagnosis;
    const path = insideProject(context, named.path);
    if (path === null || named.code !== 'EACCES' || !context.tree.exists(path)) return [];
    const folder = context.tree.list(path).length > 0;
    const bit =
      { open: 0o400, read: 0o400, scandir: 0o500, spawn: 0o100, mkdir: 0o200, rename: 0o200, unlink: 0o200 }[
        named.syscall ?? ''
      ] ?? 0o400;
    const bits = writes(context.diagnosis.message, named.syscall)
      ? [0o600, 0o200]
      : folder
        ? [0o500]
        : bit === 0o400
          ? [0o400, 0o600]
          : [bit];
    return bits.map((addBits, rank) =>
      idea('permission', {
        title: `give the owner the right ${addBits.toString(8)} on ${path}`,
        kind: 'operational',
        rank,
        operations: [{ op: 'chmod', path, addBits }],
      }),
    );
  },
  action(context) {
    const { named } = context.diagnosis;
    if (named.syscall === 'listen' && named.port !== undefined && named.port < 1024) {
      return {
        why: `port ${named.port} needs a right that this process has not`,
        command: `sudo setcap 'cap_net_bind_service=+ep' "$(command -v node)"`,
      };
    }
    if (named.path === undefined) return null;
    return {
      why: `the process may not ${named.syscall ?? 'use'} ${named.path.slice(0, 200)}, which is not a file of this project`,
      command: null,
    };
  },
};

function writes(message: string, syscall: string | undefined): boolean {
  return syscall === 'write' || /\bwrite\b|\bappend\b/.test(message);
}

/** node_modules that do not fit this Node or this machine: compiled parts are missing or of another version. */
export const brokenInstall: Recipe = {
  name: 'broken-install',
  classes: ['missing_module', 'module_format', 'import_export', 'syntax', 'unknown'],
  kind: 'operational',
  needs: 'probed',
  risk: 'safe',
  summary: 'node_modules that are damaged or were made for another Node: installs again what is declared.',
  ideas(context) {
    const { message, frames, file } = context.diagnosis;
    const text = `${message}\n${context.signal.stderr.slice(-16_384)}`;
    const compiled =
      /was compiled against a different Node\.js version|NODE_MODULE_VERSION|invalid ELF header|ERR_DLOPEN_FAILED|Could not locate the bindings file/.test(
        text,
      );
    const damaged =
      context.diagnosis.class === 'syntax' &&
      file === null &&
      /node_modules\/[^\s:]+:\d+/.test(text) &&
      frames.every((frame) => !frame.own);
    if (!compiled && !damaged) return [];
    return [
      idea('broken-install', {
        title: 'install again what is declared',
        kind: 'operational',
        rank: 0,
        operations: [installOperation(context)],
      }),
    ];
  },
};
