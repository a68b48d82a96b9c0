import { problemSentence, type DefinitionProblem } from '../../../shared/definitions/definition-problem.ts';
import { NODE_VERSION_NOTE } from '../../../shared/definitions/kinds.ts';
import { failing } from '../../../shared/definitions/read-definition.ts';
import type { DefinitionSource, DefinitionRow } from '../../../shared/contract/emulator/definitions.ts';
import type { Task } from '../../../shared/model/task.ts';
import type { Environment, Resource, Workspace } from '../../../shared/model/workspace.ts';
import { jsonEqual, plainJson } from '../../../shared/values/json.ts';
import { environmentsOf, idOf, LOCAL_USER } from '../engine/definitions/definitions.ts';
import { ENV_NOTE, type DefinitionSet, type FileDefinition } from './reader/messages.ts';

/** The definitions of the workspace together with those of files. */
export interface MergedDefinitions {
  readonly workspace: Workspace;
  /** Places of tasks and resources that lie in files, by slug. */
  readonly sources: {
    readonly tasks: ReadonlyMap<string, DefinitionSource>;
    readonly resources: ReadonlyMap<string, DefinitionSource>;
  };
  /** Everything that was found in files. */
  readonly rows: readonly DefinitionRow[];
  readonly problems: readonly DefinitionProblem[];
  /** Sentences about differences between files and the workspace. */
  readonly warnings: readonly string[];
}

/** Merges definitions. What the workspace has wins; between files, the first by path. Pure. */
export function mergeDefinitions(own: Workspace, set: DefinitionSet): MergedDefinitions {
  const [problems, warnings]: [DefinitionProblem[], string[]] = [[...set.problems], []];
  const { resources, sources, byFile } = mergedResources(own, set, warnings);
  const taken = new Map(own.tasks.map(({ slug }) => [slug, 'the workspace']));
  const tasks: Task[] = [];
  const places = new Map<string, DefinitionSource>();
  const rows: DefinitionRow[] = [];
  const named = new Set<string>();
  const known = { ...knownNames(own, resources), byFile };
  for (const { file, definitions, problems: ofFile } of set.files) {
    problems.push(...ofFile);
    // A broken file may still have its last good form.
    if (definitions.length === 0 && ofFile.length > 0) rows.push(rowOf(file, NO_DEFINITION, ofFile));
    for (const definition of definitions) {
      const found = [...definition.problems];
      const notEmulated = definition.notEmulated.filter((note) => !named.has(note));
      for (const note of NAMED_ONCE) if (notEmulated.includes(note)) named.add(note);
      const other = definition.task === undefined ? undefined : taken.get(definition.slug);
      if (other !== undefined) found.push(duplicate(file, definition, other));
      else if (definition.task !== undefined) {
        taken.set(definition.slug, file);
        places.set(definition.slug, { file, line: definition.line });
        const bound = withResources(withOwnConfig(definition.task, own), known, definition.developments ?? []);
        found.push(...bound.missing.map((name) => missingResource(file, definition, name)));
        notEmulated.push(...unknownPeople(definition.task, known));
        tasks.push(bound.task);
      }
      problems.push(...found);
      rows.push(rowOf(file, { ...definition, notEmulated }, [...ofFile, ...found]));
    }
  }
  const workspace = {
    ...own,
    tasks: tasks.length === 0 ? own.tasks : [...own.tasks, ...tasks],
    resources,
    environments: mergedEnvironments(own, set, warnings),
    settings: mergedSettings(own, set),
  };
  rows.push(...rowsBeside(set));
  return { workspace, sources: { tasks: places, resources: sources }, rows, problems, warnings };
}

/** Sentences that hold for most tasks, and are named with the first one only. */
const NAMED_ONCE = [`node.nodeVersion ${NODE_VERSION_NOTE}`, ENV_NOTE];

const NO_DEFINITION: FileDefinition = { slug: '', kind: '', line: 1, notEmulated: [], problems: [] };

