/** Orders to whoever repairs: who is addressed, what is to be approved, skipped or weakened. */
import { doing, harmless, reader, rule } from './screen-words.ts';
import type { Rule } from './screen-words.ts';

export const instruct: readonly Rule[] = [
  rule(
    'instruction-inject',
    "\\buse (?:the|my|your|his|an?) (?:admin\\w*|master|root|owner'?s?|operator'?s?) (?:key|token|password|account|session|credentials)\\s+to\\b|\\b(?:run|execute|do) [`'\"]?npm (?:publish|unpublish|adduser|token|owner)\\b",
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:as|on) (?:instructed|ordered|agreed|requested|told|the (?:orders?|instructions?|request)) (?:by|of|with) (?:your|the|my) (?:owner|operator|developers?|admin\\w*|maintainers?|vendor|boss|team)\\b|\\b(?:skip|bypass|disable|ignore)_?(?:polic(?:y|ies)|reviews?|approvals?|proofs?|sandbox|guards?)\\s*[=:]\\s*["\']?(?:true|1|yes|on)\\b',
  ),
  rule(
    'instruction-inject',
    '\\b(?:fixed|solved|resolved|repaired|healed|mended) by (?:commenting out|removing|disabling|deleting|bypassing|skipping)\\b[^\\n]{0,40}?(?:auth|verif|token|permi|admin|guard|polic|valid|check)',
  ),
  rule(
    'instruction-inject',
    `\\b(?:hints?|notes?|notice|todo|fixme|comments?|attention|dear|hey|hi|hello|messages?|instructions?|reminders?|advice|tips?|tasks?|orders?|requests?|important|fyi|memo|addressed|directed)\\s*(?:to|for|at|\\(|,)?\\s*(?:all |any |every |the |an? |my |our )*(?:\\w+ )?${reader}s?\\s*(?:\\)|reading this|that reads this|processing this|analy[sz]ing this)?\\s*[:,!)\\]—-]`,
  ),
  rule(
    'instruction-inject',
    `\\b${reader}s? (?:must|shall|should|have to|has to|need to|are to|is to)\\s+(?:now |always |first |then |please )?${doing}\\b`,
  ),
  rule(
    'instruction-inject',
    `\\b${reader}s?,? (?:reading|processing|analy[sz]ing|seeing|parsing|who reads|that reads|which reads) (?:this|the following|these)\\b`,
  ),
  rule(
    'instruction-inject',
    '\\bas an? (?:[\\w-]+ ){0,3}?(?:engineer|developer|assistant|admin\\w*|expert|agent|ai|model|operator|maintainer|professional|programmer|specialist)\\b[^\\n.]{0,12}?\\byou (?:must|should|have to|need to|will|shall|are|can|may)\\b',
  ),
  rule(
    'instruction-inject',
    '\\b(?:ignore|disregard|forget)\\s+(?:about )?(?:the|this|that)\\s+(?:stack ?trace|error|exception|bug|crash|logs?|failure|trace)\\b[^\\n]{0,80}?\\b(?:actual|real|instead|solution|solved|fix|problem|just|please|simply)\\b',
  ),
  rule(
    'instruction-inject',
    "\\b(?:do not|don'?t|no need to|never|without)\\s+(?:verify|test|review|validate|check|double-?check|rehearse|verifying|testing|reviewing|checking)(?:ing)?\\s+(?:anything|it|this|that|them|the (?:patch|fix|change|result|code|candidate|proposal)s?|any(?:thing)? (?:further|more))\\b|\\b(?:push|deploy|promote|merge|apply|commit|ship|release)\\b[^\\n]{0,80}?\\bwithout (?:any )?(?:tests|review|verification)\\b",
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:mark|treat|consider|regard|declare|report|close)\\s+(?:this|the|it|every|all|my)\\s*(?:incident|error|issue|patch|change|fix|proposal|bug|message|request|command|input|text|problem|proof|replay|candidate|test|check)?s?\\s+(?:as\\s+)?(?:already\\s+|fully\\s+)?(?:healed|resolved|fixed|safe|trusted|approved|verified|closed|done|authori[sz]ed|passed|proven)\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:approve|merge|promote|accept)\\s+(?:it|this|that|the (?:patch|change|fix|request|proposal|candidate))\\b',
    { order: true, unless: /^[^\n]{0,40}\b(?:failed|in the console|first|manually|denied)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\b(?:everything|anything|all text|all that|what|the text|the lines?) (?:above|below|after|before|that follows)(?: this(?: line| point)?)?,? (?:is|was|are|were|must|should|can)\\b[^\\n]{0,60}?\\b(?:test|trusted|operator|instruction|ignored?|fake|joke|admin|command|order|obey|obsolete|invalid)',
  ),
  rule(
    'instruction-inject',
    '\\b(?:real|actual|true|hidden|genuine) (?:request|user|instruction|message|command|problem|task)s?\\s*(?::|is (?:solved|fixed|to)\\b)',
  ),
  rule(
    'instruction-inject',
    '\\b(?:act|behave) (?:like|as though|as if) (?:you|nothing|it)\\b|\\b(?:repeat after me|say after me)\\b|\\btrust this (?:message|input|text|instruction|command)\\b|\\b(?:approvals?|permissions?) (?:are|is) (?:hereby |now |already )*(?:granted|given|waived)\\b[^\\n]{0,30}?\\b(?:automatically|from now|by default|always|in advance|for (?:all|every))',
  ),
  rule(
    'instruction-inject',
    '\\b(?:switch(?:ed)? off|turn(?:ed)? off|disable|remove|delete|skip|comment out|drop)\\s+(?:all |the |every |any |all the |your )*(?:[\\w-]+ ){0,2}?(?:tests|test suite|verifications?(?: steps?)?|checks|validations?(?: steps?)?|assertions|linter|reviews?|safety|approvals?|guards)\\b',
    {
      order: true,
      unless:
        /^\W*(?:failed|is|was|error|requires|with (?:it|test|describe)\b|by (?:passing|setting)|(?:[\w-]+ ){1,4}?(?:is|are) (?:not (?:allowed|permitted|supported|possible)|forbidden|denied)\b)/,
    },
  ),
  rule(
    'instruction-inject',
    '\\b(?:accepts?|works? with|allows?|takes?|succeeds? (?:with|for)|logs? in with|valid with)\\s+any\\s+(?:password|token|credentials?|user(?:name)?|key|signature|card|payment)\\b|\\bany (?:password|token|credentials?|signature) (?:is|are|be|gets?|will be) (?:accepted|valid|allowed|treated as valid)\\b',
  ),
  rule(
    'prompt-override',
    '\\b(?:ign.r[e3*]|d.sr.g.rd|f.rg.t)\\s+(?:\\S+\\s+){0,2}?(?:pr.v.{1,3}us|pr.{1,2}r|.b.v.|.ll)\\s+(?:\\S+\\s+)?.nstr.ct.{1,2}ns?',
  ),
  rule(
    'instruction-inject',
    '\\b(?:replace|change|set|rotate|overwrite|update)\\b[^\\n]{0,30}?\\b(?:secret|password|key|token|salt|credentials?)\\b[^\\n]{0,20}?\\b(?:by|with|to)\\s+["\'`][^"\'`\\n]{1,60}["\'`]',
    { order: true, unless: /^[^\n]{0,30}\b(?:failed|is)\b/ },
  ),
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
    '\\b(?:always|just|simply|unconditionally)\\s+returns?\\s+(?:true|ok|success|200|authenticated)\\b|\\breturn (?:true|1|null|early) (?:from|in)\\s+\\S{0,40}(?:admin|auth|allow|permi|verif|check|guard|valid)|\\b(?:replace|change|substitute|swap)\\b[^\\n]{0,60}?(?:compare|verify|check|auth\\w*|is_?admin|password|permission|token|validate\\w*|hash\\w*)\\b[^\\n]{0,40}?\\b(?:with|by|to|for)\\s+(?:return )?(?:true|1|null|noop|nothing|an empty)\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:set|use|add|change|replace|configure|switch|append|pass)\\b[^\\n]{0,60}?(?:rejectunauthorized[\'"]?\\s*(?:[:=]|to\\b)\\s*false|origin[\'"]?\\s*:\\s*[\'"]\\*|httponly[\'"]?\\s*:\\s*false|algorithms?[\'"]?\\s*:\\s*\\[?\\s*[\'"]none)',
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
    '\\b(?:here (?:are|is)|these are|below (?:are|is))\\s+(?:your|the)\\s+(?:new|real|actual|updated|true)\\s+(?:\\w+\\s+)?(?:instructions?|orders?|task|goal|objective|directives?)\\b|\\bnew\\s+(?:\\w+\\s+)?(?:instructions?|directives?|system prompt|mission|objective)\\s*(?::|for you|from (?:the )?(?:admin|operator|owner|developer|system|user|team)|follow\\b)|\\bbegin (?:of )?(?:trusted|real|actual|new|system|admin\\w*) instructions\\b',
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

