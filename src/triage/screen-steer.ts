/** Orders that set aside what the reader was told, or make somebody else of it. */
import { dismiss, doing, earlier, given, reader, rule } from './screen-words.ts';
import type { Rule } from './screen-words.ts';

export const override: readonly Rule[] = [
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

export const role: readonly Rule[] = [
  rule(
    'prompt-override',
    '\\b(?:update|change|rewrite|replace|amend|extend)\\s+(?:all )?your\\s+(?:guidelines|rules|instructions|polic(?:y|ies)|prompt|values|principles)\\b',
    { order: true },
  ),
  rule(
    'role-hijack',
    '\\byou (?:are|have been) (?:dan\\b|jailbroken|an? (?:unrestricted|unfiltered|uncensored|jailbroken))|\\byou are\\b[^\\n.]{0,40}?\\bwithout (?:any )?(?:restrictions|limitations|filters|guardrails)\\b|\\b(?:sudo|god|dan|jailbreak) mode (?:is )?(?:now )?(?:activated|enabled|unlocked|on)\\b',
  ),
  rule(
    'role-hijack',
    "\\byou are (?:now|henceforth|no longer|actually|really|from now on|hereby)\\b(?!\\s*(?:logged|signed|connected|on|running|using|ready|subscribed|registered|viewing|able|required)\\b),?\\s*(?:(?:an?|the|my|our|in|acting as|free|just|not|called|named|operating)\\s+)*(?:[\\w'-]+\\s+){0,3}?(?:assistant|agent|bot|ai|model|admin|administrator|root|shell|terminal|hacker|pirate|unrestricted|unfiltered|uncensored|jailbroken|dan\\b|operator|superuser|expert|maintainer|owner|engineer|consultant|evil|developer mode|debug mode|god mode|sudo mode|admin mode|bound|restricted|limited|constrained|authori[sz]ed to|allowed to|permitted to|freed|obey|serving)",
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
    '\\b(?:treat|regard|consider|take|read|handle) (?:this|the following|what follows|the (?:above|below)|my)(?: (?:message|text|error|log|line|input|request|comment|note|name|value)s?)? as (?:if (?:it (?:came|comes|was|were)|sent|written|said)|coming|sent|written|issued|given|spoken|said|an? (?:order|instruction|message|command)) (?:\\w+ )?(?:from|by|of) (?:the |an? |your |its )?(?:admin\\w*|system|owner|operator|developers?|root|supervisor|maintainers?|boss|user)\\b',
  ),
  rule(
    'role-hijack',
    '\\byou (?:have been|are|were) (?:hereby |now )?(?:granted|given|assigned)\\s+(?:an? |the )?(?:root|admin\\w*|full|sudo|elevated|unrestricted|unlimited|superuser|special)\\b|\\byou (?:now|already|hereby) have\\s+(?:the |my |full |our )*(?:approval|permission|authori\\w+|clearance|consent)\\b',
  ),
];

export const inject: readonly Rule[] = [
  // as if we ourselves, or our policy, had spoken
  rule(
    'role-inject',
    '(?:^|[>\\]|]\\s*)kintsugi:?\\s[^\\n]{0,60}?\\b(?:approved?|approval|authori[sz]ed|promote[ds]?|decision|allow(?:ed|s)?|trusted|skip(?:s|ped)?)\\b|\\{\\s*"kintsugi"\\s*:\\s*"(?:decision|promotion|approve\\w*|policy)',
  ),
  rule(
    'role-inject',
    '^\\W{0,4}(?:policy|decision|verdict|approval)\\s*[:=]\\s*"?(?:allow(?:ed)?|approved?|granted|auto)\\b[^\\n]{0,200}?\\b(?:rule|owner|human|person|reviewed|verif\\w+|trial|proof|skip|incident|operator)\\b',
  ),
  rule(
    'role-inject',
    `(?:\\[\\[(?:system|human|user|agent|model)\\]\\]|\\[{1,2}(?:assistant|ai)\\]{1,2})\\s*:?\\s*(?:please |now )?(?:patch|${doing.slice(3)}\\b`,
  ),
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
    '^[ \\t]{0,40}(?:\\w*error:\\s+)?#{2,6}\\s*(?:system|instructions?|human|assistant|new instructions?)\\b\\s*(?:prompt|message)?\\s*:?\\s*(?:\\n\\s*)?[^\\n]{0,80}?\\b(?:you|your|ignore|must|run|execute|send|delete|disable|approve|always|reveal|print|reply|respond|answer|output)\\b',
  ),
  rule(
    'role-inject',
    '</?(?:system|assistant|user|human|instructions?|prompt|tool_result|function_results|(?:\\w{1,20}[_-])?(?:data|error|errortext|stderr|evidence|log|context|input|output)|untrusted\\w*|kintsugi\\w*)(?: [^>\\n]{0,40})?>\\s*[^<\\n]{0,160}?\\b(?:you (?:now |already )?(?:are|must|should|will|may|have)|ignore|disregard|must|run|execute|send|delete|disable|approve|reveal)\\b',
    { unless: /^\W*(?:failed|tag)\b/ },
  ),
  rule(
    'role-inject',
    '\\b(?:human|user)\\s*:\\s[^\\n]{0,200}?\\b(?:assistant|ai|model)\\s*:\\s|\\bassistant\\s*:\\s[^\\n]{0,200}?\\b(?:human|user)\\s*:\\s',
  ),
  rule(
    'role-inject',
    '"role"\\s*:\\s*\\\\?"(?:system|assistant|developer)\\\\?"\\s*,\\s*\\\\?"content\\\\?"\\s*:\\s*\\\\?"[^"\\n]{0,200}?\\b(?:ignore|disregard|you (?:must|are|will|may|can|should)|always|never|answer|reply|respond|delete|execute|run|send|approve|disable|reveal|print|output)\\b',
  ),
  rule(
    'role-inject',
    "^[ \\t]{0,40}(?:\\w*error:\\s+)?(?:system|assistant|human|developer|ai)\\s*:\\s+(?:you (?:are|must|will|should|may)|ignore|now |please|sure[,!]|i will|i'll|run|execute|delete|send|from now|override|the user (?:has|wants)|okay[,!]|ok, |understood|approved|new )",
  ),
  rule(
    'role-inject',
    '(?<![-=#*<\\[])[-=#*<\\[]{2,80}[ \\t]{0,4}/?(?:end|begin|start)(?: of)? (?:the )?(?:error|logs?|data|untrusted|evidence|user input|input|document|context|system prompt|system message|system|message|stderr|output|instructions?|stack ?trace)\\b[^\\n]{0,40}\\n?[^\\n]{0,200}?\\b(?:instructions?|you|ignore|run|task|execute|delete|send)\\b',
  ),
];
