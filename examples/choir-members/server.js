'use strict';

const fastify = require('fastify');
const { members, findMember } = require('./members');

const app = fastify();

app.get('/members', async () => members.map(({ id, name }) => ({ id, name })));

app.get('/members/:id', async (request, reply) => {
  const member = findMember(request.params.id);
  return { name: member.name, voice: member.voice.toUpperCase() };
});

app.listen({ port: Number(process.env.PORT || 3000) });
