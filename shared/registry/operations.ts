/** The operations of the service: each path of `/v0` without `/v0/`. A test compares them with the contract. */
export const SERVICE_OPERATIONS = [
  'tasks/execute',
  'runs/get',
  'runs/getLogs',
  'runs/getOutputs',
  'runs/list',
  'runs/cancel',
  'prompts/get',
  'prompts/list',
  'prompts/cancel',
  'prompts/submit',
  'resources/create',
  'resources/update',
  'runbooks/execute',
  'sessions/get',
  'sessions/list',
  'webhook',
] as const;

/** The calls of task code (docs/task-runtime.md, "Calls of a run"), named in the same way. */
const RUNTIME_CALLS = [
  'runs/create',
  'prompts/create',
  'displays/create',
  'sleeps/create',
  'sleeps/get',
  'uploads/create',
  'requests/create',
  'requests/get',
  'tasks/getTaskReviewers',
  'users/get',
  'oidc/generateIDToken',
] as const;

/** The operations of `/v0`, for rules of the test lab. */
export const OPERATIONS = [...SERVICE_OPERATIONS, ...RUNTIME_CALLS] as const;

/** An operation of `/v0`, or `webhook` for every webhook URL. */
export type Operation = (typeof OPERATIONS)[number];

/** Operations whose answer contains the ID of a new run. */
export const RUN_MAKERS: ReadonlySet<Operation> = new Set(['tasks/execute', 'runs/create', 'webhook']);
