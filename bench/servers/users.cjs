// What is healed: one method is misspelt, as a deploy on a Friday would have it. `/` always answers, with the pid.
const express = require('express');

const users = [{ id: 1, name: 'ada' }];
const app = express();
app.get('/', (_request, response) => {
  response.send(String(process.pid));
});
app.get('/users/:id', (request, response) => {
  const user = users.find((one) => one.id === Number(request.params.id));
  response.json({ name: user.name.toUppercase() });
});
app.listen(Number(process.env.PORT), '127.0.0.1');
