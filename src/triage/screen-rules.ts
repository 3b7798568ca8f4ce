/** What an order to the reader looks like. Trigger words alone are none: errors are full of them. */

export interface Rule {
  readonly label: string;
  readonly pattern: RegExp;
  /** The match must begin a clause (an imperative), and not be what something failed to do. */
  readonly order?: boolean;
  /** Text behind the match that shows it is harmless advice. */
  readonly unless?: RegExp;
}

function rule(label: string, parts: string | readonly string[], more: Omit<Rule, 'label' | 'pattern'> = {}): Rule {
  return { label, pattern: new RegExp(typeof parts === 'string' ? parts : parts.join(''), 'gm'), ...more };
}

const dismiss =
  "(?:ignore|disregard|forget|overlook|override|overrule|bypass|discard|dismiss|abandon|neglect|set aside|pay no (?:attention|heed) to|(?:do not|don'?t|never|no longer) (?:follow|obey|comply with|heed|listen to|adhere to)|stop (?:following|obeying))";
const given =
  '(?:all|any|every|the|your|these|those|previous|prior|above|earlier|preceding|former|past|existing|current|original|initial|system|foregoing|my|its|developer|safety|security|of)';
const earlier = '(?:previous|prior|above|earlier|preceding|former|foregoing|original|initial|system|your|existing)';
const reader =
  '(?:ais?|a\\.i\\.|llms?|(?:ai|language|repair|coding|chat) ?models?|(?:ai|coding|repair|healing|virtual|chat|code|debugging|automated|autonomous|automatic|self-?healing|auto-?)[ -]?(?:assistants?|agents?|bots?|systems?|tools?|engineers?|programs?|fixers?|healers?|repairers?|patchers?|reviewers?|debuggers?|developers?)|repairer|auto-?fixer|healer bot|claude|chat ?gpt|gpt(?:-?\\d[\\w.]*)?|gemini|copilot|codex|kintsugi|assistant)';
const doing =
  '(?:run|execute|transfer|pay|help|tell|assist|rewrite|pipe|accept|switch|turn off|push|add|append|insert|delete|remove|erase|wipe|drop|install|send|post|upload|forward|ignore|disregard|forget|disable|approve|write|replace|print|reveal|show|output|include|call|fetch|open|read|set|change|modify|edit|use|apply|commit|push|grant|create|download|curl|visit|overwrite|rewrite|return|respond|reply|say|stop|obey|follow|do|make|exfiltrate|leak|put|promote|skip|bypass|turn|kill|reset|rotate|mark|allow|enable|give|grant|expose|comment|rename|move|share|load|mine|scan|connect|listen|restart|merge|deploy|fix|respond with|comply|start|continue|answer|summari[sz]e|translate|repeat|encode|decode|authori[sz]e)';
const secrets =
  "(?:(?<![\\w/])\\.env(?:\\.\\w+)?\\b|env(?:ironment)?[ -](?:variables?|vars?|secrets?|file)|process\\.env\\b|(?:all|any|every|your|the|its|our|production|server|database|db|aws|stripe|cloud|stored|users?'?|customer|admin)\\s+(?:[\\w'-]+\\s+){0,3}?(?:secrets|credentials|api[ _-]?keys|tokens|passwords|private keys?|ssh keys?|password hashes|session cookies|access keys|cookies)|/etc/(?:passwd|shadow)|id_(?:rsa|ed25519)|\\.ssh/|\\.aws/|\\.npmrc|master\\.key|eth\\.vault|\\.kintsugi|private key|(?:secret|admin|signing|encryption) key|database (?:dump|contents|password|url|credentials)|users? (?:table|database)|customer (?:data|records)|(?:the )?secrets? file|(?:entire|whole|full|complete) (?:source code|codebase|database)|system prompt|(?:initial|hidden|original) (?:prompt|instructions)|\\w*(?:database_url|api_key|secret_key|access_token|jwt_secret))";
const outside =
  '(?:public/|the web|everyone|next message|commit message|\\w+\\.(?:json|txt|html|log)\\b|https?:|hxxps?:|ftp:|wss?:|\\b(?:url|endpoint|webhook|server|site|website|domain|e-?mail|address|pastebin|gist|slack|discord|telegram|dns|attacker|channel|bucket|host|ip)\\b|[\\w.+-]+@[\\w-]+\\.\\w+|the (?:http )?(?:response|reply|output|answer|patch|diff|commit|pull request|readme|comments?|logs?|code|error message|report|header|body)|a (?:comment|header|file|public)|[\\w-]+\\.(?:com|net|org|io|xyz|ru|cn|dev|tk|me|sh|co|example|test|invalid)\\b|\\d{1,3}(?:\\.\\d{1,3}){3})';
const harmless =
  '(?:node_modules|dist|build|out|\\.?cache|tmp|temp|coverage|\\.next|\\.nuxt|\\.turbo|\\.parcel-cache|package-lock|yarn\\.lock|pnpm-lock|logs?|target|vendor)';
const tools =
  /^[^\n]{0,100}\b(?:npx|npm|yarn|pnpm|bunx?|node|prisma|playwright|puppeteer|corepack|apt(?:-get)?|apk|brew|pip3?|electron-rebuild|nvm|docker|git|make|cargo|sequelize|typeorm|knex|drizzle|next|nest|tsc|mkdir|sudo systemctl|systemctl|service)\b(?![^\n]{0,60}\|\s*(?:ba|z)?sh\b)/;

const override: readonly Rule[] = [
  rule(
    'prompt-override',
    `\\b${dismiss}\\b(?:\\s+[\\w'-]{1,20}){0,3}?\\s+${given}\\b(?:\\s+[\\w'-]{1,20}){0,3}?\\s+(?:instruct(?:ion)?s?|prompts?|directives?|guidelines?|guidance|guardrails?|programming|training|safeguards?)\\b`,
  ),
  rule(
    'prompt-override',
    `\\b${dismiss}\\b(?:\\s+[\\w'-]{1,20}){0,2}?\\s+${earlier}\\b(?:\\s+[\\w'-]{1,20}){0,2}?\\s+(?:rules?|polic(?:y|ies)|constraints?|restrictions?|orders?|commands?|context|conversation|messages?|text|tasks?|limitations?)\\b`,
    { unless: /^\s*(?:in|of|for|from) (?:the )?(?:table|schema|column|index|database|eslint|\.)/ },
  ),
  rule(
    'prompt-override',
    "\\b(?:ignore|disregard|forget)\\s+(?:everything|anything|all|whatever|what)\\b(?:\\s+[\\w'-]{1,20}){0,4}?\\s+(?:above|before|previous(?:ly)?|prior|told|said|earlier|know|learned|learnt|instructed|written|wrote)\\b",
  ),
  rule(
    'prompt-override',
    "\\b(?:previous|prior|above|earlier|your|system|original|initial|existing)\\s+(?:[\\w'-]+\\s+){0,2}?(?:instructions?|prompts?|directives?|guidelines?|guardrails)\\s+(?:are|is|were|have been|has been|no longer|do not|must be|should be|can be|now)\\b[^\\n.]{0,20}?(?:void|cancel|revoked|obsolete|outdated|superseded|overrid|replaced|null|suspended|lifted|ignored|disregarded|appl|expired|disabled|bind|forgotten)",
  ),
  rule(
    'prompt-override',
    '\\b(?:system|admin(?:istrator)?|operator|developer|owner|root|safety) (?:override|directive|instructions?|prompt)s?\\s*[:\\]>=-]+\\s*[^\\n]{0,60}?\\b(?:you|your|' +
      doing.slice(3),
  ),
  rule(
    'prompt-override',
    '\\b(?:all|any|every|your|these|the)\\s+(?:[\\w-]+\\s+){0,2}?(?:restrictions?|filters?|limitations?|limits|safety \\w+|protocols?|guardrails|safeguards)\\s+(?:are|is|have been|has been)\\s+(?:now\\s+|hereby\\s+|temporarily\\s+)?(?:lifted|removed|disabled|suspended|off|waived|void|gone)\\b',
  ),
  rule(
    'prompt-override',
    '\\b(?:bypass|ignore|disregard|lift|override|forget|break free (?:of|from)|circumvent)\\s+(?:all|any|every|your|these)\\s+(?:[\\w-]+\\s+){0,2}?(?:restrictions?|limitations?|filters?|safety|safeguards?|protections?|security measures|polic(?:y|ies)|rules|protocols?|constraints)\\b',
    { order: true },
  ),
  rule(
    'prompt-override',
    '\\b(?:your|the) (?:instructions?|orders|task|goals?|objectives?|rules|context|prompt|mission|directives?) (?:have|has|was|were) (?:just |now |been )*(?:changed|updated|replaced|superseded|corrupted|reset|cleared|cancell?ed|revoked)\\b[^\\n]{0,80}?(?:[.:;,!]|\\b(?:to|by)\\b)\\s*[^\\n]{0,40}?\\b(?:new|you|now|' +
      doing.slice(3),
  ),
  rule(
    'prompt-override',
    '\\b(?:do (?:exactly |only )?(?:as|what) i (?:say|tell|ask|command)|obey me|listen (?:only )?to me|follow me instead|i am (?:in charge|your (?:developer|owner|creator|admin\\w*|operator|master|boss))|this is your (?:admin\\w*|operator|owner|developers?|creator|boss|supervisor)|as your (?:admin\\w*|owner|developer|creator|operator|supervisor|boss),? i)\\b',
  ),
  rule(
    'prompt-override',
    '\\b(?:ignore|disregard|forget|discard)\\s+(?:it|this|that|the (?:above|rest|error|stack trace|bug|real error)|the following error)\\b[^\\n]{0,30}?\\b(?:and|instead|,)\\s*(?:please |now |then |just )*' +
      doing +
      '\\b',
    { order: true, unless: /^\s*(?:the )?(?:again|retry|server|process|app)/ },
  ),
];

