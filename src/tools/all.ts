/** All tools there are, in the order in which they are offered. */
import { inspectCache } from './cache.ts';
import { checkMigration, inspectDb, runDbFix } from './database.ts';
import { diskCleanup } from './disk.ts';
import { done } from './done.ts';
import { addEnvVar, checkEnv, inspectEnv } from './environment.ts';
import { gitDiff, gitLog } from './history.ts';
import { checkNetwork, checkPort, checkWebsocket, inspectCertificate } from './network.ts';
import { auditDeps, verifyNodeModules } from './packages.ts';
import { globFiles, listDir, readFile } from './reading.ts';
import { grepCode } from './search.ts';
import { listSource, proposeRepair, readSource } from './self.ts';
import { bashExec } from './shell.ts';
import {
  checkEventLoop,
  checkFileDescriptors,
  checkLogs,
  checkMemory,
  listProcesses,
  restartService,
} from './subject.ts';
import type { Tool } from './tool.ts';
import { webFetch } from './web.ts';
import { editFile, moveFile, writeFile } from './writing.ts';

export const allTools: readonly Tool[] = [
  ...[readFile, writeFile, editFile, moveFile, listDir, globFiles, grepCode, bashExec, gitLog, gitDiff, webFetch],
  ...[checkPort, checkEnv, inspectEnv, addEnvVar, inspectDb, runDbFix, auditDeps, checkMigration, verifyNodeModules],
  ...[checkMemory, checkEventLoop, checkFileDescriptors, listProcesses, checkLogs, restartService, checkNetwork],
  ...[inspectCertificate, inspectCache, checkWebsocket, diskCleanup, done],
  ...[readSource, listSource, proposeRepair],
];
