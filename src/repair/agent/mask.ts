/** Old observations leave the conversation in batches, so that between two batches it only grows and a provider's cache of its beginning stays good (REP-5). */
import type { Message, ToolResult } from '../../models/models.ts';

/** Shorter ones cost less than what would stand in their place. */
const keptChars = 300;

/** All tool outputs but those of the last turn become a line each; the rest stays to the byte. */
export function masked(messages: readonly Message[]): Message[] {
  const last = messages.findLastIndex((message) => message.from === 'tools');
  return messages.map((message, index) =>
    message.from === 'tools' && index < last ? { ...message, results: message.results.map(stub) } : message,
  );
}

function stub(result: ToolResult): ToolResult {
  if (result.text.length <= keptChars) return result;
  return {
    ...result,
    text: `[output of ${result.name} left out, ${result.text.length} characters: call it again if you need it]`,
  };
}
