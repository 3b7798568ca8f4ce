import { check } from '../cases.test-helper.ts';
import { lateEnvironment } from './late-environment.ts';

const failed = {
  class: 'type' as const,
  message: 'The "key" argument must be of type string. Received undefined',
  context: { envKeys: ['PATH', 'TOKEN_SECRET'] },
};
const config = { 'config.js': 'module.exports = { secret: process.env.TOKEN_SECRET };\n' };
const app = "const app = require('./app');\n";
const listen = 'app.listen(3000);\n';

check(lateEnvironment, [
  {
    name: 'a file that Node loads, under a condition, with the module that it asks',
    ...failed,
    files: {
      ...config,
      'a.js': `${app}const fs = require('node:fs');\n\nif (fs.existsSync('.env')) process.loadEnvFile('.env');\n${listen}`,
    },
    first: {
      'a.js': `const fs = require('node:fs');\nif (fs.existsSync('.env')) process.loadEnvFile('.env');\n${app}\n${listen}`,
    },
  },
  {
    name: 'dotenv, required where it is used',
    ...failed,
    files: {
      ...config,
      'a.js': `const express = require('express');\n${app}require('dotenv').config({ path: '.env' });\n${listen}`,
    },
    first: {
      'a.js': `const express = require('express');\nrequire('dotenv').config({ path: '.env' });\n${app}${listen}`,
    },
  },
  {
    name: 'an import behind that of the project, in an ES module that takes what it reads apart',
    ...failed,
    files: {
      'config.js': 'const { TOKEN_SECRET } = process.env;\nexport { TOKEN_SECRET };\n',
      'a.js': "import app from './app.js';\nimport 'dotenv/config';\napp.listen(3000);\n",
    },
    first: { 'a.js': "import 'dotenv/config';\nimport app from './app.js';\napp.listen(3000);\n" },
  },
  {
    name: 'a call in TypeScript, behind what is imported, which is loaded before any call',
    ...failed,
    files: {
      'config.ts': 'export const secret = process.env.TOKEN_SECRET;\n',
      'a.ts': "import dotenv from 'dotenv';\nimport app from './app';\ndotenv.config();\napp.listen(3000);\n",
    },
    first: { 'a.ts': /^import dotenv from 'dotenv';\nimport 'dotenv\/config';\nimport app/ },
  },
  {
    name: 'not where it comes first already',
    ...failed,
    files: { ...config, 'a.js': `process.loadEnvFile();\nconst express = require('express');\n${app}${listen}` },
    first: null,
  },
  {
    name: 'not where nobody reads it while loading: it is read when it is asked for',
    ...failed,
    files: {
      'config.js': 'exports.secret = () => process.env.TOKEN_SECRET;\n',
      'a.js': `${app}process.loadEnvFile();\n${listen}`,
    },
    first: null,
  },
  {
    name: 'not for a name that no file and no environment tells of',
    ...failed,
    context: { envKeys: ['PATH'] },
    files: { ...config, 'a.js': `${app}process.loadEnvFile();\n${listen}` },
    first: null,
  },
  {
    name: 'not where the project itself says which file it is',
    ...failed,
    files: { ...config, 'a.js': `const paths = require('./paths');\n${app}process.loadEnvFile(paths.env);\n${listen}` },
    first: null,
  },
  {
    name: 'not a file that Node loads in an ES module: a statement comes behind all imports wherever it stands',
    ...failed,
    files: {
      'config.js': 'export const secret = process.env.TOKEN_SECRET;\n',
      'a.js': "import app from './app.js';\nprocess.loadEnvFile();\napp.listen(3000);\n",
    },
    first: null,
  },
]);
