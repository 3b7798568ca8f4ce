const { parentPort, workerData } = require('node:worker_threads');

const words = workerData.names.flatMap((name) => name.toLowerCase().split(' '));
parentPort.postMessage({ words: words.length, longest: words.sort((a, b) => b.length - a.length)[0] });
