/** Names of the pages, as in the navigation. */
export const PAGE = { overview: 'Overview', runs: 'Runs', tasks: 'Tasks', team: 'Team', settings: 'Settings' } as const;

/** Every place, as the navigation names it, in its order. */
export const PLACES = [
  ...['Overview', 'Traffic', 'Runs', 'Sessions', 'Prompts', 'Tests', 'Explore', 'Tasks', 'Runbooks', 'Resources'],
  ...['Webhooks', 'Environments', 'Team', 'API keys', 'Settings'],
] as const;

/** Labels of fields. */
export const FIELD = {
  answerAs: 'Answer as',
  description: 'Description',
  filterPrompts: 'Filter prompts',
  filterRequests: 'Filter requests',
  filterRuns: 'Filter runs',
  filterSessions: 'Filter sessions',
  kind: 'Kind',
  name: 'Name',
  owner: 'Owner',
  requestsToKeep: 'Requests to keep',
  runsToKeep: 'Finished runs to keep',
  searchCommands: 'Search commands',
  slug: 'Slug',
  task: 'Task',
} as const;

/** Names of buttons and of links that look like buttons. */
export const BUTTON = {
  addParameter: 'Add parameter',
  addResource: 'Add resource',
  copyAsCurl: 'Copy as curl',
  createWebhook: 'Create webhook',
  delete: 'Delete',
  discard: 'Discard',
  duplicate: 'Duplicate',
  moreFilters: 'More filters',
  newWebhook: 'New webhook',
  reset: 'Reset',
  run: 'Run',
  save: 'Save',
  saveAndRun: 'Save and run',
  saveCheckpoint: 'Save checkpoint',
  sendTest: 'Send test',
  submit: 'Submit',
  undo: 'Undo',
} as const;

/** Names of tabs and of the regions that they show. */
export const TAB = {
  answer: 'Answer',
  apiResponse: 'API response',
  behavior: 'Behavior',
  deliveries: 'Deliveries',
  parameters: 'Parameters',
  sendEdited: 'Edit and send',
  sendTest: 'Send test',
} as const;

/** Notices, empty states and messages. */
export const TEXT = {
  actionFailed: 'The action failed',
  disconnected: 'Disconnected',
  noPendingPrompts: 'No pending prompts',
  noRuns: 'No runs yet',
  noSessions: 'No sessions yet',
  noTraffic: 'No requests yet',
  required: 'Is required',
  saved: 'Saved',
  unsaved: 'Unsaved',
} as const;

/** Names in the preview of a prompt, beside the editor of its task or runbook. */
export const PREVIEW = {
  change: 'Change',
  form: 'Form',
  region: 'Preview of the prompt',
  valid: 'This answer is valid. The preview sends nothing.',
} as const;

/** Names in the controls of the clock. */
export const CLOCK = {
  advanceBy: 'Advance by or to',
  clock: 'Clock',
  comingUp: 'Coming up',
  day: '+1 day',
  freeze: 'Freeze',
  freezeClock: 'Freeze clock',
  hour: '+1 h',
  minute: '+1 min',
  next: 'To the next event',
  real: 'Back to real time',
  resetToReal: 'Reset to real time',
  run: 'Run',
} as const;

/** Names in the rules of automatic answers. */
export const RULES = {
  add: 'Add rule',
  automatically: 'Answer automatically…',
  like: 'Always answer like this',
  rules: 'Rules',
} as const;

/** Names in the panel of faults. */
export const FAULTS = {
  add: 'Add fault',
  faults: 'Faults',
  holdNext: 'Hold the next one',
  next: 'Make the next one fail…',
  rateLimit: 'Rate limit',
  save: 'Save fault',
} as const;

/** Names of the ways to run a task again. */
export const RUN = {
  again: 'Run again…',
  nextFails: 'Make the next one fail…',
  nextSlow: 'Make the next one slow…',
  repeat: 'Repeat',
  ways: 'More ways to run…',
} as const;

/** Names around requests that faults hold. */
export const HELD_REQUESTS = {
  continue: 'Continue',
  instead: 'Answer instead',
  list: 'Held requests',
  region: 'Held',
} as const;

/** Names around items that are held, since they came from a file. */
export const HELD_ITEMS = {
  goOn: 'Let them go on now',
  label: 'Held: came from a file',
  reason: 'Held: came from a file.',
  release: 'Release',
  releaseAll: 'Release all',
} as const;

/** Names around bundles. */
export const BUNDLE = {
  copy: 'Copy the command',
  export: 'Export bundle',
  open: 'Open bundle',
  section: 'Open bundle',
} as const;
