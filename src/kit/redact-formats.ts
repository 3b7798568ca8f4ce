/** Token formats that are secret wherever they stand, whoever issued them; every pattern is linear in the text. */

export interface Format {
  readonly kind: string;
  /** Global; a group named `s` marks the part to hide, else the whole match is hidden. */
  readonly pattern: RegExp;
  /** A cheap sign (lower case) without which the pattern cannot match. */
  readonly hint?: string;
  /** A last look at what is to be hidden. */
  readonly holds?: (hidden: string) => boolean;
}

/** Not in the middle of a word; a letter that belongs to an escape (`\n`) is no word. One look back: of two, each place of a text pays both. */
const edge = '(?<![A-MO-QSU-Za-mo-qsu-z0-9]|(?<!\\\\)[NRTnrt])';

function prefixed(kind: string, prefix: string, rest: string, sign?: string): Format {
  const hint = sign ?? /^[A-Za-z0-9_-]{3,}/.exec(prefix)?.[0].toLowerCase();
  return { kind, pattern: new RegExp(`${edge}${prefix}${rest}`, 'g'), ...(hint === undefined ? {} : { hint }) };
}

/** kind, literal beginning, shape of the rest, and a sign where the beginning is none. */
const prefixes: readonly (readonly [string, string, string, string?])[] = [
  ['aws-key', '(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)', '[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['github-token', 'gh[pousr]_', '[A-Za-z0-9]{20,255}'],
  ['github-token', 'github_pat_', '\\w{22,255}'],
  ['gitlab-token', 'gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|oas)-', '[\\w.-]{16,}'],
  ['slack-token', 'xox[abceoprs]-', '[\\w-]{10,}'],
  ['slack-token', 'xapp-', '\\d-[\\w-]{10,}'],
  ['slack-webhook', 'hooks\\.slack\\.com/(?:services|workflows|triggers)/', '[\\w/+-]{20,}'],
  ['stripe-key', '(?:sk|rk|pk)_(?:live|test|prod)_', '[A-Za-z0-9]{10,}'],
  ['stripe-key', 'whsec_', '[A-Za-z0-9+/=]{16,}'],
  ['anthropic-key', 'sk-ant-', '[\\w-]{16,}'],
  ['openrouter-key', 'sk-or-', '[\\w-]{16,}'],
  ['openai-key', 'sk-(?:proj-|svcacct-|admin-|None-)?', '[A-Za-z0-9_-]{20,}'],
  ['openai-key', 'sess-', '[A-Za-z0-9]{40,}'],
  ['groq-key', 'gsk_', '[A-Za-z0-9]{20,}'],
  ['xai-key', 'xai-', '[A-Za-z0-9]{40,}'],
  ['perplexity-key', 'pplx-', '[A-Za-z0-9]{32,}'],
  ['google-key', 'AIza', '[\\w-]{35}'],
  ['google-token', 'ya29\\.', '[\\w.-]{20,}'],
  ['google-secret', 'GOCSPX-', '[\\w-]{20,}'],
  ['google-token', '1//0', '[\\w-]{30,}'],
  ['npm-token', 'npm_', '[A-Za-z0-9]{36}'],
  ['pypi-token', 'pypi-', '[\\w-]{32,}'],
  ['rubygems-key', 'rubygems_', '[a-f0-9]{40,}'],
  ['sendgrid-key', 'SG\\.', '[\\w-]{16,32}\\.[\\w-]{16,64}'],
  ['sendinblue-key', 'xkeysib-', '[a-f0-9]{32,}(?:-[A-Za-z0-9]+)?'],
  ['twilio-key', '(?:SK|AC)', '[0-9a-f]{32}(?![0-9A-Za-z])'],
  ['mailgun-key', 'key-', '[0-9a-f]{32}(?![0-9A-Za-z])'],
  ['mailchimp-key', '', '[0-9a-f]{32}-us\\d{1,2}(?!\\d)', '-us'],
  ['shopify-token', 'shp(?:at|ca|pa|ss|tka)_', '[A-Fa-f0-9]{32,}'],
  ['digitalocean-token', 'do[oprt]_v1_', '[a-f0-9]{32,}'],
  ['heroku-key', 'HRKU-', '[\\w-]{20,}'],
  ['telegram-token', '', '(?:bot)?\\d{8,10}:AA[\\w-]{32,36}(?![\\w-])'],
  ['telegram-token', '', '(?:bot)?\\d{8,10}:[\\w-]{35}(?![\\w-])'],
  ['discord-token', '[MNO][\\w-]{23,27}\\.', '[\\w-]{6}\\.[\\w-]{27,45}'],
  ['discord-webhook', 'discord(?:app)?\\.com/api/webhooks/', '\\d{6,25}/[\\w-]{20,}'],
  ['vault-token', 'hv[sbr]\\.', '[\\w-]{20,}'],
  ['terraform-token', '[A-Za-z0-9]{14}\\.atlasv1\\.', '[\\w=-]{40,}', '.atlasv1.'],
  ['square-token', 'sq0[a-z]{3}-', '[\\w-]{20,}'],
  ['square-token', 'EAAA[A-Za-z0-9]', '[\\w-]{50,}'],
  ['facebook-token', 'EAA[A-Z]', '[A-Za-z0-9]{60,}'],
  ['paypal-token', 'access_token\\$(?:production|sandbox)\\$', '[0-9a-z]{16}\\$[0-9a-f]{32}'],
  ['paypal-token', 'A21AA', '[\\w-]{50,}'],
  ['linear-key', 'lin_(?:api|oauth)_', '[A-Za-z0-9]{20,}'],
  ['notion-token', 'ntn_', '[A-Za-z0-9]{20,}'],
  ['notion-token', 'secret_', '[A-Za-z0-9]{40,}'],
  ['huggingface-token', '(?:hf|api_org)_', '[A-Za-z0-9]{30,}'],
  ['replicate-token', 'r8_', '[A-Za-z0-9]{30,}'],
  ['databricks-token', 'dapi', '[a-f0-9]{32}(?:-\\d)?'],
  ['grafana-token', 'gl(?:sa|c)_', '[\\w+/=]{32,}'],
  ['newrelic-key', 'NR(?:AK|II|JS|RA|AA)-', '[\\w-]{19,}'],
  ['sentry-token', 'sntry[su]_', '[\\w+/=-]{30,}'],
  ['doppler-token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.', '[\\w.-]{30,}'],
  ['pulumi-token', 'pul-', '[a-f0-9]{40}'],
  ['postman-key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['atlassian-token', 'AT(?:ATT3|CTT3|BB)', '[\\w=-]{24,}'],
  ['airtable-token', 'pat[A-Za-z0-9]{14}\\.', '[a-f0-9]{64}'],
  ['figma-token', 'fig[dor]_', '[\\w-]{30,}'],
  ['supabase-token', 'sb[ps]_', '[\\w-]{30,}'],
  ['supabase-token', 'sb_secret_', '[\\w-]{20,}'],
  ['planetscale-token', 'pscale_(?:tkn|pw|oauth)_', '[\\w.=-]{30,}'],
  ['vercel-token', 'vc[pkiar]_', '[A-Za-z0-9]{24,}'],
  ['netlify-token', 'nf[pcoub]_', '[A-Za-z0-9]{30,}'],
  ['fly-token', '(?:FlyV1 )?fm\\d[ar]?_', '[\\w+/=,-]{30,}'],
  ['flutterwave-key', 'FLWSECK(?:_TEST)?-', '[\\w-]{12,}'],
  ['buildkite-token', 'bk[ua]a?_', '[a-f0-9]{40}'],
  ['circleci-token', 'CCI(?:PAT|PRJ)_', '[\\w]{20,}'],
  ['docker-token', 'dckr_(?:pat|oat)_', '[\\w-]{20,}'],
  ['launchdarkly-key', '(?:sdk|api|mob)-', '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'],
  ['plaid-token', '(?:access|public)-(?:sandbox|development|production)-', '[0-9a-f-]{36}'],
  ['alibaba-key', 'LTAI', '[A-Za-z0-9]{16,26}(?![A-Za-z0-9])'],
  ['tencent-key', 'AKID', '[A-Za-z0-9]{32}(?![A-Za-z0-9])'],
  ['jfrog-token', 'AKC[A-Za-z0-9]', '[A-Za-z0-9]{65,}'],
  ['age-key', 'AGE-SECRET-KEY-1', '[0-9A-Z]{58}'],
  ['dropbox-token', 'sl\\.', '[\\w-]{100,}'],
  ['twitter-token', 'A{20,22}', '[\\w%-]{60,}'],
  ['tailscale-key', 'tskey-[a-z]+-', '[\\w-]{16,}'],
  ['easypost-key', 'EZ[AT]K', '[A-Za-z0-9]{54}'],
  ['shippo-token', 'shippo_(?:live|test)_', '[a-f0-9]{40}'],
  ['typeform-token', 'tfp_', '[\\w.=-]{40,}'],
  ['resend-key', 're_', '(?=[A-Za-z]*\\d)[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}'],
  ['contentful-token', 'CFPAT-', '[\\w-]{40,}'],
  ['sourcegraph-token', 'sgp_', '(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}'],
  ['cloudflare-key', 'v1\\.0-', '[a-f0-9]{24}-[a-f0-9]{100,}'],
];

/** Names before a value that make it secret: `"client_secret": "…"`, `AccountKey=…`, `?access_token=…`, `--password=…`. */
const secretName =
  '(?:passw(?:or)?d|passphrase|pwd|secret|api[_-]?key|access[_-]?key(?:[_-]?id)?|account[_-]?key|shared[_-]?access[_-]?key|(?:client|app|consumer|signing|shared)[_-]?secret|private[_-]?key|secret[_-]?(?:access[_-]?)?key|(?:access|auth|refresh|id|api|bearer|session|csrf|bot|oauth)[_-]?token|auth[_-]?key|_authToken|credential)s?';

/** Words after such a name that are no value: code, placeholders, prose. */
const noValue =
  /^(?:true|false|null|undefined|none|required|optional|string|number|invalid|missing|expired|empty|unset|redacted|hidden|process\.env\b.*|req\..*|request\..*|this\..*|config\..*|options\..*|params\..*|body\..*|ctx\..*|\$\{.*|\$[A-Z_]+|<.*|\[.*|\*+|x+|\.+|.*\(.*)$/i;

function isValue(hidden: string): boolean {
  return hidden.length >= 4 && !noValue.test(hidden);
}

/** After a name that often stands before a plain word, too: what no word and no name in code looks like. */
function looksIssued(hidden: string): boolean {
  return hidden.length >= 8 && /\d/.test(hidden) && /[A-Za-z]/.test(hidden) && isValue(hidden);
}

/** As text holds a quote that was escaped up to three times. */
const quoteMark = '\\\\{0,7}["\']';
const broken = '(?:\\\\r|\\r)?(?:\\\\n|\\n)';

export const formats: readonly Format[] = [
  {
    kind: 'private-key',
    hint: '-----begin',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[rn]|\s){1,8}(?:[A-Z][A-Za-z-]{1,20}: [^\s\\]{1,80}|[A-Za-z0-9+/=]{1,20000}))*(?:(?:\\[rn]|\s){0,8}-----END [A-Z0-9 ]{0,40}-----)?/g,
  },
  {
    kind: 'jwt',
    hint: 'eyj',
    pattern: /(?<![\w-])(?<s>[\w-]{10,}\.[\w-]{4,}(?:\.[\w-]*){0,3})/g,
    holds: (hidden) => /eyJ[\w-]*\.(?:eyJ|\.|[\w-]{16})/.test(hidden.slice(0, 4096)),
  },
  {
    kind: 'url-password',
    hint: '://',
    pattern: /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/[^\s/@:"'<>?#]{0,256}:(?<s>[^\s/"'<>]{1,1024})@/g,
    holds: (hidden) => !/^\$\{|^\*+$/.test(hidden),
  },
  { kind: 'authorization', hint: 'digest', pattern: /\bDigest\s{1,3}(?<s>[a-z]{2,10}=[^\r\n]{8,4096})/gi },
  {
    kind: 'authorization',
    hint: 'authorization',
    pattern:
      /authorization\\?["']?\s{0,3}[:=,]\s{0,3}\[?\s?\\?["']?(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate|AWS4-HMAC-SHA256|Bot|Key)\s{1,3}(?<s>[^\s"',;\\\]]{4,8192})/gi,
    holds: isValue,
  },
  {
    kind: 'authorization',
    hint: 'authorization',
    pattern: /authorization\\?["']?\s{0,3}[:=,]\s{0,3}\[?\s?\\?["']?(?<s>[^\s"',;\\\]]{8,8192})/gi,
    holds: (hidden) => /\d/.test(hidden) && isValue(hidden),
  },
  {
    kind: 'api-key',
    hint: 'x-',
    pattern: new RegExp(
      `${edge}x-(?:[a-z]{1,20}-){0,3}(?:api-?key|key|token|secret)\\\\?["']?\\s{0,3}[:,]\\s{0,3}\\\\?["']?(?<s>[^\\s"',;\\\\]{8,8192})`,
      'gi',
    ),
    holds: isValue,
  },
  {
    kind: 'cookie',
    hint: 'cookie',
    pattern: /(?:set-)?cookie\\?["']?\s{0,3}[:,]\s{0,3}\[?\s?\\?["']?(?<s>[\w.-]{1,100}=[^\r\n"'\\\]]{4,8192})/gi,
  },
  {
    kind: 'bearer-token',
    hint: 'bearer',
    pattern: /(?<![A-Za-z])Bearer(?:\s|%20|\+){1,3}(?<s>[A-Za-z0-9+/=._~-]{12,})/gi,
    holds: (hidden) => /\d|[a-z][A-Z]/.test(hidden),
  },
  {
    kind: 'basic-credentials',
    hint: 'basic',
    pattern: /\bBasic(?:\s|%20|\+){1,3}(?<s>[A-Za-z0-9+/_-]{8,4096}={0,2})/gi,
    holds: (hidden) => /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(hidden, 'base64').toString('latin1')),
  },
  ...prefixes.map((parts) => prefixed(...parts)),
  {
    kind: 'wallet-key',
    hint: 'key',
    pattern:
      /(?:private|secret|wallet|signing|signer|master|deployer|eth(?:ereum)?)?[ _-]?key\b[^\n]{0,40}?(?<s>0x[0-9a-f]{64})(?![0-9a-z])/gi,
  },
  {
    kind: 'wallet-key',
    hint: 'key',
    pattern:
      /(?:private|secret|wallet|signing|master|encryption)[ _-]?key\b[^\n]{0,20}?(?<s>\b[0-9a-f]{64})(?![0-9a-z])/gi,
  },
  {
    kind: 'aws-secret',
    hint: 'secret',
    pattern: /secret.{0,10}key\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?<s>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/])/gi,
  },
  {
    kind: 'cloudflare-token',
    hint: 'cloudflare',
    pattern: /cloudflare.{0,30}?(?:token|key)\\?["']?\s{0,3}[:=]?\s{0,3}\\?["']?(?<s>[\w-]{37,40})(?![\w-])/gi,
  },
  {
    kind: 'heroku-key',
    hint: 'heroku',
    pattern: /heroku.{0,30}?(?<s>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi,
  },
  {
    kind: 'twilio-token',
    hint: 'twilio',
    pattern: /twilio.{0,40}?(?<s>\b[0-9a-f]{32})(?![0-9a-z])/gi,
  },
  {
    kind: 'azure-key',
    hint: 'key=',
    pattern: /(?:Account|SharedAccess|Shared ?Access ?Signature)Key=(?<s>[A-Za-z0-9+/]{30,}={0,2})/gi,
  },
  { kind: 'azure-signature', hint: 'sig=', pattern: /[?&;]sig=(?<s>[\w%+/-]{20,}(?:=|%3D){0,2})/gi },
  { kind: 'azure-secret', hint: 'q~', pattern: /(?<![A-Za-z0-9])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}/g },
  {
    kind: 'secret',
    pattern: new RegExp(
      `${edge}${secretName}(?:${quoteMark})?\\s{0,3}(?:[:=]|=>)\\s{0,3}(?<q>${quoteMark})(?<s>[^"'\\\\\\r\\n]{4,1024})\\k<q>`,
      'gi',
    ),
    holds: isValue,
  },
  {
    kind: 'secret',
    pattern: new RegExp(
      `${edge}(?:token|jwt|session[_-]?id)(?:${quoteMark})?\\s{0,3}(?:[:=]|=>)\\s{0,3}(?<q>${quoteMark})(?<s>[^"'\\\\\\s]{8,1024})\\k<q>`,
      'gi',
    ),
    holds: looksIssued,
  },
  {
    kind: 'secret',
    hint: ': ',
    pattern: new RegExp(
      `${edge}(?<!\\.)(?:passw(?:or)?d|passphrase|secret): (?<s>[^\\s"'\`,;()[\\]{}.\\\\]{8,200})(?![^\\s,;)"\\\\])`,
      'gi',
    ),
    holds: looksIssued,
  },
  {
    kind: 'secret',
    hint: '--',
    pattern: new RegExp(
      `--(?:[a-z]{1,20}-){0,3}(?:${secretName}|token)\\s{1,3}["']?(?<s>[^\\s"'\\\\-][^\\s"'\\\\]{3,1024})`,
      'gi',
    ),
    holds: (hidden) => /\d|[a-z][A-Z]/.test(hidden) && isValue(hidden),
  },
  {
    kind: 'secret',
    hint: '=',
    pattern: new RegExp(
      `${edge}[A-Z][A-Z0-9_]{0,60}_(?:KEY|TOKEN|PASS|AUTH)=(?<s>[^\\s&;,"'\`<>)\\]}\\\\]{8,1024})`,
      'g',
    ),
    holds: looksIssued,
  },
  {
    kind: 'secret',
    hint: 'curl',
    pattern: /curl\s[^\n]{0,300}?-u\s{0,3}["']?[^\s:"'\\]{1,100}:(?<s>[^\s"'\\]{4,1024})/g,
  },
  { kind: 'secret', hint: 'mysql', pattern: /mysql\w{0,10}\s[^\n]{0,300}?\s-p(?<s>[^\s"'=\\]{4,1024})/g },
  {
    kind: 'secret',
    hint: 'name=',
    pattern: new RegExp(
      `name=(?:${quoteMark})(?:${secretName}|token)(?:${quoteMark})${broken}${broken}(?<s>[^\\s\\\\]{4,1024})`,
      'gi',
    ),
  },
  {
    kind: 'secret',
    hint: '</',
    pattern: new RegExp(`<(?:\\w{1,20}:)?(?:${secretName}|token)>(?<s>[^<]{4,1024})</`, 'gi'),
    holds: isValue,
  },
  {
    kind: 'secret',
    hint: '%22',
    pattern: new RegExp(`%22${secretName}%22(?:%20|\\+)?%3A(?:%20|\\+)?%22(?<s>[^\\s&"']{4,1024}?)%22`, 'gi'),
    holds: isValue,
  },
  {
    kind: 'secret',
    hint: '=',
    pattern: new RegExp(
      `(?:${secretName}|(?<=[?&])(?:token|key|sig|signature|code|X-(?:Amz|Goog)-Signature))=(?<s>[^\\s&;,"'\`<>)\\]}\\\\]{4,1024})`,
      'gi',
    ),
    holds: isValue,
  },
  {
    kind: 'card-number',
    // The digits of a hash are none: it is taken as a whole, and is no number.
    pattern:
      /(?<![\d.:-])(?:\b(?:[\da-f]{64}|[\da-f]{40})\b|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|3\d{3}([ -])\d{6}\2\d{4,5}|\d{13,19})(?![\d.:-]?\d)/g,
    holds: isCardNumber,
  },
];

/** Length and first digits of a card scheme, and Luhn's check digit. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/[ -]/g, '');
  const scheme =
    /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17})$/;
  if (!scheme.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 === 1 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
