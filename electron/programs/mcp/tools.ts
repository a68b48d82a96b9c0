import { z } from 'zod';
import { CHECKPOINTS } from '../actions/checkpoints.ts';
import { CLOCK } from '../actions/clock.ts';
import { EXPLAIN } from '../actions/get.ts';
import { addWhole, FAULTS } from '../actions/faults.ts';
import { PROMPTS } from '../actions/prompts.ts';
import type { Hangar } from '../client/hangar.ts';
import { describe, definitionOf, Kind } from './describe.ts';
import { find } from './find.ts';
import { ADDS, DESTROYS, READS, type Tool, oneOf, tool } from './tool.ts';
import { ToolError, callText, toolCall, type ToolResult } from '../actions/action.ts';
import { JsonObject } from '../../../shared/values/json-schema.ts';
import { runOutcome, sessionOutcome } from '../actions/outcome.ts';
import { COLLECTIONS, type CollectionName, isRuleList } from '../../../shared/registry/collections.ts';

/** Creates, replaces or deletes a definition. */
const define = tool(
  'Create, replace or delete a definition; refused with field and reason. A definition replaces the whole of an existing one. ' +
    'Example of a task with a prompt: kind tasks, slug refund, definition {"parameters":[{"slug":"amount","type":"integer"}],' +
    '"behavior":{"kind":"steps","steps":[{"do":"prompt","description":"Fine?","parameters":[{"slug":"reason"}],"as":"said"},' +
    '{"do":"output","value":{"because":"{{ said.values.reason }}"}}]}}. The schema: describe with kind and schema.',
  DESTROYS,
  toolCall(
    z.strictObject({
      kind: Kind.describe('Kind of the definition'),
      slug: z.string().min(1).max(1000).describe('Slug; e-mail address of a user, key of an API key'),
      definition: JsonObject.optional().describe('The whole definition; replaces an existing one'),
      delete: z.boolean().optional().describe('Delete it instead'),
    }),
    async (hangar, { kind, slug, definition, delete: isDeleted = false }) => {
      if (isDeleted === (definition !== undefined))
        throw new ToolError('give exactly one of definition and delete', callText('describe', { kind, schema: true }));
      const found = await definitionOf(hangar, kind, slug);
      if (definition === undefined) {
        if (found === undefined)
          throw new ToolError(`there is no "${slug}" among the ${kind}`, callText('describe', { kind }));
        await listOf(hangar, kind).remove({ params: { id: found.id } });
        return { value: { deleted: slug }, next: callText('describe', { kind }) };
      }
      const keep = isRuleList(kind) ? { keep: true } : {};
      // Bodies differ by kind; the server checks them.
      const body = { [COLLECTIONS[kind].key]: slug, ...definition, ...keep } as never;
      const list = listOf(hangar, kind);
      if (found === undefined) await list.create({ body });
      else await list.replace({ params: { id: found.id }, body });
      return { value: found === undefined ? { created: slug } : { replaced: slug }, next: nextOf(kind, slug) };
    },
  ),
);

/** The changes of a list of definitions, whose bodies differ by kind. */
interface List {
  readonly create: (request: { readonly body: never }) => Promise<unknown>;
  readonly replace: (request: { readonly params: { readonly id: string }; readonly body: never }) => Promise<unknown>;
  readonly remove: (request: { readonly params: { readonly id: string } }) => Promise<unknown>;
}

function listOf({ api }: Hangar, kind: CollectionName): List {
  return isRuleList(kind) ? api[kind] : api.definitions[kind];
}

function nextOf(kind: CollectionName, slug: string): ToolResult['next'] {
  if (kind === 'tasks') return callText('execute', { task: slug, paramValues: {} });
  if (kind === 'runbooks') return callText('execute', { runbook: slug, paramValues: {} });
  return callText('describe', { kind, slug });
}

/** Gives the findings and the coverage. */
const verify = tool(
  'Check the program under test: findings are its mistakes with the requests that prove them, coverage is what it has met: ' +
    'answers and faults by operation, statuses of runs, answers to prompts.',
  READS,
  toolCall(z.strictObject({}), async ({ api, url }) => {
    const { items } = await api.findings.list();
    const coverage = await api.coverage.read();
    const called = coverage.operations.filter(({ calls }) => calls > 0);
    const never = coverage.operations.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
    const [request] = items.flatMap(({ requestIDs }) => requestIDs);
    return {
      value: { findings: items, coverage: { ...coverage, operations: called, neverCalled: never } },
      next: [
        request === undefined ? callText('find', { what: 'requests' }) : callText('explain', { id: request }),
        ...(await exploreCommand(api, url)),
      ].join('; then, in a shell: '),
    };
  }),
);

