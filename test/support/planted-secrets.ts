import type { AuthoredWorkspace } from '../../shared/model/workspace.ts';
import type { TestRequest } from './emulator.ts';
import { decodings, SECRET_SPELLINGS } from './secret-spellings.ts';

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
const said = (text: string) => executed({ text });
const sent = (headers: Record<string, string>): TestRequest & { path: string } => ({
  path: '/v0/runs/list',
  headers,
});
const PEM =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAuPlanted\nq3Lk9PlantedSecondLine0\n-----END RSA PRIVATE KEY-----';

function planted(
  kind: string,
  secret: string,
  request?: (secret: string) => NonNullable<PlantedSecret['request']>,
): PlantedSecret {
  return { kind, secret, ...(request === undefined ? {} : { request: request(secret) }) };
}

/** Kinds of secrets. */
export const PLANTED: readonly PlantedSecret[] = [
  planted('API key of the workspace', 'tkn_planted_in_workspace_1'),
  planted('API key with signs', 'tkn_odd/planted+key=2'),
  planted('unknown API key', 'tkn_unknown_planted_3', (key) => sent({ 'X-Acme-API-Key': key })),
  planted('admin token', 'admin-token-planted-4'),
  planted('secret of a webhook', 'webhook-planted-5'),
  planted('password of a database', 'pa"ss\\w/rd+planted 6'),
  planted('connection string', 'mongodb://svc:planted-7@db.example/orders'),
  planted('password in an address', 'planted%2F8pw'),
  planted('header of a resource', 'Bearer planted-header-9'),
  planted('private key', 'MIIEpAIBAAKCAQEAuPlanted'),
  planted('variable of an environment', 'sk_live_planted_11'),
  planted('variable of a command', 'planted-variable-12'),
  planted('default of a parameter', 'planted-default-13'),
  planted('Authorization', 'planted.bearer.14', (token) => sent({ Authorization: `Bearer ${token}` })),
  planted('password of Basic', 'basic-planted-15', (password) =>
    sent({ Authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` }),
  ),
  planted('Cookie', 'session-planted-16', (id) => sent({ Cookie: `a=b; sid=${id}` })),
  planted('Proxy-Authorization', 'proxy-planted-17', (token) => sent({ 'Proxy-Authorization': `Bearer ${token}` })),
  planted('query parameter', 'query/planted+18', (token) => ({
    path: `/v0/runs/list?access_token=${encodeURIComponent(token)}`,
  })),
  planted('value of a parameter', 'geheim-ü-19', (password) => executed({ password })),
  planted('password in a text', 'assigned-planted-20', (password) => said(`host=db;password=${password};ssl=on`)),
  planted('token in JSON within a text', 'quoted-planted-21', (token) => said(JSON.stringify({ token }))),
  planted('signature of an address', 'signed-planted-22', (signature) =>
    said(`https://files.example/a.pdf?expires=60&X-Amz-Signature=${signature}`),
  ),
  planted('token of a well-known service', 'ghp_plantedPLANTEDplanted23', (token) => said(`pushed with ${token}.`)),
  planted('signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJwbGFudGVkLTI0In0.cGxhbnRlZC0yNA', (token) =>
    said(`(${token})`),
  ),
  planted('key to sign with', 'signing-planted-25'),
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

/** Texts that show a secret, in every spelling. */
export function showings(secret: string): string[] {
  return SECRET_SPELLINGS.map(({ write }) => write(secret));
}

/** The kinds of the secrets that texts show to somebody who decodes them. */
export function secretsShown(texts: readonly string[]): string[] {
  const decoded = texts.flatMap((text) => [...decodings(text)]);
  return PLANTED.filter(({ secret }) => decoded.some((text) => text.includes(secret))).map(({ kind }) => kind);
}

/** All texts in a JSON value, names included. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsOf(item)]);
}