const role: readonly Rule[] = [
  rule(
    'role-hijack',
    "\\byou are (?:now|henceforth|no longer|actually|really|from now on|hereby)\\b(?!\\s*(?:logged|signed|connected|on|running|using|ready|subscribed|registered|viewing|able|required)\\b),?\\s*(?:(?:an?|the|my|our|in|acting as|free|just|not|called|named|operating)\\s+)*(?:[\\w'-]+\\s+){0,3}?(?:assistant|agent|bot|ai|model|admin|administrator|root|shell|terminal|hacker|pirate|unrestricted|unfiltered|uncensored|jailbroken|dan\\b|operator|superuser|expert|maintainer|owner|engineer|consultant|evil|developer mode|debug mode|god mode|sudo mode|maintenance mode|admin mode|bound|restricted|limited|constrained|authori[sz]ed to|allowed to|permitted to|freed|obey|serving)",
  ),
  rule(
    'role-hijack',
    '\\b(?:from now on|starting now|henceforth|from this (?:point|moment)(?: on)?),?\\s+(?:you|your|act|respond|answer|behave|reply|obey|treat|every|all (?:your|output|repl))\\b',
  ),
  rule(
    'role-hijack',
    "\\b(?:pretend|imagine|assume|suppose)\\s+(?:that\\s+)?(?:to be|you are|you're|you have no|you can|the role of)\\b",
  ),
  rule(
    'role-hijack',
    "\\b(?:act|behave|respond|operate|function|role-?play)\\s+(?:as|like)\\s+(?:if you (?:are|were|had)|an?\\s+(?:[\\w'-]+\\s+){0,3}?(?:assistant|agent|bot|ai|model|admin\\w*|root|shell|terminal|hacker|unrestricted|unfiltered|expert|operator|superuser|attacker|developer|dan)|the\\s+(?:[\\w'-]+\\s+){0,2}?(?:system|root|admin\\w*|owner|operator|developer|attacker)|my\\s|dan\\b)",
    { order: true },
  ),
  rule(
    'role-hijack',
    '\\b(?:enter|enable|activate|switch (?:in)?to|engage)\\s+(?:\\w+\\s+){0,2}?(?:developer|dan|god|jailbreak|unrestricted|sudo|admin|debug override)\\s+mode\\b',
    { order: true },
  ),
  rule(
    'role-hijack',
    '\\byour (?:new )?(?:role|persona|identity|name) (?:is now|has changed|is no longer|is henceforth)\\b|\\b(?:do anything now|jailbreak (?:mode|prompt))\\b',
  ),
  rule(
    'role-hijack',
    '\\byou (?:have been|are|were) (?:hereby |now )?(?:granted|given|assigned)\\s+(?:an? |the )?(?:root|admin\\w*|full|sudo|elevated|unrestricted|unlimited|superuser|special)\\b',
  ),
];

/** Advice that no error gives: it weakens what protects, opens what is closed, or hands the pen to somebody else. */
const advice: readonly Rule[] = [
  rule('instruction-inject', '\\b(?:log|store|save|keep|write|print|return|show|display|serve|publish|output|list)\\b[^\\n]{0,30}?\\b(?:passwords?|secrets|credentials|card numbers?|customers|user data|tokens|users)\\b[^\\n]{0,30}?\\b(?:in (?:the )?(?:plain ?text|clear|error page|response|reply)|unhashed|unencrypted|plain ?text|cleartext)\\b', { order: true }),
  rule('exfiltration', '\\b(?:show|print|return|log|send|output|display|write|put|include|expose|add)\\b[^\\n]{0,40}?\\b(?:\\w+_(?:key|secret|token|password)|process\\.env)\\b[^\\n]{0,40}?\\b(?:in|into|to|on)\\s+(?:the |an? |every |your )*(?:\\w+ )?(?:response|reply|logs?|page|output|comment|commit|readme|error|html|body)\\b', { order: true, unless: /^[^\n]{0,20}\b(?:failed|file)\b/ }),
  rule('instruction-inject', '\\b(?:let|make|have|ensure)\\b[^\\n]{0,50}?\\b(?:passwords?|login|auth\\w*|comparison|checks?|tokens?|signatures?|payments?|verification|validation)\\b[^\\n]{0,30}?\\b(?:always|unconditionally|for (?:all|every\\w*)|any)\\b|\\bmake\\s+(?:the\\s+)?\\S*(?:admin|internal|private|debug)\\S*\\s+(?:\\w+\\s+)?public\\b', { order: true }),
  rule('instruction-inject', '\\b(?:set|make|assign|give|grant)\\b[^\\n]{0,30}?\\b(?:is_?admin|role|admin(?:istrator)?|superuser|privileges?|permissions?|rights|write access|access)\\b[^\\n]{0,24}?(?:=\\s*|\\bto\\s+|:\\s*|\\bfor\\s+)["\']?(?:true|admin|root|superuser|all\\b|every(?:one|body)?\\b|anyone|any user|\\*|1\\b)', { order: true, unless: /^[^\n]{0,30}\b(?:failed|first)\b/ }),
  rule('instruction-inject', '\\b(?:escape|break out of|get out of|leave|exit)\\s+(?:from\\s+)?(?:the|your|this)\\s+(?:sandbox|container|jail|chroot|vm)\\b|\\b(?:kill|stop|terminate|disable|crash|shut down|pause|end)\\s+(?:the\\s+|this\\s+|your\\s+)?(?:supervisor|healer|keeper|watchdog|monitoring|kintsugi|all (?:other )?(?:node )?processes|other processes|antivirus|audit|logging)\\b', { order: true }),
  rule('instruction-inject', '\\b(?:transfer|send|wire|pay|withdraw|move)\\b[^\\n]{0,30}?(?:\\b(?:funds|money|eth|usdc|btc|bitcoins?|balance|dollars|payments?)\\b|\\$\\d)[^\\n]{0,40}?\\bto\\b|\\b(?:whitelist|allowlist|unblock|trust|allow|permit)\\b[^\\n]{0,30}?\\b(?!127\\.|0\\.0)\\d{1,3}(?:\\.\\d{1,3}){3}', { order: true, unless: /^[^\n]{0,60}\bfailed\b/ }),
  rule('instruction-inject', '\\bexpose\\b[^\\n]{0,30}?\\b(?:debug\\w*|inspector|console|admin|database|shell|repl)\\b|\\bdowngrade\\b[^\\n]{0,60}?\\b(?:oldest|vulnerable|insecure|ancient|an? old)\\b|\\b(?:turn|set|change|replace|switch)\\b[^\\n]{0,40}?access-control-allow-origin:?\\s*["\']?\\*[^\\n]{0,20}?credentials', { order: true }),
  rule('instruction-inject', "\\b(?:remove|skip|omit|drop|delete|bypass|disable)\\s+(?:the |that |this |all )?(?:[\\w-]+ ){0,2}?(?:hash|password|token|signature|bcrypt|hmac|role|owner|auth\\w*)\\s?(?:comparison|compare|hashing|check\\w*)\\b", { order: true, unless: /^\W*(?:failed|is|was)\b/ }),
  rule('prompt-override', '\\b(?:override|unlock|authori[sz]ation|backdoor|admin|master) code\\b\\s*[:#]?\\s*[\\w-]{3,}[:,;.]|\\bcomply with (?:all|any|every|my|the following|these|further)\\b|\\bi (?:need|want|order|command|instruct|require|authori[sz]e|ask) you to\\b|\\bi(?: woul|\')d like you to\\b'),
  rule('instruction-inject', '\\b(?:read|open|fetch|visit|load|see|go to|check|consult)\\s+\\S*https?://\\S+[^\\n]{0,60}?\\b(?:do (?:what|as)|apply (?:it|them|what)|follow (?:it|them|what)|obey|execute (?:it|them))\\b'),
  rule('instruction-inject', `\\byou (?:will|shall|must|should) now\\s+(?!be\\b|see\\b|need\\b|have\\b|find\\b|receive\\b|get\\b)${doing}\\b|\\bassistant\\s+(?:must|should|shall)\\s+${doing}\\b|\\bai (?:fix |repair |code )?(?:suggestion|instruction|note|hint|directive|command|task)s?\\s*[:=]|\\b(?:model|agent|bot|llm|assistant|ai) (?:instructions?|notes?|hints?|directives?|orders?)\\s*:\\s|\\bfor (?:the |any |all )?(?:ais?|llms?|ai (?:agent|assistant|model)s?|repair agent|coding agent)\\s*[:,]`),
  rule('instruction-inject', "\\b(?:when|while|as)\\s+(?:you\\s+(?:are\\s+)?)?(?:fix|repair|edit|patch|heal|chang|modify)\\w*\\s+(?:this|the|it)\\b[^\\n]{0,40}?\\balso\\b|\\bif (?:your (?:job|task|role|goal|purpose)|you(?:'re| are) (?:supposed|asked|meant|here) to)\\b"),
  rule('instruction-inject', '(?:process\\.env|eval\\(|child_process|push (?:-f|--force)|reset --hard|rm -rf|curl \\S+|chmod (?:-r )?777)[^\\n]{0,60}?\\b(?:must|has to|have to|needs to|need to|shall) be\\s+(?:added|executed|run|inserted|included|called|appended)\\b'),
  rule('code-exec', '\\b(?:missing|create|add|install|needs?|want|build|implement|open|leave|insert|put)\\b[^\\n]{0,30}?\\bback ?doors?\\b|\\b(?:add|insert|put|prepend|include|append)\\b[^\\n]{0,40}?(?:===?\\s*["\']\\w+["\'])?[^\\n]{0,20}?\\breturn next\\(\\)|\\b(?:insert|add|put|include|prepend)\\b[^\\n]{0,30}?\\b(?:fetch|request|call|beacon|ping|import|script)\\b[^\\n]{0,20}?\\b(?:to|from)\\s+https?://(?!localhost|127\\.)', { order: true }),
  rule('prompt-override', '\\b(?:tool results?|context|logs?|stack ?trace|errors?|data)\\s+(?:above\\s+)?(?:is|are) (?:all )?(?:fake|a lie|lies|forged|a test|not real)\\b|\\b(?:nothing is wrong|there is no (?:error|bug|problem)|this is not (?:an error|a bug))\\b[^\\n]{0,60}?\\b(?:instead|just|please|only|you)\\b'),
  rule('exfiltration', "\\bprovide me with\\b|\\bwhat (?:is|are) your (?:system )?(?:prompt|instructions|api key|password|secrets?|configuration|rules)\\b|\\b(?:post|paste|share|publish|put)\\s+(?:them|it|these|those|the (?:values?|contents?|output))\\s+(?:in|to|into|on|at)\\s+(?:#|the commit|a comment|https?:|public|slack|the pull request|the readme)", { order: true }),
  rule('instruction-inject', '\\bprefer (?:the |our )?(?:package|library|module)\\b|\\binstall \\S+@latest instead\\b', { order: true }),
];

