import { ownField } from '../values/json.ts';

/** A field of a resource's configuration. */
export interface ResourceField {
  readonly name: string;
  readonly label: string;
  /**
   * `secret` is hidden by default and masked in logs; `map` is an object of strings; `names` is a list of strings; `login` has the
   * user name and the password of HTTP's basic authentication; `text` is a string of several lines; `any` is any JSON value.
   */
  readonly type: 'string' | 'secret' | 'text' | 'secret-text' | 'url' | 'map' | 'names' | 'login' | 'any';
  readonly required?: true;
  /** The other field that makes this one required. */
  readonly requiredWith?: string;
  /** True for the name of a server, which no path may stand for. */
  readonly isHost?: true;
  /** Initial value in the form of a new resource. */
  readonly preset?: string;
}

/** A kind of resource: its label and the fields of its configuration, in the order of the form. */
export interface ResourceKind {
  readonly label: string;
  readonly fields: readonly ResourceField[];
}

/** A required field. */
function required(name: string, label: string, type: ResourceField['type'] = 'string'): ResourceField {
  return { name, label, type, required: true };
}

/** The fields of a database. With `port`, they have initial values. */
const database = (port?: string): readonly ResourceField[] => [
  {
    name: 'host',
    label: 'Host',
    type: 'string',
    isHost: true,
    ...need(port),
    ...(port === undefined ? {} : { preset: 'localhost' }),
  },
  { name: 'port', label: 'Port', type: 'string', ...need(port), ...(port === undefined ? {} : { preset: port }) },
  { name: 'database', label: 'Database', type: 'string', ...need(port) },
  { name: 'username', label: 'User name', type: 'string', ...need(port) },
  { name: 'password', label: 'Password', type: 'secret' },
  { name: 'ssl', label: 'SSL', type: 'string', ...(port === undefined ? {} : { preset: 'disable' }) },
  { name: 'sshHost', label: 'SSH host', type: 'string' },
  { name: 'sshPort', label: 'SSH port', type: 'string', requiredWith: 'sshHost' },
  { name: 'sshUsername', label: 'SSH user name', type: 'string', requiredWith: 'sshHost' },
  { name: 'sshPrivateKey', label: 'SSH private key', type: 'secret-text', requiredWith: 'sshHost' },
];

const httpApi: readonly ResourceField[] = [
  required('baseURL', 'Base URL', 'url'),
  { name: 'headers', label: 'Headers', type: 'map' },
  { name: 'secretHeaders', label: 'Secret headers', type: 'names' },
  { name: 'auth', label: 'Authentication', type: 'login' },
];

function need(port: string | undefined): { required?: true } {
  return port === undefined ? {} : { required: true };
}

/**
 * Every known kind of resource. To add a kind, add an entry; other kinds accept any object. Source: service API, "Resource";
 * decision `resource-kinds`.
 */
export const RESOURCE_KINDS: Readonly<Record<string, ResourceKind>> = {
  postgres: { label: 'PostgreSQL', fields: database('5432') },
  service_postgres: { label: 'Hosted PostgreSQL', fields: database() },
  mysql: { label: 'MySQL', fields: database('3306') },
  sqlserver: { label: 'SQL Server', fields: database('1433') },
  redshift: { label: 'Redshift', fields: database('5439') },
  rest: { label: 'REST', fields: httpApi },
  graphql: { label: 'GraphQL', fields: httpApi },
  mongodb: {
    label: 'MongoDB',
    fields: [required('connectionString', 'Connection string', 'secret')],
  },
  bigquery: {
    label: 'BigQuery',
    fields: [
      required('rawCredentials', 'Credentials', 'secret-text'),
      required('projectId', 'Project ID'),
      required('location', 'Location'),
      required('dataSet', 'Data set'),
    ],
  },
  snowflake: {
    label: 'Snowflake',
    fields: [
      required('account', 'Account'),
      required('warehouse', 'Warehouse'),
      required('database', 'Database'),
      { name: 'schema', label: 'Schema', type: 'string' },
      { name: 'role', label: 'Role', type: 'string' },
      required('username', 'User name'),
      required('password', 'Password', 'secret'),
    ],
  },
  mailgun: {
    label: 'Mailgun',
    fields: [required('apiKey', 'API key', 'secret'), required('domain', 'Domain')],
  },
  sendgrid: { label: 'SendGrid', fields: [required('apiKey', 'API key', 'secret')] },
  smtp: {
    label: 'SMTP',
    fields: [
      { ...required('hostname', 'Host name'), preset: 'localhost', isHost: true },
      { ...required('port', 'Port'), preset: '587' },
      { name: 'auth', label: 'Authentication', type: 'any' },
    ],
  },
  slack: { label: 'Slack', fields: [required('accessToken', 'Access token', 'secret')] },
};

/** A kind of resource by its name; undefined for one that is not listed. */
export function resourceKindOf(name: string): ResourceKind | undefined {
  return ownField(RESOURCE_KINDS, name);
}
