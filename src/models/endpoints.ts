/** Which models there are: the names that everybody uses and the settings, read into a chain for each role (MOD-1, MOD-2). Pure. */
import type { Secret } from '../kit/redact-env.ts';
import { roles, type Role } from './models.ts';

export type Protocol = 'anthropic' | 'openai';

export interface Endpoint {
  /** `anthropic`, `openai` or the name of a row of `models.providers`. */
  readonly name: string;
  readonly protocol: Protocol;
  /** Ends in `/v1`, or in whatever the owner's base URL ends in; no slash behind it. */
  readonly url: string;
  readonly key: string | null;
  /** The vendor's own address: its own models, and OpenAI's own protocol. */
  readonly isVendor: boolean;
  /** On this machine: costs nothing. */
  readonly isLocal: boolean;
}

/** One model of a chain; `model` null: the first that the endpoint lists. */
export interface Choice {
  readonly endpoint: Endpoint;
  readonly model: string | null;
}

export type Chains = Readonly<Record<Role, readonly Choice[]>>;

/** A row of `models.providers`; `key` names the variable that holds its key, or is `none`. */
export interface ProviderRow {
  readonly name: string;
  readonly protocol: string;
  readonly url: string;
  readonly key: string;
}

export interface EndpointSettings {
  readonly offline: boolean;
  readonly models: Readonly<Record<Role, readonly string[]>> & { readonly providers: readonly ProviderRow[] };
}

export interface Found {
  readonly endpoints: readonly Endpoint[];
  readonly chains: Chains;
  /** What was asked for and cannot be had, each with what to do. */
  readonly problems: readonly string[];
}

const vendors = [
  { name: 'anthropic', prefix: 'ANTHROPIC', url: 'https://api.anthropic.com/v1' },
  { name: 'openai', prefix: 'OPENAI', url: 'https://api.openai.com/v1' },
] as const;

/** Roles that have no use for a model that writes code. */
const ownOnly: ReadonlySet<Role> = new Set(['audit', 'embedding']);

export function findEndpoints(env: NodeJS.ProcessEnv, settings: EndpointSettings): Found {
  const problems: string[] = [];
  const sound = <T extends object>(made: readonly (T | string)[]): T[] => {
    problems.push(...made.filter((one) => typeof one === 'string'));
    return made.filter((one) => typeof one !== 'string');
  };
  if (settings.offline) return { endpoints: [], chains: chains(() => []), problems };
  const endpoints = sound([
    ...vendors.flatMap((vendor) => vendorEndpoint(env, vendor) ?? []),
    ...settings.models.providers.map((row) => rowEndpoint(env, row)),
  ]);
  const named = (role: Role): Choice[] => sound(settings.models[role].map((name) => choiceOf(role, name, endpoints)));
  const coding = isNamed('coding', settings)
    ? named('coding')
    : endpoints.map((endpoint) => ({ endpoint, model: null }));
  const chainOf = (role: Role): readonly Choice[] => {
    if (role === 'coding') return coding;
    return isNamed(role, settings) ? named(role) : ownOnly.has(role) ? [] : coding;
  };
  return { endpoints, chains: chains(chainOf), problems };
}

function chains(chainOf: (role: Role) => readonly Choice[]): Chains {
  return Object.fromEntries(roles.map((role) => [role, chainOf(role)])) as unknown as Chains; // one entry for each role
}

function isNamed(role: Role, { models }: EndpointSettings): boolean {
  return models[role].length > 0;
}

function vendorEndpoint(env: NodeJS.ProcessEnv, vendor: (typeof vendors)[number]): Endpoint | string | null {
  const { name, prefix } = vendor;
  const key = env[`${prefix}_API_KEY`] || null;
  const base = env[`${prefix}_BASE_URL`] || null;
  if (key === null && base === null) return null;
  return endpointOf({ name, protocol: name, base: base ?? vendor.url, key, said: `${prefix}_BASE_URL` });
}

function rowEndpoint(env: NodeJS.ProcessEnv, { name, protocol, url, key }: ProviderRow): Endpoint | string {
  const value = key === 'none' ? null : env[key] || undefined;
  if (value === undefined) return `models.providers "${name}": set ${key}, the variable that holds its key`;
  const spoken = protocol === 'anthropic' ? 'anthropic' : 'openai';
  return endpointOf({ name, protocol: spoken, base: url, key: value, said: `models.providers "${name}"` });
}

function endpointOf(from: {
  name: string;
  protocol: Protocol;
  base: string;
  key: string | null;
  said: string;
}): Endpoint | string {
  const { name, protocol, key } = from;
  const base = URL.canParse(from.base) ? new URL(from.base) : null;
  if (base === null || !/^https?:$/.test(base.protocol)) return `${from.said} is no http or https address`;
  if (base.username !== '' || base.password !== '')
    return `${from.said}: give the key in its variable, not in the address`;
  const path = base.pathname.replace(/\/+$/, '');
  const url = `${base.origin}${protocol === 'anthropic' && !path.endsWith('/v1') ? `${path}/v1` : path}`;
  const isVendor = vendors.some((vendor) => vendor.name === protocol && new URL(vendor.url).host === base.host);
  return { name, protocol, url, key, isVendor, isLocal: isLoopback(base.hostname) };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** `provider:model`, or a provider alone for the first model it lists. A model's name may hold colons itself. */
function choiceOf(role: Role, name: string, endpoints: readonly Endpoint[]): Choice | string {
  const at = name.indexOf(':');
  const provider = at === -1 ? name : name.slice(0, at);
  const endpoint = endpoints.find((one) => one.name === provider);
  if (endpoint && role === 'embedding' && (at === -1 || endpoint.protocol === 'anthropic'))
    return `models.embedding: name a model that speaks OpenAI's protocol, such as openai:text-embedding-3-small`;
  if (endpoint) return { endpoint, model: at === -1 ? null : name.slice(at + 1) || null };
  const vendor = vendors.find((one) => one.name === provider);
  const mend = vendor ? `set ${vendor.prefix}_API_KEY` : 'name it in models.providers';
  return `models.${role}: there is no provider "${provider}": ${mend}`;
}

/** `provider:model`, as a person writes it. */
export function nameOf({ endpoint, model }: Choice): string {
  return model === null ? endpoint.name : `${endpoint.name}:${model}`;
}

/** The variables that hold keys of models, with their values: kept from trials, tools, prompts and the record (MOD-5). */
export function modelKeys(env: NodeJS.ProcessEnv, providers: readonly ProviderRow[]): Secret[] {
  const names = [...vendors.map(({ prefix }) => `${prefix}_API_KEY`), ...providers.map(({ key }) => key)];
  return [...new Set(names)].flatMap((name) => (env[name] ? [{ name, value: env[name] }] : []));
}