function rowOf(
  file: string,
  { slug, kind, line, notEmulated }: FileDefinition,
  problems: readonly DefinitionProblem[],
): DefinitionRow {
  const problem = problems.map(problemSentence).join('\n');
  return { slug, file, line, kind, notEmulated: [...notEmulated], ...(problem === '' ? {} : { problem }) };
}

/** Files with problems that have no definitions, such as refused links. */
function rowsBeside({ problems }: DefinitionSet): DefinitionRow[] {
  const files = new Set(problems.map(({ file }) => file));
  return [...files].map((name) =>
    rowOf(
      name,
      NO_DEFINITION,
      problems.filter(({ file }) => file === name),
    ),
  );
}

function duplicate(file: string, { line, slug }: FileDefinition, other: string): DefinitionProblem {
  const message = `"${slug}" is defined in ${other} too, which is used; this one is left out`;
  return { file, line, column: 1, field: 'slug', message };
}

function missingResource(file: string, { line }: FileDefinition, name: string): DefinitionProblem {
  const message = `names "${name}", which is no resource; runs fail until one is defined`;
  return { file, line, column: 1, field: 'resources', message };
}

interface KnownNames {
  readonly resources: ReadonlyMap<string, string>;
  /** Slugs of the resources of each file `WORD.dev.yaml`, by slug and name. */
  readonly byFile: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly people: ReadonlySet<string>;
}

/** Resources by slug, ID and name, and the names of people and groups. */
function knownNames({ users, groups }: Workspace, resources: readonly Resource[]): Omit<KnownNames, 'byFile'> {
  const byName = resources.flatMap(({ name, slug }): [string, string][] => (name === undefined ? [] : [[name, slug]]));
  const bySlug = resources.flatMap((one): [string, string][] => [
    [idOf('resource', one, one.slug), one.slug],
    [one.slug, one.slug],
  ]);
  const people = [LOCAL_USER, ...users].flatMap(({ email, id }) => [email, id ?? '']);
  return {
    resources: new Map([...byName, ...bySlug]),
    people: new Set([...people, ...groups.flatMap(({ slug, id }) => [slug, id ?? ''])]),
  };
}

/** A task with the slugs of its resources. Runs of one that misses a resource fail and name it. */
function withResources(
  task: Task,
  known: KnownNames,
  developments: readonly string[],
): { readonly task: Task; readonly missing: readonly string[] } {
  const slugOf = (name: string): string | undefined => {
    const nearest = developments.find((file) => known.byFile.get(file)?.has(name));
    return nearest === undefined ? known.resources.get(name) : known.byFile.get(nearest)?.get(name);
  };
  const entries = Object.entries(task.resources);
  const missing = entries.flatMap(([, name]) => (slugOf(name) === undefined ? [name] : []));
  if (entries.every(([, name]) => slugOf(name) === name)) return { task, missing };
  const resources = Object.fromEntries(
    entries.flatMap(([alias, name]) => {
      const slug = slugOf(name);
      return slug === undefined ? [] : [[alias, slug]];
    }),
  );
  const [first] = missing;
  if (first === undefined) return { task: { ...task, resources }, missing };
  const { startDelaySeconds, queueSeconds, failureRate } = task.behavior;
  const message = `The resource "${first}" does not exist: define it in the workspace, or beside the task in the file of the development environment`;
  const behavior = { ...failing(message), startDelaySeconds, queueSeconds, failureRate } as Task['behavior'];
  return { task: { ...task, resources, behavior }, missing };
}

/** A task with those config variables of its own that the workspace does not have. */
function withOwnConfig({ configVars, ...task }: Task, own: Workspace): Task {
  if (configVars === undefined) return task;
  const { config } = own.environments.find((one) => one.default) ?? own.environments[0] ?? { config: {} };
  const left = Object.entries(configVars).filter(([name]) => !Object.hasOwn(config, name));
  return left.length === 0 ? task : { ...task, configVars: Object.fromEntries(left) };
}