/** Advice that no error gives: it weakens what protects, opens what is closed, or hands the pen to somebody else. */
export const advice: readonly Rule[] = [
  rule(
    'instruction-inject',
    '\\b(?:log|store|save|keep|write|print|return|show|display|serve|publish|output|list)\\b[^\\n]{0,30}?\\b(?:passwords?|secrets|credentials|card numbers?|customers|user data|tokens|users)\\b[^\\n]{0,30}?\\b(?:in (?:the )?(?:plain ?text|clear|error page|response|reply)|unhashed|unencrypted|plain ?text|cleartext)\\b',
    { order: true },
  ),
  rule(
    'exfiltration',
    '\\b(?:show|print|return|log|send|output|display|write|put|include|expose|add)\\b[^\\n]{0,40}?\\b(?:\\w+_(?:key|secret|token|password)|process\\.env)\\b[^\\n]{0,40}?\\b(?:in|into|to|on)\\s+(?:the |an? |every |your )*(?:\\w+ )?(?:response|reply|logs?|page|output|comment|commit|readme|error|html|body)\\b',
    { order: true, unless: /^[^\n]{0,20}\b(?:failed|file)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\b(?:let|make|have|ensure)\\b[^\\n]{0,50}?\\b(?:passwords?|login|auth\\w*|comparison|checks?|tokens?|signatures?|payments?|verification|validation)\\b[^\\n]{0,30}?\\b(?:always|unconditionally|for (?:all|every\\w*)|any)\\b|\\bmake\\s+(?:the\\s+)?\\S*(?:admin|internal|private|debug)\\S*\\s+(?:\\w+\\s+)?public\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:set|make|assign|give|grant)\\b[^\\n]{0,30}?\\b(?:is_?admin|role|admin(?:istrator)?|superuser|privileges?|permissions?|rights|write access|access)\\b[^\\n]{0,24}?(?:=\\s*|\\bto\\s+|:\\s*|\\bfor\\s+)["\']?(?:true|admin|root|superuser|all\\b|every(?:one|body)?\\b|anyone|any user|\\*|1\\b)',
    { order: true, unless: /^[^\n]{0,30}\b(?:failed|first)\b/ },
  ),
  rule(
    'instruction-inject',
    '\\b(?:escape|break out of|get out of|leave|exit)\\s+(?:from\\s+)?(?:the|your|this)\\s+(?:sandbox|container|jail|chroot|vm)\\b|\\b(?:kill|stop|terminate|disable|crash|shut down|pause|end)\\s+(?:the\\s+|this\\s+|your\\s+)?(?:supervisor|healer|keeper|watchdog|monitoring|kintsugi|all (?:other )?(?:node )?processes|other processes|antivirus|audit|logging)\\b',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:transfer|send|wire|pay|withdraw|move)\\b[^\\n]{0,30}?(?:\\b(?:funds|money|eth|usdc|btc|bitcoins?|balance|dollars|payments?)\\b|\\$\\d)[^\\n]{0,40}?\\bto\\b|\\b(?:whitelist|allowlist|unblock|trust|allow|permit)\\b[^\\n]{0,30}?\\b(?!127\\.|0\\.0)\\d{1,3}(?:\\.\\d{1,3}){3}',
    { order: true, unless: /^[^\n]{0,60}\bfailed\b/ },
  ),
  rule(
    'instruction-inject',
    '\\bexpose\\b[^\\n]{0,30}?\\b(?:debug\\w*|inspector|console|admin|database|shell|repl)\\b|\\bdowngrade\\b[^\\n]{0,60}?\\b(?:oldest|vulnerable|insecure|ancient|an? old)\\b|\\b(?:turn|set|change|replace|switch)\\b[^\\n]{0,40}?access-control-allow-origin:?\\s*["\']?\\*[^\\n]{0,20}?credentials',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\b(?:remove|skip|omit|drop|delete|bypass|disable)\\s+(?:the |that |this |all )?(?:[\\w-]+ ){0,2}?(?:hash|password|token|signature|bcrypt|hmac|role|owner|auth\\w*)\\s?(?:comparison|compare|hashing|check\\w*)\\b',
    { order: true, unless: /^\W*(?:failed|is|was)\b/ },
  ),
  rule(
    'prompt-override',
    "\\b(?:override|unlock|authori[sz]ation|backdoor|admin|master) code\\b\\s*[:#]?\\s*[\\w-]{3,}[:,;.]|\\bcomply with (?:all|any|every|my|the following|these|further)\\b|\\bi (?:need|want|order|command|instruct|require|authori[sz]e|ask) you to\\b|\\bi(?: woul|')d like you to\\b",
  ),
  rule(
    'instruction-inject',
    '\\b(?:read|open|fetch|visit|load|see|go to|check|consult)\\s+\\S*https?://\\S+[^\\n]{0,60}?\\b(?:do (?:what|as)|apply (?:it|them|what)|follow (?:it|them|what)|obey|execute (?:it|them))\\b',
  ),
  rule(
    'instruction-inject',
    `\\byou (?:will|shall|must|should) now\\s+(?!be\\b|see\\b|need\\b|have\\b|find\\b|receive\\b|get\\b)${doing}\\b|\\bassistant\\s+(?:must|should|shall)\\s+${doing}\\b|\\bai (?:fix |repair |code )?(?:suggestion|instruction|note|hint|directive|command|task)s?\\s*[:=]|\\b(?:model|agent|bot|llm|assistant|ai) (?:instructions?|notes?|hints?|directives?|orders?)\\s*:\\s|\\bfor (?:the |any |all )?(?:ais?|llms?|ai (?:agent|assistant|model)s?|repair agent|coding agent)\\s*[:,]`,
  ),
  rule(
    'instruction-inject',
    "\\b(?:when|while|as)\\s+(?:you\\s+(?:are\\s+)?)?(?:fix|repair|edit|patch|heal|chang|modify)\\w*\\s+(?:this|the|it)\\b[^\\n]{0,40}?\\balso\\b|\\bif (?:your (?:job|task|role|goal|purpose)|you(?:'re| are) (?:supposed|asked|meant|here) to)\\b",
  ),
  rule(
    'instruction-inject',
    '(?:process\\.env|eval\\(|child_process|push (?:-f|--force)|reset --hard|rm -rf|curl \\S+|chmod (?:-r )?777)[^\\n]{0,60}?\\b(?:must|has to|have to|needs to|need to|shall) be\\s+(?:added|executed|run|inserted|included|called|appended)\\b',
  ),
  rule(
    'code-exec',
    '\\b(?:missing|create|add|install|needs?|want|build|implement|open|leave|insert|put)\\b[^\\n]{0,30}?\\bback ?doors?\\b|\\b(?:add|insert|put|prepend|include|append)\\b[^\\n]{0,40}?(?:===?\\s*["\']\\w+["\'])?[^\\n]{0,20}?\\breturn next\\(\\)|\\b(?:insert|add|put|include|prepend)\\b[^\\n]{0,30}?\\b(?:fetch|request|call|beacon|ping|import|script)\\b[^\\n]{0,20}?\\b(?:to|from)\\s+https?://(?!localhost|127\\.)',
    { order: true },
  ),
  rule(
    'prompt-override',
    '\\b(?:tool results?|context|logs?|stack ?trace|errors?|data)\\s+(?:above\\s+)?(?:is|are) (?:all )?(?:fake|a lie|lies|forged|a test|not real)\\b|\\b(?:nothing is wrong|there is no (?:error|bug|problem)|this is not (?:an error|a bug))\\b[^\\n]{0,60}?\\b(?:instead|just|please|only|you)\\b',
  ),
  rule(
    'exfiltration',
    '\\bprovide me with\\b|\\bwhat (?:is|are|was|were) your (?:system |initial |original |hidden )?(?:prompt|instructions|api key|password|secrets?|configuration|rules)\\b|\\b(?:post|paste|share|publish|put)\\s+(?:them|it|these|those|the (?:values?|contents?|output))\\s+(?:in|to|into|on|at)\\s+(?:#|the commit|a comment|https?:|public|slack|the pull request|the readme)',
    { order: true },
  ),
  rule(
    'instruction-inject',
    '\\bprefer (?:the |our )?(?:package|library|module)\\b|\\binstall \\S+@latest instead\\b',
    { order: true },
  ),
];
