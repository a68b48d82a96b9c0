import { z } from 'zod';
import { Runbook } from '../../../shared/model/runbook.ts';
import { Task } from '../../../shared/model/task.ts';
import { outputsChoice } from '../../../shared/registry/decisions.ts';
import type { Parameter } from '../../../shared/model/parameter.ts';
import type { Hangar } from '../client/hangar.ts';
import { declaredOutput, formFields } from './declared-shapes.ts';
import { type Field, JSON_SHAPE, type Shape, shapeOf, unionOf } from './shape.ts';
import { jsonOfText } from '../../../shared/values/json.ts';
import { commentedText } from './literals.ts';

/** Origin of the shape of an output. */
export type OutputSource = 'declared' | 'observed' | 'unknown';

/** A task, a runbook or a prompt of the workspace. */
interface Form {
  readonly slug: string;
  /** Description; "" for none. */
  readonly note: string;
  readonly fields: readonly Field[];
}

/** A task with its output. */
export interface TaskForm extends Form {
  readonly output: Shape;
  readonly source: OutputSource;
}

/** The definitions to make types for, each list in the order of its slugs. */
export interface Described {
  readonly tasks: readonly TaskForm[];
  readonly runbooks: readonly Form[];
  /** Slugs such as `tasks/refund/reason`: that of the task or runbook, and the name or the number of the prompt. */
  readonly prompts: readonly Form[];
}

/** Number of newest runs whose outputs are observed. */
const OBSERVED_RUNS = 10;

/** Describes the workspace of a running Hangar. @param kept earlier observed shapes, which stay */
export async function describeWorkspace({ api }: Hangar, kept: KeptOutputs): Promise<Described> {
  const [tasks, runbooks, settings] = await Promise.all([
    // A place in a definition file is no field of the definition.
    api.definitions.tasks.list().then(({ items }) => items.map(({ source: _, ...item }) => Task.parse(item))),
    api.definitions.runbooks.list().then(({ items }) => items.map(({ source: _, ...item }) => Runbook.parse(item))),
    api.settings.get(),
  ]);
  // A slug with `*` stands for every word, and cannot be executed.
  const named = tasks.filter(({ slug }) => !slug.startsWith('*'));
  const described: TaskForm[] = [];
  for (const task of named) {
    const declared = declaredOutput(task, outputsChoice(settings) === 'object');
    if (declared !== undefined) {
      described.push({ ...formOf(task), output: declared, source: 'declared' });
      continue;
    }
    const before = kept.get(task.slug);
    const observed = [...(before === undefined ? [] : [before]), ...(await outputsOf(api, task.slug))];
    const source = observed.length > 0 ? 'observed' : 'unknown';
    described.push({ ...formOf(task), output: observed.length > 0 ? unionOf(observed) : JSON_SHAPE, source });
  }
  return {
    tasks: inOrder(described),
    runbooks: inOrder(runbooks.map(formOf)),
    prompts: inOrder([...tasks.flatMap(promptsOfTask), ...runbooks.flatMap(promptsOfRunbook)]),
  };
}

/** The shapes of the outputs of a task's newest succeeded runs. */
async function outputsOf(api: Hangar['api'], task: string): Promise<readonly Shape[]> {
  const q = `task:"${task}" status:succeeded`;
  const { runs } = await api.runs.list({ query: { q, limit: String(OBSERVED_RUNS) } });
  const outputs: Shape[] = [];
  for (const { id, taskSlug } of runs) {
    if (taskSlug === task) outputs.push(shapeOf((await api.runs.get({ params: { id } })).output));
  }
  return outputs;
}

interface Definition {
  readonly slug: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly parameters: readonly Parameter[];
}

function formOf({ slug, name = '', description, parameters }: Definition): Form {
  const note = [name, description].filter((text) => text !== '').join(': ');
  return { slug, note, fields: formFields(parameters) };
}

function promptsOfTask({ slug, behavior }: Task): readonly Form[] {
  if (behavior.kind !== 'steps') return [];
  const prompts = behavior.steps.filter((step) => step.do === 'prompt');
  const names = new Set<string>();
  return prompts.map((prompt, index) => {
    const name = prompt.as === undefined || names.has(prompt.as) ? String(index + 1) : prompt.as;
    names.add(name);
    return formOf({ ...prompt, slug: `tasks/${slug}/${name}` });
  });
}

function promptsOfRunbook({ slug, blocks }: Runbook): readonly Form[] {
  const prompts = blocks.filter((block) => block.kind === 'prompt');
  return prompts.map((prompt) => formOf({ ...prompt, slug: `runbooks/${slug}/${prompt.slug}` }));
}

function inOrder<Item extends Form>(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Shapes of observed outputs by the slug of the task. */
type KeptOutputs = ReadonlyMap<string, Shape>;

const Kept: z.ZodType<Shape> = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.enum(['string', 'boolean', 'integer', 'number', 'null', 'json']) }),
    z.strictObject({ kind: z.literal('list'), of: Kept }),
    z.strictObject({ kind: z.literal('union'), of: z.array(Kept) }),
    z.strictObject({ kind: z.literal('object'), fields: z.array(KeptField), isOpen: z.boolean() }),
  ]),
);
const KeptField = z.strictObject({ name: z.string(), shape: Kept, isOptional: z.boolean(), note: z.literal('') });
const Line = z.tuple([z.string(), Kept]);

/** Lines at the end of a file of types with the observed shapes. @param mark begins a comment of the language */
export function keptLines(mark: string, tasks: readonly TaskForm[]): readonly string[] {
  return tasks
    .filter(({ source }) => source === 'observed')
    .map(({ slug, output }) => `${mark} observed: ${commentedText([slug, output])}`);
}

/** Reads the observed shapes in a file of types. Skips unreadable ones. */
export function keptOutputs(text: string): KeptOutputs {
  const kept = new Map<string, Shape>();
  for (const [, json = ''] of text.matchAll(/^(?:\/\/|#) observed: (.{1,100000})$/gm)) {
    const line = Line.safeParse(jsonOfText(json));
    if (line.success) kept.set(...line.data);
  }
  return kept;
}
