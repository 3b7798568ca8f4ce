/** Redis, to read: commands of the list pass, all others are refused; scripts cannot be looked into and are refused. */
import { cutter, noCommand, type Guard, type Talk } from './talk.ts';

const reading = new Set(
  `auth hello select ping echo quit info time role dbsize command readonly readwrite multi exec discard watch unwatch
  subscribe psubscribe ssubscribe unsubscribe punsubscribe sunsubscribe get mget strlen getrange substr exists type ttl pttl
  expiretime pexpiretime keys scan randomkey dump object touch lcs getbit bitcount bitpos bitfield_ro hget hmget hgetall hkeys
  hvals hlen hstrlen hexists hscan hrandfield httl hpttl hexpiretime hpexpiretime lrange llen lindex lpos smembers sismember
  smismember scard srandmember sscan sinter sunion sdiff sintercard zrange zrangebyscore zrangebylex zrevrange
  zrevrangebyscore zrevrangebylex zscore zmscore zcard zcount zlexcount zrank zrevrank zscan zrandmember zinter zunion zdiff
  zintercard xrange xrevrange xlen xread xinfo xpending pfcount geopos geodist geohash geosearch georadius_ro
  georadiusbymember_ro sort_ro json.get json.mget json.type json.strlen json.objkeys json.objlen json.arrlen json.arrindex
  ft.search ft.aggregate ft.info`.split(/\s+/),
);
/** Of these, only some of what they can do. */
const parts: Readonly<Record<string, RegExp>> = {
  client: /^(setname|setinfo|getname|id|info|reply)$/,
  cluster: /^(slots|shards|nodes|info|myid|keyslot|countkeysinslot)$/,
  memory: /^usage$/,
  pubsub: /./,
};
const wordsMax = 100_000;
const wordBytesMax = 8 * 1024 ** 2;

export const redis: Guard = (ends): Talk => ({
  fromTrial: cutter(
    lengthOf,
    (message) => {
      const [name = '', part = ''] = firstWords(message);
      const passes = parts[name] === undefined ? reading.has(name) : parts[name].test(part);
      if (passes) return ends.toService(message);
      ends.refuse(`it sent ${JSON.stringify(name.slice(0, 40).toUpperCase())}, which was refused`);
      ends.toService(Buffer.from(`*1\r\n$${noCommand.length}\r\n${noCommand}\r\n`));
    },
    ends,
  ),
  fromService: ends.toTrial,
});

/** An array of bulk strings; the older form, a line of words, is not let through. */
function lengthOf(bytes: Buffer): number {
  const head = line(bytes, 0, '*');
  if (head === null) return 0;
  if (!(head.value >= 1 && head.value <= wordsMax)) return -1;
  let at = head.end;
  for (let left = head.value; left > 0; left -= 1) {
    const word = line(bytes, at, '$');
    if (word === null) return 0;
    if (!(word.value >= 0 && word.value <= wordBytesMax)) return -1;
    at = word.end + word.value + 2;
  }
  return at;
}

/** `*3\r\n` at this place; null where it has not come yet; NaN where it is something else. */
function line(bytes: Buffer, at: number, mark: string): { value: number; end: number } | null {
  if (bytes.length <= at) return null;
  const end = bytes.indexOf('\r\n', at);
  const text = bytes.toString('latin1', at, end < 0 ? at + 12 : end);
  if (end < 0 && text.length < 12 && text.startsWith(mark)) return null;
  return { value: text.startsWith(mark) && /^.\d{1,9}$/.test(text) ? Number(text.slice(1)) : Number.NaN, end: end + 2 };
}

function firstWords(message: Buffer): string[] {
  const words: string[] = [];
  let at = line(message, 0, '*')?.end ?? 0;
  while (words.length < 2 && at < message.length) {
    const { value = 0, end = at } = line(message, at, '$') ?? {};
    words.push(message.toString('latin1', end, end + value).toLowerCase());
    at = end + value + 2;
  }
  return words;
}
