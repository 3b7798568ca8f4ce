// Hello world on Express; its answer names the process.
const express = require('express');

const answer = String(process.pid);
const app = express();
app.get('/', (_request, response) => {
  response.send(answer);
});
app.listen(Number(process.env.PORT), '127.0.0.1');
