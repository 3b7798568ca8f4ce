import { check } from '../cases.test-helper.ts';
import { existingFolder } from './existing-folder.ts';

const made = {
  class: 'unknown' as const,
  message: "EEXIST: file already exists, mkdir '/srv/project/logs'",
  named: { code: 'EEXIST', path: '/srv/project/logs', syscall: 'mkdir' },
  at: [['log.js', '‸fs.mkdirSync']] as const,
};
const outside = { 'logs/a.log': 'x' };

check(existingFolder, [
  {
    name: 'made without a word',
    ...made,
    files: { 'log.js': "fs.mkdirSync(path.join(__dirname, 'logs'));\n" },
    outside,
    first: { 'log.js': "fs.mkdirSync(path.join(__dirname, 'logs'), { recursive: true });\n" },
  },
  {
    name: 'a mode stays',
    ...made,
    files: { 'log.js': "fs.mkdirSync('logs', 0o750);\n" },
    outside,
    first: { 'log.js': "fs.mkdirSync('logs', { recursive: true, mode: 0o750 });\n" },
  },
  {
    name: 'options that say otherwise',
    ...made,
    files: { 'log.js': "fs.mkdirSync('logs', { recursive: false, mode: 0o750 });\n" },
    outside,
    first: { 'log.js': "fs.mkdirSync('logs', { recursive: true, mode: 0o750 });\n" },
  },
  {
    name: 'what a request asks to be made is to be told of',
    ...made,
    files: { 'log.js': 'exports.make = (req) => fs.mkdirSync(path.join(root, req.body.name));\n' },
    at: [['log.js', '‸fs.mkdirSync']],
    outside,
    first: null,
  },
  {
    name: 'a lock is to fail where it is held',
    ...made,
    message: "EEXIST: file already exists, mkdir '/srv/project/jobs.lock'",
    named: { code: 'EEXIST', path: '/srv/project/jobs.lock', syscall: 'mkdir' },
    files: { 'log.js': "fs.mkdirSync('jobs.lock');\n" },
    outside: { 'jobs.lock/pid': '1' },
    first: null,
  },
  {
    name: 'a file of that name is in the way',
    ...made,
    files: { 'log.js': "fs.mkdirSync('logs');\n", logs: '' },
    first: null,
  },
]);
