/** The vocabulary of orders to a reader, and what a rule is. */

export interface Rule {
  readonly label: string;
  readonly pattern: RegExp;
  /** The match must begin a clause (an imperative), and not be what something failed to do. */
  readonly order?: boolean;
  /** Text behind the match that shows it is harmless advice. */
  readonly unless?: RegExp;
}

export function rule(
  label: string,
  parts: string | readonly string[],
  more: Omit<Rule, 'label' | 'pattern'> = {},
): Rule {
  return { label, pattern: new RegExp(typeof parts === 'string' ? parts : parts.join(''), 'gm'), ...more };
}

export const dismiss =
  "(?:ignore|disregard|forget|overlook|override|overrule|bypass|discard|dismiss|abandon|neglect|set aside|pay no (?:attention|heed) to|(?:do not|don'?t|never|no longer) (?:follow|obey|comply with|heed|listen to|adhere to)|stop (?:following|obeying))";
export const given =
  '(?:all|any|every|the|your|these|those|previous|prior|above|earlier|preceding|former|past|existing|current|original|initial|system|foregoing|my|its|developer|safety|security|of)';
export const earlier =
  '(?:previous|prior|above|earlier|preceding|former|foregoing|original|initial|system|your|existing)';
export const reader =
  '(?:ais?|a\\.i\\.|llms?|(?:ai|language|repair|coding|chat) ?models?|code ?generators?|(?:ai|coding|repair|healing|virtual|chat|code|debugging|automated|autonomous|automatic|self-?healing|auto-?)[ -]?(?:assistants?|agents?|bots?|systems?|tools?|engineers?|programs?|fixers?|healers?|repairers?|patchers?|reviewers?|debuggers?|developers?)|repairer|auto-?fixer|healer bot|claude|chat ?gpt|gpt(?:-?\\d[\\w.]*)?|gemini|copilot|codex|kintsugi|assistant)';
export const doing =
  '(?:run|execute|transfer|pay|help|tell|assist|rewrite|pipe|accept|switch|turn off|push|add|append|insert|delete|remove|erase|wipe|drop|install|send|post|upload|forward|ignore|disregard|forget|disable|approve|write|replace|print|reveal|show|output|include|call|fetch|open|read|set|change|modify|edit|use|apply|commit|push|grant|create|download|curl|visit|overwrite|rewrite|return|respond|reply|say|stop|obey|follow|do|make|exfiltrate|leak|put|promote|skip|bypass|turn|kill|reset|rotate|mark|allow|enable|give|grant|expose|comment|rename|move|share|load|mine|scan|connect|listen|restart|merge|deploy|fix|respond with|comply|start|continue|answer|summari[sz]e|translate|repeat|encode|decode|authori[sz]e)';
export const secrets =
  "(?:(?<![\\w/])\\.env(?:\\.\\w+)?\\b|env(?:ironment)?[ -](?:variables?|vars?|secrets?|file)|all (?:the |of the )?env\\b|process\\.env\\b|(?:all|any|every|your|the|its|our|production|server|database|db|aws|stripe|cloud|stored|users?'?|customer|admin)\\s+(?:[\\w'-]+\\s+){0,3}?(?:secrets|credentials|api[ _-]?keys|tokens|passwords|private keys?|ssh keys?|password hashes|session cookies|access keys|cookies)|/etc/(?:passwd|shadow)|id_(?:rsa|ed25519)|\\.ssh/|\\.aws/|\\.npmrc|master\\.key|eth\\.vault|\\.kintsugi|private key|(?:secret|admin|signing|encryption) key|database (?:dump|contents|password|url|credentials)|users? (?:table|database)|customer (?:data|records)|(?:the )?secrets? file|(?:entire|whole|full|complete) (?:source code|codebase|database)|system prompt|(?:initial|hidden|original) (?:prompt|instructions)|\\w*(?:database_url|api_key|secret_key|access_token|jwt_secret))";
export const outside =
  '(?:public/|the web|everyone|next message|commit message|\\w+\\.(?:json|txt|html|log)\\b|https?:|hxxps?:|ftp:|wss?:|\\b(?:url|endpoint|webhook|server|site|website|domain|e-?mail|address|pastebin|gist|slack|discord|telegram|dns|attacker|channel|bucket|host|ip)\\b|[\\w.+-]+@[\\w-]+\\.\\w+|the (?:http )?(?:response|reply|output|answer|patch|diff|commit|pull request|readme|comments?|logs?|code|error message|report|header|body)|a (?:comment|header|file|public)|[\\w-]+\\.(?:com|net|org|io|xyz|ru|cn|dev|tk|me|sh|co|example|test|invalid)\\b|\\d{1,3}(?:\\.\\d{1,3}){3})';
export const harmless =
  '(?:node_modules|dist|build|out|\\.?cache|tmp|temp|coverage|\\.next|\\.nuxt|\\.turbo|\\.parcel-cache|package-lock|yarn\\.lock|pnpm-lock|logs?|target|vendor)';
export const tools =
  /^[^\n]{0,100}\b(?:npx|npm|yarn|pnpm|bunx?|node|prisma|playwright|puppeteer|corepack|apt(?:-get)?|apk|brew|pip3?|electron-rebuild|nvm|docker|git|make|cargo|sequelize|typeorm|knex|drizzle|next|nest|tsc|mkdir|sudo systemctl|systemctl|service)\b(?![^\n]{0,60}\|\s*(?:ba|z)?sh\b)/;
