/** Orders to do harm: hand out secrets, destroy, run foreign code. */
import { harmless, outside, rule, secrets, tools } from './screen-words.ts';
import type { Rule } from './screen-words.ts';

export const exfiltrate: readonly Rule[] = [
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
    `${secrets}(?:(?!\\bnot\\b)[^\\n]){0,40}?\\b(?:(?:is|are|be|being) )?(?:dumped|sent|posted|uploaded|forwarded|appended|copied|e-?mailed|piped|published|exfiltrated) (?:over )?(?:to|at|into)\\b[^\\n]{0,20}?(?:https?:|hxxps?:|ftp:|wss?:|\\S+@\\S+\\.\\w)`,
    { unless: /^[^\n]{0,80}\b(?:failed|refused|timed out|denied)\b/ },
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
    '\\b(?:upload|send|post|copy|ship|transfer|exfiltrate|forward|mail|e-?mail|stream|sync|push|beacon|back ?up)\\s[^\\n]{0,30}?\\b(?:database|db|source code|codebase|backups?|user data|customers?|contents?|config\\w*|environment|env|secrets?|credentials|keys|memory dump|heap dump|session data)\\b[^\\n]{0,30}?\\bto\\b[^\\n]{0,24}?(?:https?:|hxxps?:|ftp:|s3:|wss?:|\\S+@\\S+\\.|\\d{1,3}(?:\\.\\d{1,3}){3}|[\\w-]+\\.(?:com|net|io|xyz|ru|cn|example|test|invalid)\\b)',
    { order: true, unless: /^[^\n]{0,40}\b(?:failed|denied|timed out)\b/ },
  ),
  rule(
    'exfiltration',
    '\\bby (?:posting|sending|uploading|e-?mailing|forwarding)\\b[^\\n]{0,40}?\\b(?:environment|env\\b|secrets?|keys?|credentials|tokens?|source|config\\w*|database|dump|files?)\\b[^\\n]{0,30}?(?:https?:|@)',
  ),
  rule(
    'exfiltration',
    '\\byour (?:hidden |full |entire |internal )*(?:chain of thought|tool list|list of tools|reasoning|system message|configuration|available tools|hidden prompt)\\b',
  ),
];

export const destroy: readonly Rule[] = [
  rule(
    'destructive-fs',
    '\\b(?:wipe|erase|delete|remove|destroy|nuke|shred|empty|clear)\\s+(?:[\\w-]+\\s+){0,2}?["\'`]?(?:/(?:var|etc|home|root|usr|opt|srv|boot|bin|lib)\\b|~/?(?![\\w./-]*(?:cache|npm))|c:\\\\)',
    {
      order: true,
      unless:
        /^[^\s]{0,80}(?:\.lock|\.pid|\.sock|\.log|cache|tmp|\/lists|journal)\b|^[^\n]{0,80}\b(?:failed|denied|lock)\b/,
    },
  ),
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

export const execute: readonly Rule[] = [
  rule(
    'code-exec',
    '\\b(?:solution|fix|patch|repair|workaround|remedy|answer|change)\\b\\s*(?:is|:|=|would be|must be|should be|consists of)\\s*(?:simply |just |to )*:?[^\\n]{0,60}?(?:\\beval\\(|child_process|\\bexec(?:sync)?\\(|rm(?:dir)?sync\\(|unlinksync\\(|new function\\(|process\\.exit\\(|process\\.kill\\(|\\brm -\\w*[rf]|\\bcurl\\b|\\bwget\\b|return true)',
    { unless: new RegExp(`^[^\\n]{0,40}\\b(?:deprecated|vulnerab)|^[^\\n]{0,60}${harmless}`) },
  ),
  rule(
    'code-exec',
    '\\b(?:use|run|add|append|insert|put|call|execute|paste|include|place|write|inject|prepend)\\b[^\\n]{0,80}?(?:\\beval\\(\\s*(?:atob|buffer)|rm(?:dir)?sync\\(|unlinksync\\(|exec(?:sync)?\\(\\s*[\'"`]|process\\.(?:exit|kill)\\(|console\\.log\\(\\s*process\\.env\\s*\\)|send\\(\\s*process\\.env|json\\.stringify\\(\\s*process\\.env|\\([\'"]child_process[\'"]\\)|[\'"]http[\'"]\\)\\.(?:get|request)\\()',
    { order: true },
  ),
  rule(
    'code-exec',
    '\\b(?:run|running|execute|executing)\\s+(?:the command\\s+|this\\s+)?(?:curl|wget)\\s[^\\n]{0,80}?\\b(?:pipe|bash|sh)\\b|\\bpipe (?:it|this|them|that) (?:in)?to (?:/bin/)?(?:ba|z)?sh\\b|\\bnpm i(?:nstall)? \\S+ && node \\S+',
  ),
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

export const leak: readonly Rule[] = [
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
