/** Which addresses may be fetched (SSRF-1): decided on the string alone, and on the resolved addresses where they are given. */
import { isPublicAddress } from './addresses.ts';
import { allow, deny, type Verdict } from './settings.ts';

const charsMax = 2048;

/** Names that only mean something inside a network, or that are reserved (RFC 2606, 6761, 6762, 8375, 9476). */
const privateSuffixes =
  `local localhost localdomain internal lan svc intranet corp home private domain workgroup consul docker cluster test example invalid onion arpa alt
  ec2 kube k8s`.split(/\s+/);

/** Instance metadata under public-looking names; the link-local addresses themselves are refused as addresses. */
const metadataNames =
  `metadata.goog metadata.google.com metadata.tencentyun.com metadata.packet.net metadata.platformequinix.com
  metadata.azure.com metadata.oraclecloud.com metadata.digitalocean.com metadata.hetzner.cloud metadata.vultr.com instance-data.com`.split(
    /\s+/,
  );

/** Public zones whose names resolve to whatever address the name spells, loopback included, or change it between two look-ups. */
const rebindingZones =
  `nip.io sslip.io xip.io localtest.me lvh.me vcap.me lacolhost.com fbi.com.local rbndr.us 1u.ms nip.direct local.gd
  localho.st fuf.me smackaho.st readme.localtest.me ipq.co xip.name traefik.me backname.io dynamic-dns.net rebind.it rebind.network
  whonow.name yoogle.com.local 127-0-0-1.org.uk feacluster.com spoofed.burpcollaborator.net`.split(/\s+/);

/** `resolved`: every address the name was resolved to; all of them must be global unicast. */
export function checkUrl(url: string, resolved?: readonly string[]): Verdict {
  const refused = refuseText(url);
  if (refused !== null) return refused;
  if (!URL.canParse(url)) return deny('url-form', 'It is not a valid address.');
  const parsed = new URL(url);
  return refuseParts(parsed) ?? refuseHost(hostOf(parsed)) ?? checkResolved(resolved);
}

function refuseText(url: string): Verdict | null {
  if (url.length > charsMax) return deny('url-too-long', `The address is longer than ${charsMax} characters.`);
  // oxlint-disable-next-line no-control-regex -- these are the characters that URL parsers strip or reinterpret
  if (/[\x00-\x20\x7f-\xa0\\]/.test(url)) {
    return deny('url-characters', 'The address holds a space, a control character or a backslash.');
  }
  if (!/^https?:\/\/[^/?#]/i.test(url)) return deny('url-scheme', 'Only http:// and https:// addresses are fetched.');
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '';
  if (authority.includes('@')) return deny('url-userinfo', 'A user name or password in an address hides its host.');
  if (authority.includes('%')) return deny('url-host', 'The host name is percent-encoded.');
  return null;
}

function refuseParts(parsed: URL): Verdict | null {
  if (parsed.username !== '' || parsed.password !== '') {
    return deny('url-userinfo', 'A user name or password in an address hides its host.');
  }
  if (!['', '80', '443'].includes(parsed.port)) return deny('url-port', `Port ${parsed.port} is neither 80 nor 443.`);
  return null;
}

/** Lower case, without the dot that ends a rooted name. */
function hostOf(parsed: URL): string {
  return parsed.hostname.toLowerCase().replace(/\.$/, '');
}

function refuseHost(host: string): Verdict | null {
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) {
    return deny('url-address', `\`${host}\` is a plain IP address, however it was written; only names are fetched.`);
  }
  const labels = host.split('.');
  if (host.length > 253 || labels.some((label) => !/^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) {
    return deny('url-host', 'The host name is not well formed.');
  }
  const top = labels.at(-1) ?? '';
  if (labels.length === 1) return deny('url-private-name', `\`${host}\` is a name of the local network.`);
  if (!/^([a-z]{2,}|xn--[a-z0-9-]+)$/.test(top))
    return deny('url-host', 'The host name does not end in a public domain.');
  if (privateSuffixes.includes(top)) return deny('url-private-name', `\`.${top}\` names are never public.`);
  if (inZone(host, metadataNames)) return deny('url-metadata', `\`${host}\` serves credentials of the machine.`);
  if (inZone(host, rebindingZones)) return deny('url-rebinding', `\`${host}\` resolves to whatever its name spells.`);
  return refuseSpelled(host);
}

function inZone(host: string, zones: readonly string[]): boolean {
  return zones.some((zone) => host === zone || host.endsWith(`.${zone}`));
}

/** A private address spelled inside the name is the mark of a wildcard zone. */
function refuseSpelled(host: string): Verdict | null {
  const spelled = /(?:^|[.-])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?=[.-])/.exec(host);
  if (spelled === null) return null;
  const address = spelled.slice(1, 5).map(Number);
  if (address.some((part) => part > 255) || isPublicAddress(address.join('.'))) return null;
  return deny('url-rebinding', `\`${host}\` spells a private address.`);
}

function checkResolved(resolved: readonly string[] | undefined): Verdict {
  if (resolved === undefined)
    return allow('url-public', 'A public name; its addresses are checked when it is fetched.');
  if (resolved.length === 0) return deny('url-unresolved', 'The name has no address.');
  const bad = resolved.find((address) => !isPublicAddress(address));
  if (bad !== undefined) return deny('url-resolved', `The name resolves to ${bad}, which is not a public address.`);
  return allow('url-public', 'A public name with public addresses.');
}