/** The command that explores the failures of a client whose run succeeded latest; none before any has. */
async function exploreCommand(api: Hangar['api'], url: string): Promise<string[]> {
  const { runs } = await api.runs.list({ query: { status: 'Succeeded', limit: '1' } });
  const { items: tasks } = await api.definitions.tasks.list();
  const task = tasks.find(({ slug }) => runs.some(({ taskSlug }) => taskSlug === slug));
  if (task === undefined) return [];
  const [parameter] = task.parameters;
  const invariant = `once ${task.slug}${parameter === undefined ? '' : ` per ${parameter.slug}`}`;
  return [`hangar explore --url ${url} --invariant '${invariant}' -- COMMAND (docs: explore.html)`];
}

/** Lets requests go that a fault of kind `hold` keeps. */
const releaseHeld = toolCall(
  z.strictObject({
    id: z.string().max(1000).optional().describe('ID of a held request; all when absent'),
    instead: z.enum(['lose', 'refuse', 'error']).optional().describe('Fault that it gets instead of its answer'),
  }),
  async ({ api }, { id, instead }) => {
    const released =
      id === undefined
        ? (await api.heldRequests.releaseAll()).items
        : [
            await api.heldRequests.release({
              params: { id },
              body: instead === undefined ? {} : { instead: { kind: instead } },
            }),
          ];
    return { value: { released }, next: callText('find', { what: 'requests' }) };
  },
);

/** Time to wait for the end of work, in seconds. */
const WAIT = { usual: 10, most: 120 };

/** Executes a task or a runbook, and waits. */
const execute = tool(
  'Execute a task or a runbook and wait until it ends or asks for an answer. Gives the output, the failure, or what it waits for.',
  ADDS,
  toolCall(
    z.strictObject({
      task: z.string().max(1000).optional().describe('Slug or ID'),
      runbook: z.string().max(1000).optional().describe('Slug or ID; instead of task'),
      paramValues: JsonObject.optional().describe('Values by the slugs of the parameters'),
      env: z.string().max(1000).optional().describe('Slug of the environment; default: the default one'),
      waitSeconds: z.number().min(0).max(WAIT.most).optional().describe(`Default: ${WAIT.usual}`),
    }),
    async (hangar, { task, runbook, paramValues = {}, env, waitSeconds = WAIT.usual }) => {
      const body = { paramValues, ...(env === undefined ? {} : { environment: env }) };
      if (task !== undefined && runbook === undefined) {
        const { runID } = await hangar.api.runs.execute({ params: { id: task }, body });
        return runOutcome(hangar, runID, waitSeconds);
      }
      if (runbook === undefined || task !== undefined)
        throw new ToolError('give exactly one of task and runbook', 'describe {}');
      const { sessionID } = await hangar.api.sessions.execute({ params: { id: runbook }, body });
      return sessionOutcome(hangar, sessionID, waitSeconds);
    },
  ),
);

/** The tools by name: actions of the command line, and what only agents need. To add one, add an entry. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  describe,
  define,
  execute,
  find,
  explain: tool(
    'Explain an ID: why a run or session waits or failed, what a prompt asks, why a request was refused, with the rule that it broke.',
    READS,
    EXPLAIN.explain,
  ),
  answer: tool(
    'Submit or cancel a prompt, by its ID or that of the waiting run; then report how the run continues.',
    ADDS,
    PROMPTS.answer,
  ),
  fault: tool(
    'Add, list or remove faults, which change what requests and runs get, or release requests that one holds. Example of an added one: ' +
      '{"match":{"operation":"tasks/execute","task":"refund"},"times":2,"kind":"error","status":429,"retryAfterSeconds":2}. ' +
      'All fields: describe {"kind":"faults","schema":true}. It lasts until the program ends; with "keep":true it is written to the workspace.',
    DESTROYS,
    oneOf({ add: addWhole, list: FAULTS.faults, remove: FAULTS['fault remove'], release: releaseHeld }),
  ),
  clock: tool(
    'Read, freeze, run or advance the clock of Hangar, which waits, timeouts and retries follow. ' +
      'advance takes seconds or to; without both it goes to the next scheduled item.',
    ADDS,
    oneOf({
      read: CLOCK.clock,
      freeze: CLOCK['clock freeze'],
      run: CLOCK['clock run'],
      advance: CLOCK['clock advance'],
    }),
  ),
  checkpoint: tool(
    'Save, restore, list, compare (diff: with the current state) or delete checkpoints: definitions and state under a name. ' +
      'undo takes back the last deletion, reset, import, restore or clearing.',
    DESTROYS,
    oneOf({
      save: CHECKPOINTS['checkpoint save'],
      restore: CHECKPOINTS['checkpoint restore'],
      list: CHECKPOINTS['checkpoint list'],
      diff: CHECKPOINTS['checkpoint diff'],
      delete: CHECKPOINTS['checkpoint delete'],
      undo: CHECKPOINTS.undo,
    }),
  ),
  verify,
};
