/** A field of a resource's configuration. */
export interface ResourceField {
  readonly name: string;
  readonly label: string;
  /** `secret` is hidden until asked for and masked in logs; `map` is an object of strings; `text` is a string of several lines; `any` is any JSON value. */
  readonly type: 'string' | 'secret' | 'text' | 'secret-text' | 'url' | 'map' | 'any';
  readonly required?: true;
  /** The field is required when this other one is set. */
  readonly requiredWith?: string;
}

/** A kind of resource: its name for people and the fields of its configuration, in the order of its form. */
export interface ResourceKind {
  readonly label: string;
  readonly fields: readonly ResourceField[];
}

const database = (required: boolean): readonly ResourceField[] => [
  { name: 'host', label: 'Host', type: 'string', ...need(required) },
  { name: 'port', label: 'Port', type: 'string', ...need(required) },
  { name: 'database', label: 'Database', type: 'string', ...need(required) },
  { name: 'username', label: 'User name', type: 'string', ...need(required) },
  { name: 'password', label: 'Password', type: 'secret' },
  { name: 'ssl', label: 'SSL', type: 'string' },
  { name: 'sshHost', label: 'SSH host', type: 'string' },
  { name: 'sshPort', label: 'SSH port', type: 'string', requiredWith: 'sshHost' },
  { name: 'sshUsername', label: 'SSH user name', type: 'string', requiredWith: 'sshHost' },
  { name: 'sshPrivateKey', label: 'SSH private key', type: 'secret-text', requiredWith: 'sshHost' },
];

const httpApi: readonly ResourceField[] = [
  { name: 'baseURL', label: 'Base URL', type: 'url', required: true },
  { name: 'headers', label: 'Headers', type: 'map' },
];

function need(required: boolean): { required?: true } {
  return required ? { required } : {};
}

/** Every listed kind. Source: service API, "Resource"; decision `resource-kinds`. Adding a kind is adding an entry; others take any object. */
export const RESOURCE_KINDS: Readonly<Record<string, ResourceKind>> = {
  postgres: { label: 'PostgreSQL', fields: database(true) },
  service_postgres: { label: 'Hosted PostgreSQL', fields: database(false) },
  mysql: { label: 'MySQL', fields: database(true) },
  sqlserver: { label: 'SQL Server', fields: database(true) },
  redshift: { label: 'Redshift', fields: database(true) },
  rest: { label: 'REST', fields: httpApi },
  graphql: { label: 'GraphQL', fields: httpApi },
  mongodb: {
    label: 'MongoDB',
    fields: [{ name: 'connectionString', label: 'Connection string', type: 'secret', required: true }],
  },
  bigquery: {
    label: 'BigQuery',
    fields: [
      { name: 'rawCredentials', label: 'Credentials', type: 'secret-text', required: true },
      { name: 'projectId', label: 'Project ID', type: 'string', required: true },
      { name: 'location', label: 'Location', type: 'string', required: true },
      { name: 'dataSet', label: 'Data set', type: 'string', required: true },
    ],
  },
  snowflake: {
    label: 'Snowflake',
    fields: [
      { name: 'account', label: 'Account', type: 'string', required: true },
      { name: 'warehouse', label: 'Warehouse', type: 'string', required: true },
      { name: 'database', label: 'Database', type: 'string', required: true },
      { name: 'schema', label: 'Schema', type: 'string' },
      { name: 'role', label: 'Role', type: 'string' },
      { name: 'username', label: 'User name', type: 'string', required: true },
      { name: 'password', label: 'Password', type: 'secret', required: true },
    ],
  },
  mailgun: {
    label: 'Mailgun',
    fields: [
      { name: 'apiKey', label: 'API key', type: 'secret', required: true },
      { name: 'domain', label: 'Domain', type: 'string', required: true },
    ],
  },
  sendgrid: { label: 'SendGrid', fields: [{ name: 'apiKey', label: 'API key', type: 'secret', required: true }] },
  smtp: {
    label: 'SMTP',
    fields: [
      { name: 'hostname', label: 'Host name', type: 'string', required: true },
      { name: 'port', label: 'Port', type: 'string', required: true },
      { name: 'auth', label: 'Authentication', type: 'any' },
    ],
  },
  slack: { label: 'Slack', fields: [{ name: 'accessToken', label: 'Access token', type: 'secret', required: true }] },
};
