/** The operations of `/v0` that rules of the test lab name: each path without `/v0/`. A test compares them with the contract. */
export const OPERATIONS = [
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

/** An operation of `/v0`, or `webhook` for every webhook URL. */
export type Operation = (typeof OPERATIONS)[number];