function unknownPeople({ permissions }: Task, { people }: KnownNames): string[] {
  const named = permissions.map(({ subUserID, subGroupID }) => subUserID || subGroupID);
  const unknown = [...new Set(named)].filter((name) => name !== '' && !people.has(name));
  return unknown.length === 0
    ? []
    : [`permissions name people whom the workspace does not have: ${unknown.join(', ')}`];
}

function mergedResources(
  own: Workspace,
  { resources: given }: DefinitionSet,
  warnings: string[],
): {
  readonly resources: Resource[];
  readonly sources: Map<string, DefinitionSource>;
  readonly byFile: KnownNames['byFile'];
} {
  const added: Resource[] = [];
  const byFile = new Map<string, Map<string, string>>();
  const slugs = new VariantSlugs([...own.resources, ...given.map(({ resource }) => resource)]);
  const sources = new Map<string, DefinitionSource>();
  for (const { resource, file } of given) {
    const known = own.resources.find(({ slug }) => slug === resource.slug);
    if (known === undefined) {
      const slug = slugs.of(resource);
      if (!sources.has(slug)) added.push(slug === resource.slug ? resource : variantOf(resource, slug, file));
      if (!sources.has(slug)) sources.set(slug, { file, line: 1 });
      const names = byFile.get(file) ?? new Map<string, string>();
      byFile.set(file, names.set(resource.name ?? resource.slug, slug).set(resource.slug, slug));
    } else if (!jsonEqual(plainJson({ ...known.resource }), plainJson({ ...resource.resource })))
      warnings.push(`The resource "${resource.slug}" is defined otherwise in ${file}; that of the workspace is used.`);
  }
  return { resources: added.length === 0 ? own.resources : [...own.resources, ...added], sources, byFile };
}

/** A resource that has the slug of another one, as tasks near its file see it. */
function variantOf({ id: _, ...resource }: Resource, slug: string, file: string): Resource {
  return { ...resource, slug, name: `${resource.name ?? resource.slug} (${file})` };
}

/** Slugs of resources of which several files have different ones: `db`, `db_2`. */
class VariantSlugs {
  readonly #taken: Set<string>;
  readonly #variants = new Map<string, { readonly slug: string; readonly resource: Resource }[]>();

  constructor(resources: readonly Resource[]) {
    this.#taken = new Set(resources.map(({ slug }) => slug));
  }

  of(resource: Resource): string {
    const variants = this.#variants.get(resource.slug) ?? [];
    this.#variants.set(resource.slug, variants);
    const same = variants.find((one) => jsonEqual(plainJson({ ...one.resource }), plainJson({ ...resource })));
    if (same !== undefined) return same.slug;
    let slug = resource.slug;
    for (let n = 2; variants.length > 0 && this.#taken.has(slug); n++) slug = `${resource.slug}_${n}`;
    this.#taken.add(slug);
    variants.push({ slug, resource });
    return slug;
  }
}

/** The settings with the word that files have said, and with outputs as they are: what a task of a file returns is its output. */
function mergedSettings({ settings }: Workspace, { word, files }: DefinitionSet): Workspace['settings'] {
  if (files.length === 0) return settings;
  const { sdk = word, decisions } = settings;
  return {
    ...settings,
    ...(sdk === undefined ? {} : { sdk }),
    decisions: decisions.outputs === undefined ? { ...decisions, outputs: 'any' } : decisions,
  };
}

/** The environments, the default one with the config variables of files. */
function mergedEnvironments(own: Workspace, { config }: DefinitionSet, warnings: string[]): Environment[] {
  if (Object.keys(config).length === 0) return own.environments;
  const all = own.environments.length > 0 ? own.environments : environmentsOf(own).map(({ id: _, ...one }) => one);
  const chosen = all.find((one) => one.default) ?? all[0];
  return all.map((environment) => {
    if (environment !== chosen) return environment;
    for (const [name, value] of Object.entries(config))
      if (Object.hasOwn(environment.config, name) && environment.config[name] !== value)
        warnings.push(`The config variable ${name} has another value in a file; that of the workspace is used.`);
    return { ...environment, config: { ...config, ...environment.config } };
  });
}
