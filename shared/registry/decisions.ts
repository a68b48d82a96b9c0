import { PERMISSION_ROLES } from './permission-roles.ts';

/**
 * Decisions where the contract is silent, by name. Each has a test of that name; OpenAPI (`x-decision`) and docs/emulation.md
 * list them.
 */
export const DECISIONS = {
  'id-field':
    'Execute takes the ID in `id`; `taskID` / `runbookID` are aliases; an empty string or `null` counts as absent; neither ID nor slug, or both naming different things: 400; unknown: 404.',
  'vendor-headers':
    'Any single word may stand for the vendor: `X-Acme-API-Key`, `X-Acme-Env-Slug`, `X-Acme-Env-ID`, and `X-Acme-Token` with a `tkn_` key; two that contradict each other: 401.',
  'env-selection':
    '`X-*-Env-ID`, then `X-*-Env-Slug` (ID or slug in either), then query `envSlug`, then, for the own key of a run, the environment of that run, else the default environment; unknown: 404.',
  'body-any-content-type':
    'A JSON body is parsed whatever its `Content-Type`; gzip and deflate are understood; no JSON, no object or more than 100 levels: 400; over the limit 413; another encoding 415.',
  idempotency:
    'Kept per API key (or webhook URL), method, path and `Idempotency-Key` for one hour when the answer was 2xx; durable with what it made; never runs twice: a second request waits for the first; with another body it gets the first answer and a warning. Every answer to a POST or PATCH with a key echoes it byte for byte, errors too.',
  'unknown-params':
    'A value whose parameter is not declared is dropped and flagged in the traffic log and `X-Hangar-Warning`.',
  'unknown-fields':
    'A field of a JSON body, or a query parameter, that `/v0` does not know is ignored and named in `X-Hangar-Warning` and the traffic log, also when it is given twice; `/_emulator` refuses it. Of a field that a body repeats the last value counts, with a warning. Fields of a resource that its kind does not have, kinds that are not listed, and permissions that name nobody are taken with a warning.',
  'resource-reference':
    'Values of `resources` are IDs or slugs; the run records IDs; an undeclared alias or unknown resource: 400; an alias left out takes the binding of the task.',
  'limit-and-page':
    '`page` is a zero-based page index; an empty value counts as absent; `limit=0` gives an empty list; out of bounds: 400.',
  'time-filters':
    'RFC 3339 with any offset; strictly after / before the last update, as precisely as it was given; anything else: 400.',
  'empty-value':
    'Empty timestamps and the `…By` beside them are null, and so is `zoneID` of a run; `sessionID` and `taskID` are ""; every documented field is present.',
  timestamps: '`YYYY-MM-DD HH:MM:SS.ffffff+00`, six digits, UTC, everywhere.',
  ids: 'Prefix, `YYYYMMDD`, `z`, ten characters of `[a-z0-9]`.',
  'run-cancelled':
    'A sixth run status `Cancelled`, which stays; cancelling stops the work, its prompts and its unfinished child runs; the waiting parent gets an error; a session whose run was cancelled is Failed.',
  'cancel-answer': '200 `{}`; a run already terminal: 400 naming its status; unknown: 404.',
  timeout:
    'A run over its timeout is Cancelled with `cancelledBy` null and a log line that says why; its prompts are cancelled.',
  'list-order': 'Runs and sessions newest first, prompts oldest first; ties by ID.',
  'session-status': 'Pending, Active, Waiting, Succeeded, Failed, Cancelling, Cancelled.',
  'prompt-states':
    'Pending while both timestamps are null; answering another, in the same way again too: 400 `prompt has already completed`; defaults fill `values`. Requests for approval have the same rule: 400 `request has already completed`, which says how.',
  'prompt-reviewers':
    'With users or groups listed only those may answer; without self approval neither the creator of the run may nor another key of the same owner: 403. A key that is limited to environments answers only prompts of runs in these.',
  'prompt-cancel':
    'Cancelling a prompt gives the waiting code an error; unhandled, the run fails with `prompt was cancelled`.',
  outputs: '200 for every run; always an object; a failed run without output: `{"error": …}`.',
  logs: 'Ascending; the newest 1,000 lines without a token; `prev_token` newer, `next_token` older; debug lines only with `level=debug`. Lines of Hangar itself are debug, but for the last one of a run that did not succeed, which says why.',
  'webhook-answer':
    '200 `{"runID"}`; unknown URL: one 404; a service token where required: 401; any JSON value is the body, none is `{}`, no JSON: 400; `headers` come as sent, but for keys of Hangar, and are masked where runs and requests are shown; a foreign `Origin` is refused unless `--cors-origin` names it; the slugs of a task are unique.',
  'webhook-param':
    '`webhook_payload` is passed whether declared or not; the webhook user is the creator; other parameters take their defaults, and a required one without: 400.',
  errors:
    '`{"error", "code"}` with one table of words and statuses and one order of checks: foreign `Host` or `Origin`, path, method, key, body, what it names, its rules. One 400 names every field of the request that is at fault; a client mistake is never 5xx. A foreign `Host` or `Origin` without a valid key is refused before anything is kept: it is in no traffic, coverage or finding.',
  'rate-limit': 'Off by default; N requests per window per key, then 429 with `Retry-After`.',
  caching:
    '`allowCachedMaxAge`, of the request or else of the task, answers the newest succeeded run of the same task, environment, resources and values within that age; 0 is off.',
  'inputs-zone': '`inputsZoneID` and `inputsZoneToken` are recorded unchanged.',
  'param-types':
    'string, boolean, integer, float, date, datetime, upload, configvar, json, object; `multi` makes an array.',
  'param-coercion': 'For integer, float and boolean a string that is exactly such a literal is taken, and flagged.',
  'param-rules':
    'required, options, regex (RE2, whole value), validate and hidden expressions; every broken rule is reported at once. Options are compared once both sides are normalised by the type; a default, an option or a pattern that cannot be one is refused where it is written.',
  'resource-kinds': 'Shapes and required fields of the known kinds; an unlisted kind takes any object.',
  'resource-rules':
    'Create needs kind, resource and a name or slug; taken slug 409; update replaces all and keeps the kind; a slug left out stays, and what uses the resource follows to another one; permissions only on a private resource; the creator is remembered.',
  'prompt-block': 'A prompt block of a runbook is a run of its own, with `taskID` "".',
  'child-runs': 'A child run has its own `taskID`, is listed by its parent, and carries the session of its parent.',
  budgets:
    'Values, outputs, logs, prompts, displays and files of a run may take 256 MB together, all that is in memory `maxStateBytes` (1 GB): beyond that a request gets 413, a run fails, and nothing that is kept is lost; what ends something is always stored.',
  'private-runs': 'Runs of a private task and sessions of a private runbook are private, with the same permissions.',
  roles: `Users have a role: \`admin\`, \`developer\`, \`restricted_developer\`, \`viewer\`. A key has an owner, whose role it carries; only the first three may own one. For permissions a key counts as its owner, and may also be named itself by the ID of its API user, who is \`createdBy\` of what it does. A key may be limited to named environments: it then neither sees nor uses anything of others, and nor does the code of runs that it executed (403). What a webhook executes, or a key that was deleted since, is limited to the environment of its run. Private things are visible to admins, to their creator and to those whom a permission names (user or group); to others 403. Every permission that names a user or group lets them see and use the thing; \`roleID\` and \`action\` are recorded and answered, and have no further effect. A \`roleID\` other than ${PERMISSION_ROLES.map((role) => `\`${role}\``).join(', ')} is taken with a warning (clients with fixed lists cannot read it).`,
} as const;

/** The name of a decision. */
export type DecisionName = keyof typeof DECISIONS;

/** Decisions that concern every operation of `/v0`. */
export const GENERAL_DECISIONS: readonly DecisionName[] = [
  'vendor-headers',
  'body-any-content-type',
  'unknown-fields',
  'errors',
  'rate-limit',
];

/** Choices of a decision: the value for `settings.decisions`, and its rule. The first is the default. */
type Choices<Value extends string> = Readonly<Record<Value, string>>;

/** The decisions with alternatives. */
export const ALTERNATIVES = {
  outputs: {
    object:
      'Always an object: none is `{}`, a value that is no object is `{"output": value}`. The default without `settings.sdk`.',
    any: 'The value as it is: lists, texts, numbers and `null`, too; none is `{}`. The default with `settings.sdk`.',
  },
  'unknown-fields': {
    ignore: 'Ignored, and named in `X-Hangar-Warning` and the traffic log.',
    refuse: '400 that names it, as with `settings.strict`.',
  },
} satisfies { readonly [Name in DecisionName]?: Choices<string> };

/** The choice for outputs in effect. SDKs expect them as they are, so that is the default with the setting `sdk`. */
export function outputsChoice({
  decisions,
  sdk,
}: {
  readonly decisions: { readonly outputs?: keyof typeof ALTERNATIVES.outputs | undefined };
  readonly sdk?: string | undefined;
}): keyof typeof ALTERNATIVES.outputs {
  return decisions.outputs ?? (sdk === undefined || sdk === '' ? 'object' : 'any');
}

/** The choices of a decision, the default first; none for most. */
export function choicesOf(name: string): readonly { readonly value: string; readonly rule: string }[] {
  const alternatives: Readonly<Record<string, Choices<string>>> = ALTERNATIVES;
  const choices = Object.hasOwn(alternatives, name) ? alternatives[name] : undefined;
  return Object.entries(choices ?? {}).map(([value, rule]) => ({ value, rule }));
}

/** A decision in documents. */
export interface DocumentedDecision {
  readonly name: string;
  readonly rule: string;
  /** Present when one of several can be chosen by `settings.decisions`; the first is the default. */
  readonly choices?: readonly { readonly value: string; readonly rule: string }[];
}

/** A decision in documents. */
export function documentedDecision(name: DecisionName): DocumentedDecision {
  const choices = choicesOf(name);
  return { name, rule: DECISIONS[name], ...(choices.length === 0 ? {} : { choices }) };
}
