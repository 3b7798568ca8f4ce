/** docs/tools.md: what an agent can use. */
import { allTools } from '../src/tools/all.ts';
import { permissions, type ToolRole } from '../src/tools/call.ts';

/** The whole page, as it must stand in docs/tools.md. */
export function toolsPage(): string {
  const roles = Object.keys(permissions) as ToolRole[];
  const rows = allTools.map(({ name, description, touches }) => {
    const users = roles.filter((role) => touches.every((touch) => permissions[role].includes(touch)));
    return `## ${name}\n\n${description}\n\nTouches: ${touches.join(', ')}. Used by: ${users.join(', ')}.\n`;
  });
  return [
    '# Tools',
    '',
    'What the model of the rungs `agent` and `team` can use. No tool writes the live tree: edits make a draft, which is tried like any other candidate. `explore` and `plan` are the roles of the team that only look.',
    'A tool is there only where what it needs is: `bash_exec` and `run_db_fix` where there is confinement, `web_fetch` for the hosts of `tools.webHosts`, those that look at the server where one is supervised. Servers of `tools.mcp` add theirs.',
    'Made by `node --import tsx scripts/write-docs.ts`; do not edit.',
    '',
    ...rows,
  ].join('\n');
}
