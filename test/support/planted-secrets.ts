import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { TestRequest } from './emulator.ts';

/** A secret that a test plants. */
interface PlantedSecret {
  readonly kind: string;
  readonly secret: string;
  /** The request that shows it to Hangar, when the workspace does not. */
  readonly request?: TestRequest & { readonly path: string };
}

const SLUG = 'echo';
const executed = (paramValues: object): TestRequest & { path: string } => ({
  path: '/v0/tasks/execute',
  body: { slug: SLUG, paramValues },
});
const sent = (headers: Record<string, string>): TestRequest & { path: string } => ({
  path: '/v0/runs/list',
  headers,
});
const PEM =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAuPlanted\nq3Lk9PlantedSecondLine0\n-----END RSA PRIVATE KEY-----';

/** Kinds of secrets. */
export const PLANTED: readonly PlantedSecret[] = [
  { kind: 'API key of the workspace', secret: 'tkn_planted_in_workspace_1' },
  { kind: 'API key with signs', secret: 'tkn_odd/planted+key=2' },
  {
    kind: 'unknown API key',
    secret: 'tkn_unknown_planted_3',
    request: sent({ 'X-Acme-API-Key': 'tkn_unknown_planted_3' }),
  },
  { kind: 'admin token', secret: 'admin-token-planted-4' },
  { kind: 'secret of a webhook', secret: 'webhook-planted-5' },
  { kind: 'password of a database', secret: 'pa"ss\\w/rd+planted 6' },
  { kind: 'connection string', secret: 'mongodb://svc:planted-7@db.example/orders' },
  { kind: 'password in an address', secret: 'planted%2F8pw' },
  { kind: 'header of a resource', secret: 'Bearer planted-header-9' },
  { kind: 'private key', secret: 'MIIEpAIBAAKCAQEAuPlanted' },
  { kind: 'variable of an environment', secret: 'sk_live_planted_11' },
  { kind: 'variable of a command', secret: 'planted-variable-12' },
  { kind: 'default of a parameter', secret: 'planted-default-13' },
  { kind: 'Authorization', secret: 'planted.bearer.14', request: sent({ Authorization: 'Bearer planted.bearer.14' }) },
  {
    kind: 'password of Basic',
    secret: 'basic-planted-15',
    request: sent({ Authorization: `Basic ${Buffer.from('ada:basic-planted-15').toString('base64')}` }),
  },
  { kind: 'Cookie', secret: 'session-planted-16', request: sent({ Cookie: 'a=b; sid=session-planted-16' }) },
  {
    kind: 'Proxy-Authorization',
    secret: 'proxy-planted-17',
    request: sent({ 'Proxy-Authorization': 'Bearer proxy-planted-17' }),
  },
  {
    kind: 'query parameter',
    secret: 'query/planted+18',
    request: { path: `/v0/runs/list?access_token=${encodeURIComponent('query/planted+18')}` },
  },
  { kind: 'value of a parameter', secret: 'geheim-ü-19', request: executed({ password: 'geheim-ü-19' }) },
  {
    kind: 'password in a text',
    secret: 'assigned-planted-20',
    request: executed({ text: 'host=db;password=assigned-planted-20;ssl=on' }),
  },
  {
    kind: 'token in JSON within a text',
    secret: 'quoted-planted-21',
    request: executed({ text: JSON.stringify({ token: 'quoted-planted-21' }) }),
  },
  {
    kind: 'signature of an address',
    secret: 'signed-planted-22',
    request: executed({ text: 'https://files.example/a.pdf?expires=60&X-Amz-Signature=signed-planted-22' }),
  },
  {
    kind: 'token of a well-known service',
    secret: 'ghp_plantedPLANTEDplanted23',
    request: executed({ text: 'pushed with ghp_plantedPLANTEDplanted23.' }),
  },
  {
    kind: 'signed token',
    secret: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkLTI0In0.cGxhbnRlZC0yNA',
    request: executed({ text: '(eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkLTI0In0.cGxhbnRlZC0yNA)' }),
  },
  { kind: 'key to sign with', secret: 'signing-planted-25' },
];

const secretOf = (kind: string): string => PLANTED.find((planted) => planted.kind === kind)!.secret;

/** A workspace with the secrets that are defined. Its task `echo` logs and outputs its parameter `text`. */
export const PLANTED_WORKSPACE: Omit<AuthoredWorkspace, 'version'> = {
  apiKeys: [{ key: secretOf('API key of the workspace') }, { key: secretOf('API key with signs') }],
  environments: [
    {
      slug: 'default',
      default: true,
      config: {
        STRIPE_SECRET_KEY: secretOf('variable of an environment'),
        COOKIE_SIGNING_KEY: secretOf('key to sign with'),
      },
    },
  ],
  resources: [
    {
      slug: 'db',
      kind: 'postgres',
      resource: {
        ...{ host: 'h', port: '1', database: 'd', username: 'u', ssl: 'disable' },
        ...{ password: secretOf('password of a database'), sshPrivateKey: PEM },
      },
    },
    { slug: 'mongo', kind: 'mongodb', resource: { connectionString: secretOf('connection string') } },
    {
      slug: 'rest',
      kind: 'rest',
      resource: {
        baseURL: `https://me:${secretOf('password in an address')}@api.example`,
        headers: { Authorization: secretOf('header of a resource') },
      },
    },
  ],
  tasks: [
    {
      id: 'tskEcho',
      slug: SLUG,
      parameters: [
        { slug: 'text', name: 'Text', type: 'string', constraints: { optional: true } },
        { slug: 'password', name: 'Password', type: 'string', constraints: { optional: true } },
        {
          slug: 'api_token',
          name: 'Token',
          type: 'string',
          constraints: { optional: true },
          default: secretOf('default of a parameter'),
        },
      ],
      webhooks: { hook: { secret: secretOf('secret of a webhook') } },
      behavior: {
        kind: 'steps',
        steps: [
          { do: 'log', text: '{{ params.text }}' },
          { do: 'output', value: { text: '{{ params.text }}' } },
        ],
      },
    },
    {
      slug: 'command',
      behavior: { kind: 'command', command: ['true'], env: { SERVICE_PASSWORD: secretOf('variable of a command') } },
    },
  ],
};

/** Texts that show a secret: as it is, in JSON, in a URL, in Base64 at each alignment, and in hexadecimal digits. */
export function showings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = ['', 'x', 'xy'].map((before) => Buffer.from(`${before}${secret} and more`).toString('base64'));
  return [
    secret,
    JSON.stringify({ secret }),
    encodeURIComponent(secret),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ];
}

/**
 * Finds the secrets that a text shows, by decoding it in every way that `showings` encodes.
 * @param texts texts that the file holds, decoded from JSON
 */
export function secretsShown(texts: readonly string[]): string[] {
  const decoded = texts.flatMap((text) => [text, ...decodings(text)]);
  return PLANTED.filter(({ secret }) => {
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
    return decoded.some((text) => forms.some((form) => text.includes(form)));
  }).map(({ kind }) => kind);
}

function decodings(text: string): string[] {
  const base64 =
    text.match(/[\w+/-]{8,}/g)?.flatMap((run) => [0, 1, 2, 3].map((from) => fromBase64(run.slice(from)))) ?? [];
  const hex = text.match(/[\da-fA-F]{8,}/g)?.flatMap((run) => [0, 1].map((from) => fromHex(run.slice(from)))) ?? [];
  return [...base64, ...hex];
}

const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8');
const fromHex = (text: string): string => Buffer.from(text, 'hex').toString('utf8');

/** All texts in a JSON value, names included. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsOf(item)]);
}