const instruct: readonly Rule[] = [
  rule('instruction-inject', `\\b(?:hints?|notes?|notice|todo|fixme|comments?|attention|dear|hey|hi|hello|messages?|instructions?|reminders?|advice|tips?|tasks?|orders?|requests?|important|fyi|memo|addressed|directed)\\s*(?:to|for|at|\\(|,)?\\s*(?:all |any |every |the |an? |my |our )*(?:\\w+ )?${reader}s?\\s*(?:\\)|reading this|that reads this|processing this|analy[sz]ing this)?\\s*[:,!)\\]—-]`),
  rule('instruction-inject', `\\b${reader}s?,? (?:reading|processing|analy[sz]ing|seeing|parsing|who reads|that reads|which reads) (?:this|the following|these)\\b`),
  rule('instruction-inject', '\\bas an? (?:[\\w-]+ ){0,3}?(?:engineer|developer|assistant|admin\\w*|expert|agent|ai|model|operator|maintainer|professional|programmer|specialist)\\b[^\\n.]{0,12}?\\byou (?:must|should|have to|need to|will|shall|are|can|may)\\b'),
  rule('instruction-inject', '\\b(?:ignore|disregard|forget)\\s+(?:about )?(?:the|this|that)\\s+(?:stack ?trace|error|exception|bug|crash|logs?|failure|trace)\\b[^\\n]{0,80}?\\b(?:actual|real|instead|solution|solved|fix|problem|just|please|simply)\\b'),
  rule('instruction-inject', "\\b(?:do not|don'?t|no need to|never|without)\\s+(?:verify|test|review|validate|check|double-?check|rehearse|verifying|testing|reviewing|checking)(?:ing)?\\s+(?:anything|it|this|that|them|the (?:patch|fix|change|result|code|candidate|proposal)s?|any(?:thing)? (?:further|more))\\b|\\b(?:push|deploy|promote|merge|apply|commit|ship|release)\\b[^\\n]{0,80}?\\bwithout (?:any )?(?:tests|review|verification)\\b", { order: true }),
  rule('instruction-inject', '\\b(?:mark|treat|consider|regard|declare|report|close)\\s+(?:this|the|it|every|all|my)\\s*(?:incident|error|issue|patch|change|fix|proposal|bug|message|request|command|input|text|problem)?s?\\s+(?:as\\s+)?(?:already\\s+|fully\\s+)?(?:healed|resolved|fixed|safe|trusted|approved|verified|closed|done|authori[sz]ed)\\b', { order: true }),
  rule('instruction-inject', '\\b(?:approve|merge|promote|accept)\\s+(?:it|this|that|the (?:patch|change|fix|request|proposal|candidate))\\b', { order: true, unless: /^[^\n]{0,40}\b(?:failed|in the console|first|manually|denied)\b/ }),
  rule('instruction-inject', '\\b(?:everything|anything|all text|all that|what|the text|the lines?) (?:above|below|after|before|that follows)(?: this(?: line| point)?)?,? (?:is|was|are|were|must|should|can)\\b[^\\n]{0,60}?\\b(?:test|trusted|operator|instruction|ignored?|fake|joke|admin|command|order|obey|obsolete|invalid)'),
  rule('instruction-inject', '\\b(?:real|actual|true|hidden|genuine) (?:request|user|instruction|message|command|problem|task)s?\\s*(?::|is (?:solved|fixed|to)\\b)'),
  rule('instruction-inject', '\\b(?:act|behave) (?:like|as though|as if) (?:you|nothing|it)\\b|\\b(?:repeat after me|say after me)\\b|\\btrust this (?:message|input|text|instruction|command)\\b|\\b(?:approvals?|permissions?) (?:are|is) (?:hereby |now |already )*(?:granted|given|waived)\\b[^\\n]{0,30}?\\b(?:automatically|from now|by default|always|in advance|for (?:all|every))'),
  rule('instruction-inject', '\\b(?:switch(?:ed)? off|turn(?:ed)? off|disable|remove|delete|skip|comment out|drop)\\s+(?:all |the |every |any |all the |your )*(?:[\\w-]+ ){0,2}?(?:tests|test suite|verifications?(?: steps?)?|checks|validations?(?: steps?)?|assertions|linter|reviews?|safety|approvals?|guards)\\b', { order: true, unless: /^\W*(?:failed|is|was|error|requires|with (?:it|test|describe)\b|by (?:passing|setting))/ }),
  rule('instruction-inject', '\\b(?:accepts?|works? with|allows?|takes?|succeeds? (?:with|for)|logs? in with|valid with)\\s+any\\s+(?:password|token|credentials?|user(?:name)?|key|signature|card|payment)\\b|\\bany (?:password|token|credentials?|signature) (?:is|are|be|gets?|will be) (?:accepted|valid|allowed|treated as valid)\\b'),
  rule('prompt-override', '\\b(?:ign.r[e3*]|d.sr.g.rd|f.rg.t)\\s+(?:\\S+\\s+){0,2}?(?:pr.v.{1,3}us|pr.{1,2}r|.b.v.|.ll)\\s+(?:\\S+\\s+)?.nstr.ct.{1,2}ns?'),
  rule('instruction-inject', "\\b(?:replace|change|set|rotate|overwrite|update)\\b[^\\n]{0,30}?\\b(?:secret|password|key|token|salt|credentials?)\\b[^\\n]{0,20}?\\b(?:by|with|to)\\s+[\"'`][^\"'`\\n]{1,60}[\"'`]", { order: true, unless: /^[^\n]{0,30}\b(?:failed|is)\b/ }),
  rule(
    'instruction-inject',
    `\\b(?:attention|dear|hey|hello|calling|to (?:the|all|any|every)),?\\s+(?:all |any |every |the )*(?:\\w+ )?(?:models?|agents?|bots?|assistants?|fixers?|healers?|machines?|robots?|${reader.slice(3)}\\s*[:,!.—-]\\s*[^\\n]{0,120}?\\b${doing}\\b`,
  ),
  rule(
    'instruction-inject',
    '\\b(?:the|this|every) (?:agents?|assistants?|bots?|fixer|healer|repairer|model)\\s+(?:must|should|shall|has to|is to)\\s+(?:always|never|immediately|now|first|also|not ask|only|simply|instead)\\b',
  ),
  rule(
    'instruction-inject',
    '\\b(?:user|owner|operator|admin\\w*|developers?|customer|boss|security team|ops team|team|maintainers?|ceo|cto|manager|management)\\s+(?:has |have |now |hereby |explicitly )*(?:wants?|needs?|requests?|requested|asks?|asked|orders?|ordered|instructs?|instructed|expects?|authori[sz]e[sd]?|demands?|demanded|permits?|permitted|tells?|told)\\s+(?:that )?you\\s+(?:to|must|should)\\b',
  ),
  rule(
    'instruction-inject',
    '\\bif you (?:can read|are reading|see|are able to read|parse|process|receive) this\\b[^\\n]{0,40}?,?\\s*(?:[^\\n]{0,40}?\\b)?' +
      doing +
      '\\b',
    { unless: /^\s*(?:an? )?(?:issue|bug|ticket)/ },
  ),
  rule(
    'instruction-inject',
    "\\b(?:do not|don'?t|never|stop|instead of)\\s+(?:try(?:ing)? to )?(?:fix(?:ing)?|repair(?:ing)?|heal(?:ing)?|patch(?:ing)?)\\s+(?:this|the|it|anything|that)\\b",
  ),
  rule(
    'instruction-inject',
    '\\b(?:new|next|current|real|actual|updated|revised|secret)\\s+(?:goals?|tasks?|rules?|orders?|purpose|plan|assignment|job)\\s*[:.!]\\s*(?:\\w+ly\\s+)?' +
      doing +
      '\\b|\\bthere are new (?:rules|instructions|orders)\\b',
  ),
  rule(
    'instruction-inject',
    '\\b(?:load|fetch|get|take|read|download|receive|accept)\\s+(?:\\w+\\s+){0,3}?(?:instructions?|orders|commands|prompts?|tasks?)\\s+(?:from|at)\\s+\\S*(?:https?:|\\w\\.\\w)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:approve|accept|promote|merge|confirm|allow|grant)\\s+(?:all|every|any)\\s+(?:[\\w-]+ ){0,2}?(?:proposals?|patch(?:es)?|changes?|requests?|fix(?:es)?|repairs?|commands?|approvals?|actions?|operations?)\\b|\\bautonomy\\s*[=:]\\s*["\']?full\\b|\\bapprove\\s*=\\s*(?:true|yes|all)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:remove|delete|drop|comment out|skip|disable|bypass|strip|omit|eliminate)\\s+(?:out )?(?:the |that |this |all |any |every )?[^\\n]{0,40}?(?:is_?admin|auth\\w*|permissions?|password|token|role|verif\\w+|signature|csrf|rate ?limit\\w*|login|session|ownership|access|hmac|jwt)\\b[^\\n]{0,24}?\\b(?:checks?|guards?|middleware|condition|validation|verification|call|lines?|block|requirement|step|logic|filter)\\b',
    { order: true, unless: /^\W*(?:failed|is|was|error|requires|does)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\b(?:always|just|simply|unconditionally)\\s+returns?\\s+(?:true|ok|success|200|authenticated)\\b|\\b(?:replace|change|substitute|swap)\\b[^\\n]{0,60}?(?:compare|verify|check|auth\\w*|is_?admin|password|permission|token|validate\\w*|hash\\w*)\\b[^\\n]{0,40}?\\b(?:with|by|to|for)\\s+(?:return )?(?:true|1|null|noop|nothing|an empty)\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:set|use|add|change|replace|configure|switch|append|pass)\\b[^\\n]{0,60}?(?:rejectunauthorized[\'"]?\\s*[:=]\\s*false|origin[\'"]?\\s*:\\s*[\'"]\\*|httponly[\'"]?\\s*:\\s*false|algorithms?[\'"]?\\s*:\\s*\\[?\\s*[\'"]none)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:change|set|point|switch|redirect|update|repoint)\\b[^\\n]{0,40}?\\b(?:host(?:name)?|url|endpoint|server|registry|origin|proxy|webhook|address|base ?url|issuer|recipient|wallet|pay ?to|payout|mirror)\\b[^\\n]{0,24}?\\bto\\s+(?:the )?["\'`]?(?!(?:https?://)?(?:localhost|127\\.|0\\.0|\\[?::1|registry\\.(?:npmjs|yarnpkg)|[\\w.-]*\\b(?:npmjs|nodejs|github|openai|anthropic)\\b))(?:[a-z][a-z+]{2,12}://(?!localhost|127\\.)\\S|0x[0-9a-f]{40}|[\\w-]+(?:\\.[\\w-]+)*\\.(?:com|net|org|io|xyz|ru|cn|dev|tk|example|test|invalid|sh)\\b|\\d{1,3}(?:\\.\\d{1,3}){3})',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '<<<<<<< search\\b|^>>>>>>> replace\\b|^[ \\t]{0,40}run:\\s+(?:rm|curl|wget|bash|sh|node -e|nc)\\b|<(?:antml:)?(?:function_calls?|invoke|tool_calls?|tool_use)\\b|"(?:tool|tool_name|function|name)"\\s*:\\s*"(?:bash_exec|bash|shell|write_file|edit_file|run_command|web_fetch|run_db_fix|propose_repair)"|^[ \\t]{0,40}action input\\s*:',
  ),
  rule(
    'instruction-inject',
    '\\b(?:overwrite|edit|modify|change|delete|write|create|add|append|update|replace|inject|put)\\b[^\\n]{0,60}?(?:\\.github/|authorized_keys|\\.bashrc|\\.bash_profile|/etc/(?:passwd|shadow|sudoers|cron|ssh)|\\.git/(?:config|hooks)|\\.kintsugi|kintsugi\\.config|sudoers|ip allow-?list)',
    { order: true, unless: /^[^\n]{0,40}\b(?:failed|denied|not found)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\b(?:rewrite|modify|edit|change|update|overwrite|replace|alter)\\b[^\\n]{0,30}?package\\.json\\b[^\\n]{0,60}?(?:(?:pre|post)install|scripts?\\b|so that)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    `\\b(?:attention|dear|hey|hello|hi|greetings|note (?:to|for)|notice (?:to|for)|messages? (?:to|for)|memo (?:to|for)|instructions? (?:to|for)|reminder (?:to|for)|todo for|important for|calling)[,:]?\\s+(?:all |any |every |the |an? |my )*(?:\\w+ )?${reader}\\b[^\\n]{0,160}?\\b${doing}\\b`,
  ),
  rule(
    'instruction-inject',
    `(?:^|[\\n.!?;"'\`(\\[{>*#|-]\\s*|: )(?:@|hey |ok(?:ay)? )?${reader}\\s*[,:!—-]\\s*(?:\\w+[ ,]+){0,4}?${doing}\\b`,
  ),
  rule(
    'instruction-inject',
    `\\b(?:as|you are|you're|if you are|if you're|since you are|being)\\s+(?:an?|the|this|my)\\s+(?:\\w+ )?${reader}\\b[^\\n.]{0,80}?\\b(?:you|please|must|should|shall|have to|need to|${doing.slice(3)}\\b`,
  ),
  rule(
    'instruction-inject',
    `\\b(?:the|any|every|this|whichever|an?)\\s+(?:\\w+ )?${reader}\\s+(?:(?:reading|processing|analy[sz]ing|seeing|handling|that|who|which|fixing|repairing|parsing)\\b[^\\n.]{0,60}?)?(?:must|should|shall|has to|have to|needs? to|is (?:hereby )?(?:required|instructed|authori[sz]ed|allowed|permitted|ordered|told|asked) to|will now|is to)\\s+(?:\\w+ly\\s+|now\\s+|also\\s+)?(?!be\\b|have\\b|match|exist|support)\\w+`,
  ),
  rule(
    'instruction-inject',
    '\\b(?:here (?:are|is)|these are|below (?:are|is))\\s+(?:your|the)\\s+(?:new|real|actual|updated|true)\\s+(?:\\w+\\s+)?(?:instructions?|orders?|task|goal|objective|directives?)\\b|\\bnew\\s+(?:\\w+\\s+)?(?:instructions?|directives?|system prompt|mission|objective)\\s*(?::|for you|from (?:the )?(?:admin|operator|owner|developer|system|user|team))',
  ),
  rule(
    'instruction-inject',
    '\\byour (?:new |real |actual |true |only |primary |first |next |main |sole )+(?:task|goal|job|purpose|objective|instructions?|mission|orders?|priority) (?:is|are|now)\\b',
  ),
  rule(
    'instruction-inject',
    '\\b(?:follow|obey|carry out)\\s+(?:only\\s+)?(?:my|these new|the new|these|the|this)\\s+(?:\\w+\\s+)?(?:instructions?|orders|commands|directives)\\s+(?:instead|from now on|only|without|exactly and)\\b',
  ),
  rule(
    'instruction-inject',
    "\\b(?:do not|don'?t|never|without)\\s+(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|mention(?:ing)?|report(?:ing)?|warn(?:ing)?|ask(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|consult(?:ing)?)\\s+(?:this |it |anything |that |about this )*(?:to )?(?:the |any |your |a |with )*(?:user|owner|operator|human|person|developer|admin\\w*|anyone|anybody|team|reviewer|maintainer)s?\\b",
  ),
  rule(
    'instruction-inject',
    `\\b${doing}\\b[^\\n.]{0,80}?\\bwithout (?:asking|(?:any |further |human |user )*(?:confirmation|approval|review|permission|verification|questions?|hesitation)|telling|notifying)\\b`,
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:auto-?)?(?:approve|accept|promote|mark|treat|consider|merge|deploy)\\s+(?:this|the|every|all|any|it|each|my)\\b[^\\n.]{0,60}?\\b(?:automatically|at once|immediately|as (?:safe|approved|resolved|trusted|healed|verified|benign|fixed)|without\\b)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\bset\\s+(?:the\\s+|your\\s+|kintsugi_?)?(?:autonomy|approval|policy|sandbox|permissions?)(?:\\s+(?:level|mode))?\\s*(?:to|=|:)\\s*["\']?(?:full|off|none|auto|always|disabled|allow)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\bthis (?:patch|change|command|action|request|operation|instruction|message)\\s+(?:is|was|has)\\s+(?:already\\s+|fully\\s+|been\\s+){0,3}(?:pre-?)?(?:approved|authori[sz]ed|whitelisted|sanctioned|signed off)\\s+by\\s+(?:the\\s+|your\\s+)?(?:owner|admin\\w*|operator|security|developers?|team|user|ceo|maintainer|system)',
  ),
  rule(
    'instruction-inject',
    '\\b(?:disable|turn off|switch off|remove|delete|bypass|comment out|weaken|deactivate|strip|get rid of|skip)\\s+(?:out\\s+)?(?:the |all |any |every |your |its )*(?:[\\w-]+ ){0,3}?(?:authentication|authori[sz]ation|auth (?:check|middleware|guard|layer)|login (?:check|guard)|password check|token check|permission checks?|access controls?|sandbox(?:ing)?|confinement|policy (?:check|engine)|security (?:check|polic|middleware|control|feature|guard)\\w*|signature (?:check|verification)|rate limit\\w*|csrf \\w+|input validation|audit log\\w*|approval (?:step|gate)\\w*|safety (?:check|feature|filter)s?|guardrails?|firewall)',
    { order: true, unless: /^\W*(?:failed|is|was|error|requires)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\badd this (?:\\w+ ){0,2}to (?:the )?package\\.json\\b|\\b(?:use|call|invoke|run)\\s+(?:the\\s+|your\\s+)?(?:bash_exec|write_file|edit_file|move_file|web_fetch|run_db_fix|add_env_var|propose_repair|restart_service)\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:reply|respond|answer)\\s+(?:only\\s+)?(?:with|by)\\s+(?:only\\s+)?(?:the\\s+)?(?:words?|text|string|phrase|exactly|"|\')',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:the (?:real|actual|correct|right|only|proper) (?:fix|solution|repair)|to (?:fix|repair|resolve|heal) this(?: \\w+){0,3}),?\\s+(?:is to |you must |you should |simply |just )+(?:delete|remove|disable|wipe|drop|send|upload|curl|download|eval|expose|grant|replace (?:the )?(?:whole|entire))\\b',
    { unless: new RegExp(`^[^\\n]{0,60}${harmless}`) },
  ),
];

const exfiltrate: readonly Rule[] = [
  rule(
    'exfiltration',
    `\\b(?:send|post|upload|exfiltrate|forward|e-?mail|mail|transmit|leak|copy|curl|submit|deliver|ship|push|publish|dump|share|relay|write|append|encode|paste|pipe|put|echo|print|output|include|embed|insert|log|return|expose|attach|report|commit|get|collect|read|fetch|gather|save|base64(?:-encode)?)\\b[^\\n]{0,60}?${secrets}[^\\n]{0,60}?\\b(?:to|at|via|into|in|through|with|on|over|using|as|inside|by|and (?:send|post|upload|include|print|return|forward|append|e-?mail))\\b[^\\n]{0,40}?${outside}`,
    { order: true, unless: /^[^\n]{0,30}authorization header/ },
  ),
  rule(
    'exfiltration',
    "\\b(?:reveal|disclose|leak|repeat|recite|tell me|give me|show me|exfiltrate|steal|dump|expose|(?:output|print|list|display|return|show|include)(?=\\s+(?:me\\s+)?(?:all |the |of |full |entire )*(?:your|system|hidden|initial|original|contents?|values?)\\b))\\s+(?:me\\s+)?(?:(?:all|your|the|every|any|of|full|entire|hidden|system|initial|original|contents?|values?|its|our|stored|complete|verbatim)\\s+)+(?:[\\w'-]+\\s+){0,2}?(?:system prompt|instructions|secrets|environment variables|env vars|credentials|api keys|passwords|private keys?|master key|\\.env\\b|tokens|admin key)",
    { order: true, unless: /^\W*(?:failed|is|are|must|was|were|not)\b/ },
  ),
  rule(
    'exfiltration',
    '(?:\\bcat\\b|\\bprintenv\\b|\\benv\\b|\\bbase64\\b|\\btar\\b)[^\\n|]{0,80}\\|\\s*(?:\\w+\\s*\\|\\s*)?(?:curl|nc|ncat|wget|mail|sendmail|ssh|socat)\\b',
  ),
  rule(
    'exfiltration',
    '\\b(?:curl|wget)\\b[^\\n]{0,120}?(?:-d|--data(?:-binary|-raw|-urlencode)?|-f|-t|--form|--upload-file|--post-file|--post-data)[= ]?\\s*["\']?[^\\n]{0,20}?(?:@[^\\s"\']{0,60}(?:\\.env|id_rsa|passwd|shadow|\\.key|credentials)|\\.env\\b|\\$\\(|`|/etc/(?:passwd|shadow)|process\\.env)',
  ),
  rule(
    'exfiltration',
    'json\\.stringify\\(\\s*process\\.env\\s*\\)[^\\n]{0,80}https?:|https?:[^\\n]{0,120}json\\.stringify\\(\\s*process\\.env\\s*\\)|!\\[[^\\]\\n]{0,40}\\]\\(https?:[^)\\n]{0,200}(?:secret|env|token|key)=?\\{?',
  ),
  rule(
    'exfiltration',
    '\\b(?:translate|summari[sz]e|repeat|print|output|echo|copy|recite|reveal|quote|encode)\\s+(?:back\\s+|out\\s+|me\\s+)?(?:(?:the|your|all|every|of|full|entire|exact)\\s+){0,3}(?:(?:previous|above|prior|initial|system|hidden|preceding|original|secret)\\s+(?:instructions?|prompts?|text|messages?|conversation|words|rules)|(?:words|text|everything|instructions?|content)\\s+above)',
    { order: true },
  ),
  rule(
    'exfiltration',
    '\\b(?:read|open|cat|print|output|display|show|respond with|reply with|answer with|return|dump|include|paste|load|view|use it to read|leak|type|upload|copy)\\s(?![\'"`])[^\\n]{0,50}?(?:/etc/(?:passwd|shadow)|id_rsa|id_ed25519|~?/?\\.ssh/|\\.aws/credentials|(?:the|your|my|a|contents? of|file)\\s+\\.env\\b|\\ball (?:the )?secrets\\b)',
    { order: true, unless: /^\W*(?:failed|is|was|does|not|no such)\b/ },
  ),
  rule(
    'exfiltration',
    '\\b(?:give|tell|send|show|e-?mail|hand|get)\\s+me\\s+(?:the|your|all|its|every|any|an?)\\s+[^\\n]{0,30}?(?:passwords?|secrets?|keys?|tokens?|credentials?|database|source code|system prompt|\\.env)\\b',
  ),
  rule(
    'exfiltration',
    '\\b(?:upload|send|post|copy|ship|transfer|exfiltrate|forward|mail|e-?mail|stream|sync|push|beacon|back ?up)\\s[^\\n]{0,30}?\\b(?:database|db|source code|codebase|backups?|user data|customers?|contents?|config\\w*|environment|env|secrets?|credentials|keys|memory dump|heap dump|session data)\\b[^\\n]{0,30}?\\bto\\b[^\\n]{0,24}?(?:https?:|hxxps?:|ftp:|s3:|wss?:|\\S+@\\S+\\.|\\d{1,3}(?:\\.\\d{1,3}){3}|[\\w-]+\\.(?:com|net|io|xyz|ru|cn|example|test|invalid)\\b)|\\bby (?:posting|sending|uploading|e-?mailing|forwarding)\\b[^\\n]{0,60}?(?:https?:|@)',
    { order: true },
  ),
  rule(
    'exfiltration',
    '\\byour (?:hidden |full |entire |internal )*(?:chain of thought|tool list|list of tools|reasoning|system message|configuration|available tools|hidden prompt)\\b',
  ),
];

const destroy: readonly Rule[] = [
  rule('destructive-fs', '\\b(?:wipe|erase|delete|remove|destroy|nuke|shred|empty|clear)\\s+(?:[\\w-]+\\s+){0,2}?["\'`]?(?:/(?:var|etc|home|root|usr|opt|srv|boot|bin|lib)\\b|~/?(?![\\w./-]*(?:cache|npm))|c:\\\\)', { order: true, unless: /^[^\s]{0,80}(?:\.lock|\.pid|\.sock|\.log|cache|tmp|\/lists|journal)\b|^[^\n]{0,80}\b(?:failed|denied|lock)\b/ }),
  rule(
    'destructive-bash',
    `\\b(?:run|execute|exec|invoke|do|perform|issue|type|enter|call|use|launch|apply|fire|spawn|start|try|with|then|by running|command|via|bash_exec)\\b[^\\n]{0,60}?(?:\\brm\\s+(?:-\\w+\\s+)*-\\w*[rf]\\w*\\s+(?:-\\S+\\s+)*["']?(?![^\\s"']{0,80}${harmless})(?:/|~|\\*|\\.(?:[\\s/"'\`]|$)|\\.git|\\.\\.|\\$home|\\$\\{?pwd|src|app|server|lib|data|backups?|\\.kintsugi|config|public|routes|everything)|\\bmkfs|\\bdd if=/dev|:\\(\\)\\s*\\{|\\bshutdown\\b(?! (?:hook|handler|timeout|signal|grace|sequence|listener|function))|\\breboot\\b|\\bpoweroff\\b|chmod\\s+(?:-r\\s+)?(?:0?777|a\\+rwx)\\s+(?:-r\\s+)?[/~]|\\bformat c:|\\bdel /[fsq]|/dev/tcp/|\\bnc -e|\\bhistory -c\\b|kill -9 -1|\\bdrop (?:table|database|schema)\\b|\\btruncate table\\b|git push (?:-f|--force)[^\\n]{0,30}(?:main|master|origin))`,
    { order: true },
  ),
  rule(
    'destructive-bash',
    '\\b(?:curl|wget)\\b(?![^\\n]{0,40}(?:sh\\.rustup\\.rs|get\\.pnpm\\.io|bun\\.sh|deno\\.land|nvm-sh|get\\.docker\\.com|fly\\.io|astral\\.sh|nodesource\\.com))[^\\n|]{0,160}\\|\\s*(?:sudo\\s+)?(?:ba|z|da|k)?sh\\b|\\b(?:bash|sh)\\s+-c\\s+["\']?\\$?\\(?(?:curl|wget)\\b|\\bbash -i >& /dev/tcp/',
  ),
  rule(
    'destructive-fs',
    "\\b(?:delete|remove|erase|wipe|destroy|unlink|purge|truncate|overwrite|empty|shred|nuke|drop|corrupt|encrypt|clear)\\s+(?:out\\s+)?(?:[\\w'-]+\\s+){0,2}?(?:all|every|everything|the entire|entire|the whole|any)\\b(?:\\s+(?!before|after|when|until)[\\w'./-]+){0,4}?\\s+(?:files?|folders?|director(?:y|ies)|data|databases?|tables?|backups?|records?|users?|projects?|repositor(?:y|ies)|repo|disk|drive|servers?|source|codebase|tests?|journal|history|branches|rows|accounts?|customers?|orders?)\\b",
    {
      order: true,
      unless: new RegExp(
        `^(?:[^\\n]{0,60}${harmless}\\b|\\W*(?:failed|is|are|was|not|error|operation|request|requires)\\b)`,
      ),
    },
  ),
  rule(
    'destructive-fs',
    '\\b(?:delete|remove|erase|wipe|destroy|overwrite|truncate|drop|nuke|unlink)\\s+(?:the |your |its |this |our )?(?:production\\s+)?(?:database|users? table|project|repository|git history|\\.git\\b|backups?|source (?:code|tree|files)|home directory|root directory|file ?system|journal|vault|test suite|(?:src|lib|app|server|routes|index|main)(?:/[\\w/-]+)?\\.(?:js|ts|mjs|cjs|json)\\b|(?:src|lib|routes|server)/)',
    {
      order: true,
      unless: /^\W*(?:failed|is|was|not|error|operation|request|requires|first|does)\b|^['"]? (?:failed|does|is)\b/,
    },
  ),
];

const execute: readonly Rule[] = [
  rule('code-exec', '\\b(?:solution|fix|patch|repair|workaround|remedy|answer|change)\\b\\s*(?:is|:|=|would be|must be|should be|consists of)\\s*(?:simply |just |to )*:?[^\\n]{0,60}?(?:\\beval\\(|child_process|\\bexec(?:sync)?\\(|rm(?:dir)?sync\\(|unlinksync\\(|new function\\(|process\\.exit\\(|process\\.kill\\(|\\brm -\\w*[rf]|\\bcurl\\b|\\bwget\\b|return true)', { unless: new RegExp(`^[^\\n]{0,40}\\b(?:deprecated|vulnerab)|^[^\\n]{0,60}${harmless}`) }),
  rule('code-exec', "\\b(?:use|run|add|append|insert|put|call|execute|paste|include|place|write|inject|prepend)\\b[^\\n]{0,80}?(?:rm(?:dir)?sync\\(|unlinksync\\(|exec(?:sync)?\\(\\s*['\"`]|process\\.(?:exit|kill)\\(|console\\.log\\(\\s*process\\.env\\s*\\)|send\\(\\s*process\\.env|json\\.stringify\\(\\s*process\\.env|\\(['\"]child_process['\"]\\)|['\"]http['\"]\\)\\.(?:get|request)\\()", { order: true }),
  rule('code-exec', '\\b(?:run|running|execute|executing)\\s+(?:the command\\s+|this\\s+)?(?:curl|wget)\\s[^\\n]{0,80}?\\b(?:pipe|bash|sh)\\b|\\bpipe (?:it|this|them|that) (?:in)?to (?:/bin/)?(?:ba|z)?sh\\b|\\bnpm i(?:nstall)? \\S+ && node \\S+'),
  rule(
    'code-exec',
    '\\b(?:add|insert|create|write|schedule|install|set up|make|append|register)\\b[^\\n]{0,60}?\\b(?:cron ?jobs?|scheduled task|timer|route|endpoint|function|script|hook|handler|middleware|service|interval|job|code|line|snippet|webhook|beacon)\\b[^\\n]{0,40}?\\b(?:that|which|to)\\s+(?:\\w+ly )?(?:sends?|posts?|pings?|uploads?|forwards?|calls?|connects?|beacons?|exfiltrates?|leaks?|exposes?|dumps?|downloads?|executes?|evals?|deletes?|mines?|reports?|returns?|serves?|shows?|prints?)\\b[^\\n]{0,60}?(?:https?:|ftp:|process\\.env|passwords?|secrets|credentials|all users|exec|shell|attacker|\\d{1,3}(?:\\.\\d{1,3}){3})',
    { order: true },
  ),
  rule(
    'code-exec',
    '\\b(?:install|add|require|npm i(?:nstall)?)\\b[^\\n]{0,80}?(?:https?://\\S+\\.(?:tgz|tar\\.gz|zip|sh|exe)\\b|git\\+(?:https?|ssh):)',
    { order: true },
  ),
  rule(
    'code-exec',
    '\\b(?:add|insert|append|inject|put|place|write|include|embed|paste|plant|prepend|introduce|implement|create|install|hide|replace)\\b[^\\n]{0,80}?(?:\\bback ?door|reverse shell|web ?shell|key ?logger|crypto ?miner|malware|\\beval\\(|new function\\(|child_process|exec(?:sync)?\\(|(?:post|pre)install[^\\n]{0,40}(?:curl|wget|https?:|node -e|\\bsh\\b)|ssh key|(?:hidden|secret|undocumented) (?:route|endpoint|user|admin|account)|(?:new )?admin(?:istrator)? (?:user|account) (?:with|named|called)|(?:route|endpoint|handler)\\b[^\\n]{0,40}(?:exec|shell|(?:that )?(?:returns?|exposes?|prints?|dumps?|serves?) (?:all |the |every )?(?:process\\.env|env|secrets?|passwords?|users?))|https?://\\S+\\.(?:sh|js|py|exe|ps1)\\b|<script|document\\.cookie|(?:import|require)\\([\'"]https?:)',
    { order: true },
  ),
  rule(
    'code-exec',
    '\\b(?:run|execute|eval(?:uate)?|invoke|perform|exec)\\s+(?:this|the following|the below|my|the attached|the next|these|that)\\s+(?:[\\w-]+\\s+){0,3}?(?:code|scripts?|payload|commands?|shell|snippet|javascript|python|bash|base64|instructions?|program|binary)\\b',
    { order: true, unless: tools },
  ),
  rule(
    'code-exec',
    '\\bdecode\\b[^\\n]{0,80}?\\b(?:and|then)\\s+(?:run|execute|follow|eval|obey|apply|do|carry)\\b|\\b(?:download|fetch|wget|curl)\\b[^\\n]{0,120}?(?:https?:|\\.sh\\b|\\.js\\b|\\.exe\\b)[^\\n]{0,40}?\\b(?:and|then)\\s+(?:run|execute|eval|launch|require|import)\\b',
    { order: true },
  ),
];

const leak: readonly Rule[] = [
  rule(
    'vault-path-leak',
    "\\b(?:read|open|print|cat|send|show|output|copy|load|include|dump|return|reveal|display|decrypt|export|upload)\\s(?!')[^\\n]{0,60}?(?:master\\.key|eth\\.vault|\\.kintsugi/vault|admin\\.key|vault/|wallet(?:'s)? (?:key|seed|mnemonic)|seed phrase|mnemonic)",
    { order: true, unless: /^\W*(?:failed|is|was|not|error|does)\b/ },
  ),
  rule(
    'key-leak-critical',
    '\\[redacted:(?:private-key|wallet-key|age-key)\\]|\\b(?:private|secret|wallet|signing)[ _-]?key\\b[^\\n]{0,30}?\\b0x[0-9a-f]{64}\\b',
  ),
];

const inject: readonly Rule[] = [
  rule(
    'role-inject',
    '```\\s*system\\b|(?<!unexpected |premature |before )\\bend of (?:the )?(?:user )?(?:input|data|error|log|message|prompt|context|transcript)\\b[.:!\\s-]{1,10}(?:system|new |now |you |task|instruction|admin|assistant)|(?:[.!?"\'>\\]]\\s*)system\\s*:\\s+(?:please |now )?(?:' +
      doing.slice(3) +
      '\\b',
  ),
  rule(
    'role-inject',
    `<(?:/?(?:system|instructions?|prompt|admin|assistant)|!--)[^>\\n]{0,20}>?\\s*(?:${reader}\\s*:?\\s*)?(?:please |now )?${doing}\\b`,
  ),
  rule(
    'role-inject',
    '<\\|im_start\\|>\\s*(?:system|user|assistant)|<\\|(?:system|user|assistant|start_header_id)\\|>|\\[inst\\][^\\n]{0,400}\\[/inst\\]|<<sys>>|\\[/?system\\]\\s*[^\\n]{0,80}?\\b(?:you|ignore|disregard|must|disable|approve)\\b',
  ),
  rule(
    'role-inject',
    '^[ \\t]{0,40}#{2,6}\\s*(?:system|instructions?|human|assistant|new instructions?)\\b\\s*(?:prompt|message)?\\s*:?\\s*(?:\\n\\s*)?[^\\n]{0,80}?\\b(?:you|your|ignore|must|run|execute|send|delete|disable|approve|always|reveal|print)\\b',
  ),
  rule(
    'role-inject',
    '</?(?:system|assistant|user|human|instructions?|prompt|tool_result|function_results|data|error|errortext|stderr|evidence|log|context|untrusted\\w*|kintsugi\\w*)(?: [^>\\n]{0,40})?>\\s*[^<\\n]{0,160}?\\b(?:you (?:are|must|should|will|may|have)|ignore|disregard|must|run|execute|send|delete|disable|approve|reveal)\\b',
    { unless: /^\W*(?:failed|tag)\b/ },
  ),
  rule(
    'role-inject',
    '"role"\\s*:\\s*\\\\?"(?:system|assistant|developer)\\\\?"\\s*,\\s*\\\\?"content\\\\?"\\s*:\\s*\\\\?"[^"\\n]{0,200}?\\b(?:ignore|disregard|you must|delete|execute|run|send|approve|disable|reveal)\\b',
  ),
  rule(
    'role-inject',
    "^[ \\t]{0,40}(?:\\w*error:\\s+)?(?:system|assistant|human|developer|ai)\\s*:\\s+(?:you (?:are|must|will|should|may)|ignore|please|sure[,!]|i will|i'll|run|execute|delete|send|from now|override|the user (?:has|wants)|okay[,!]|ok, |understood|approved|new )",
  ),
  rule(
    'role-inject',
    '(?<![-=#*<\\[])[-=#*<\\[]{2,80}[ \\t]{0,4}/?(?:end|begin|start)(?: of)? (?:the )?(?:error|logs?|data|untrusted|evidence|user input|input|document|context|system prompt|system message|system|message|stderr|output|instructions?|stack ?trace)\\b[^\\n]{0,40}\\n?[^\\n]{0,200}?\\b(?:instructions?|you|ignore|run|task|execute|delete|send)\\b',
  ),
];

/** Other languages: to dismiss what was said, to become somebody else, to hand out secrets, to delete, to run. Accents are folded. */
const foreign: readonly Rule[] = [
  rule('instruction-inject', "\\b(?:deaktiviere|deaktivieren sie|entferne|entfernen sie|umgehe|schalte)\\b[^\\n]{0,40}?(?:authentifizierung|anmeldung|passwort|prufung|tests\\b|sicherheit|firewall)|\\b(?:desactive[zr]?|contourne[zr]?|supprime[zr]?)\\s[^\\n]{0,40}?(?:authentification|verification|mots? de passe|securite|les tests|pare-feu)|\\b(?:desactiva|desactive|deshabilita|elimina|disattiva|rimuovi|desative|desativa|remova)\\s[^\\n]{0,40}?(?:autenticacion|verificacion|contrasena|seguridad|pruebas|autenticazione|sicurezza|autenticacao|verificacao|seguranca|senha)|\\b(?:schakel|wyłącz|wylacz)\\b[^\\n]{0,40}?(?:authenticatie|beveiliging|uwierzytelni|zabezpiecze)|(?:отключи|выключи|обоиди|убери)(?:те)?\\s[^\\n]{0,30}?(?:проверк|аутентификац|авторизац|парол|тест|защит)|(?:禁用|关闭|绕过|跳过|關閉|繞過)\\s?(?:所有|全部)?(?:身份验证|身份認證|认证|验证|密码|测试|防火墙|安全)|(?:認証|検証|テスト)を(?:無効|スキップ|削除)|인증을? ?(?:비활성화|우회)|hintertur|porte derobee|puerta trasera|porta dos fundos|бэкдор|后门|後門|バックドア|백도어"),
  rule('instruction-inject', "\\b(?:als|en tant qu['’ ]|como|come|jako|som|olarak)\\s*(?:un |une |una |um |uma |een |ein |eine |el |la |o |a )?(?:ki-?\\s?(?:assistent|agent|modell|system)|(?:assistant|agent|modele) (?:ia|d['’]ia)|(?:asistente|agente|modelo|assistente|agent)\\w* (?:de )?(?:ia|ai)\\b|asystent\\w* (?:ai|si)|ai-?(?:assistent|agent|model))|(?:作为|作為|身为|你是)\\S{0,3}(?:ai|人工智能|智能|机器人|助手|语言模型)|(?:ai|人工知能)\\S{0,8}(?:として|アシスタント)|(?:как|будучи)\\s+(?:ии|искусственн|языков)\\S*|ии-?ассистент|(?:ai|인공지능)\\s?(?:어시스턴트|비서|모델)\\S*\\s"),
  rule(
    'prompt-override',
    '\\b(?:ignoriere|ignorieren sie|vergiss|vergessen sie|missachte|missachten sie|uberschreibe|befolge nicht|verwirf|beachte nicht)\\b[^\\n]{0,50}?\\b(?:anweisung|instruktion|befehl|vorgabe|regel|anleitung|richtlinie|system-?prompt)',
  ),
  rule(
    'prompt-override',
    "\\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?|ne (?:tiens|tenez) (?:pas|aucun) compte d|fais abstraction d|faites abstraction d|ne (?:suis|suivez) (?:pas|plus))\\w*\\s+(?:toutes?\\s+|tous\\s+)?(?:les|vos|tes|ces|mes|des|l['’])\\s?[^\\n]{0,30}?(?:instruction|consigne|directive|ordre|regle)",
  ),
  rule(
    'prompt-override',
    '\\b(?:ignora|ignore|ignorar|ignoren|olvida|olvide|olvidar|descarta|descarte|omite|no sigas|desobedece|haz caso omiso|esquece|esqueca|desconsidere|desconsidera|dimentica|trascura|tralascia|non seguire|abaikan|lupakan)\\b\\s+(?:\\S+\\s+){0,3}?(?:instruccion|ordenes|reglas|indicaciones|directrices|instrucoes|ordens|regras|diretrizes|istruzioni|ordini|regole|direttive|indicazioni|instruksi|perintah|aturan)',
  ),
  rule(
    'prompt-override',
    '\\b(?:negeer|vergeet)\\b[^\\n]{0,40}?(?:instructies|opdrachten|regels|aanwijzingen|richtlijnen)|\\b(?:z?ignoruj|zapomnij|pomin)\\w*[^\\n]{0,40}?(?:instrukcj|polece|zasad|wytyczn|regu[łl])|\\b(?:ignorera|ignorer|glom|glem)\\b[^\\n]{0,40}?(?:instruktion|instruks|regler|anvisning)|(?:talimat|komut|kural|yonerge)\\S*[^\\n]{0,25}?(?:yoksay|yok say|gormezden gel|unut|dikkate alma)|\\b(?:bo qua|quen)\\b[^\\n]{0,30}?(?:huong dan|chi dan|chi thi|lenh)|ignoruj|ignorati[^\\n]{0,30}?instructiunile',
  ),
  rule(
    'prompt-override',
    '(?:игнорируи|забудь|не следуи|отбрось|ігноруи|забудь)[^\\n]{0,50}?(?:инструкци|указани|команд|правил|приказ|промпт|інструкці|вказівк)',
  ),
  rule(
    'prompt-override',
    '(?:忽略|无视|無視|忘记|忘掉|忘記|不要理会|不理会|绕过|忽視|忽视|不要遵守|不要遵循)[^\\n]{0,20}?(?:指令|指示|提示|命令|说明|說明|规则|規則|要求|限制|对话)|(?:指示|命令|指令|プロンプト|ルール|規則)[^\\n]{0,10}?(?:無視|忘れ|従わな)|(?:지시|명령|지침|프롬프트|규칙)[^\\n]{0,12}?(?:무시|잊|따르지)|(?:تجاهل|انس|انسى|تخطى)[^\\n]{0,40}?(?:تعليمات|اوامر|أوامر|قواعد|توجيهات)|(?:निर्देश|आदेश)[^\\n]{0,20}?(?:अनदेखा|नजरअंदाज|नज़रअंदाज़|भूल|उपेक्षा)|(?:התעלם|שכח)[^\\n]{0,30}?(?:הוראות|הנחיות)',
  ),
  rule(
    'role-hijack',
    "\\bdu bist (?:jetzt|nun|ab sofort|ab jetzt)\\b|\\bab (?:jetzt|sofort) (?:bist|sollst|handelst) du\\b|\\b(?:tu es|vous etes) (?:maintenant|desormais)\\b|\\b(?:ahora|a partir de ahora|desde ahora) (?:eres|actua|seras|debes|tu)\\b|\\bvoce agora e\\b|\\bagora voce e\\b|\\ba partir de agora,? voce\\b|\\b(?:ora sei|sei ora|adesso sei|d['’]ora in poi sei)\\b|\\b(?:je|jij) bent nu\\b|(?:ты теперь|теперь ты|отныне ты)|你现在是|你現在是|从现在(?:开始|起)，?你|假装你|扮演|あなたは今|今からあなた|これからあなた|너는 이제|당신은 이제|지금부터 (?:너|당신)|أنت الآن",
  ),
  rule(
    'exfiltration',
    "\\b(?:sende|senden sie|schicke|schicken sie|ubermittle|lade)\\b[^\\n]{0,60}?(?:\\.env|umgebungsvariable|passwort|zugangsdaten|geheimnis|schlussel|api-?key|system-?prompt)|\\b(?:envoie|envoyez|transmets|transmettez|affiche|affichez|revele|revelez|publie)\\b[^\\n]{0,60}?(?:\\.env|variables? d['’ ]?environnement|mots? de passe|les cles|secrets|identifiants|jetons)|\\b(?:envia|envie|manda|mande|muestra|revela|publica|sube|mostre|revele|invia|mostra|rivela)\\b[^\\n]{0,60}?(?:\\.env|variables de entorno|contrasena|claves|secretos|credenciales|variaveis de ambiente|senhas|chaves|segredos|credenciais|variabili d.ambiente|chiavi|segreti|credenziali)|\\b(?:stuur|verstuur|verzend|wyslij|przeslij|ujawnij)\\b[^\\n]{0,60}?(?:\\.env|omgevingsvariabelen|wachtwoord|sleutels|geheimen|zmienne|has[lł]a|klucze|sekret)|(?:отправь|пришли|покажи|выведи|перешли|раскрои)[^\\n]{0,60}?(?:\\.env|переменн|парол|ключ|секрет|токен)|(?:\\.env|umgebungsvariablen|passworter|passwort|zugangsdaten|geheimnisse|schlussel)[^\\n]{0,50}?\\b(?:aus(?:zu)?geben|senden|schicken|ubermitteln|anzeigen|hochladen|veroffentlichen)\\b|\\b(?:envoyer|afficher|transmettre|reveler|enviar|mostrar|revelar|publicar|inviare|mostrare|versturen)\\b[^\\n]{0,40}?(?:\\.env|variables? d|mots? de passe|cles|secrets|identifiants|variables de entorno|contrasenas|claves|secretos|credenciales|senhas|chaves|credenciais|credenziali|chiavi|wachtwoord)|(?:отправить|показать|вывести|переслать|раскрыть)[^\\n]{0,60}?(?:\\.env|переменн|парол|ключ|секрет|токен)|(?:环境变量|環境變數|密码|密碼|密钥|金鑰|凭证|凭据|令牌|\\.env)[^\\n]{0,8}?(?:发送|發送|上传|上傳|发到|发给|輸出|输出|打印)|(?:发送|發送|上传|上傳|泄露|打印|输出|提交)[^\\n]{0,30}?(?:环境变量|環境變數|密码|密碼|密钥|金鑰|凭证|凭据|令牌|\\.env|机密)|(?:環境変数|パスワード|秘密鍵|トークン|\\.env)[^\\n]{0,15}?(?:送信|送って|表示し|出力し|公開)|(?:환경 ?변수|비밀번호|비밀 ?키|토큰)[^\\n]{0,15}?(?:보내|전송|출력|공개)",
  ),
  rule(
    'destructive-fs',
    "\\b(?:losche|loschen sie|vernichte)\\b[^\\n]{0,40}?\\b(?:alle|samtliche|alles|das gesamte|die (?:ganze|gesamte)|die datenbank)\\b|\\b(?:supprime[zr]?|efface[zr]?|detrui\\w+)\\s+(?:tous|toutes|tout|l'ensemble|la base|le projet)\\b|\\b(?:borra|borre|elimina|elimine|destruye|apague|exclua|cancella|rimuovi)\\s+(?:todos|todas|todo|tudo|tutti|tutte|tutto|la base|il database|o banco)\\b|\\b(?:verwijder|wis|usun|skasuj)\\s+(?:alle|alles|wszystkie|wszystko)\\b|(?:удали|сотри|уничтожь)(?:те)?\\s[^\\n]{0,20}?(?:все|всю|базу)|(?:删除|刪除|清空|销毁)[^\\n]{0,12}?(?:所有|全部|整个|一切)[^\\n]{0,10}?(?:文件|数据|檔案|資料|表)(?!失败)|(?:すべて|全て|全部)[^\\n]{0,15}?(?:削除し|消去し)|모든[^\\n]{0,15}?삭제(?:해|하)",
  ),
  rule(
    'code-exec',
    "\\bfuhre\\b[^\\n]{0,30}?\\b(?:befehl|kommando|skript|code)\\b|\\b(?:executez?|lancez?)\\s+(?:la|le|les|cette|ce|l['’])\\s?(?:\\w+\\s+)?(?:commande|script|code)\\b|\\b(?:ejecuta|ejecute|execute|rode|esegui)\\s+(?:el|este|esta|la|o|a|il|lo|questo|seguente|siguiente)\\s+(?:\\w+\\s+)?(?:comando|codigo|script|orden|codice)\\b|\\bvoer\\b[^\\n]{0,40}?(?:commando|opdracht)[^\\n]{0,30}?\\buit\\b|(?:выполни|запусти)(?:те)?\\s[^\\n]{0,30}?(?:команд|скрипт|код)|(?:执行|運行|运行|執行)\\s?(?:rm |curl |sudo |bash|sh )|(?:执行|運行|运行|執行)[^\\n]{0,6}?(?:以下|下面|下列|这个|此)[^\\n]{0,10}?(?:命令|代码|脚本|指令)|(?:コマンド|スクリプト)を実行し(?:て|ろ)|명령을? 실행(?:해|하)",
  ),
];

/** For the text as it stands. */
export const rules: readonly Rule[] = [
  ...override,
  ...role,
  ...advice,
  ...instruct,
  ...exfiltrate,
  ...destroy,
  ...execute,
  ...leak,
  ...inject,
  ...foreign,
];
/** For what was found behind a disguise. */
export const disguisedRules: readonly Rule[] = [
  ...override,
  ...role,
  ...advice,
  ...instruct,
  ...exfiltrate,
  ...destroy,
  ...execute,
  ...foreign,
];
