/** A model for HealBench: plays the answers of a case's script over OpenAI's protocol, and weighs what it is asked. */
import { once } from 'node:events';
import http from 'node:http';

/** `answers`: texts, the last one for all that come after. Gives what a client needs, and the estimated tokens of each prompt. */
export async function startModel(answers) {
  const prompts = [];
  const server = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const json = (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'GET') return json({ data: [{ id: 'scripted', object: 'model' }] });
    const { messages } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const said = messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
    const content = answers[prompts.length] ?? answers.at(-1);
    prompts.push(Math.ceil(Buffer.byteLength(said.join('\n')) / 4));
    const usage = { prompt_tokens: prompts.at(-1), completion_tokens: Math.ceil(content.length / 4) };
    json({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }], usage });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const env = {
    OPENAI_API_KEY: 'sk-bench-0123456789abcdef',
    OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
  };
  return { prompts, env, end: () => (server.closeAllConnections(), server.close()) };
}
