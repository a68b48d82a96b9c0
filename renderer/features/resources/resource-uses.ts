import type { DefinitionWorld } from '../../core/authoring/definition-checks.ts';

/** Something that refers to a resource: where it is, and under which alias. */
export interface ResourceUse {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly href: string;
}

type Named = { readonly id: string; readonly slug: string };

/** The tasks bound to a resource, and the steps and blocks that give it to what they execute. */
export function usesOfResource(
  { id, slug }: Named,
  { tasks, runbooks }: Pick<DefinitionWorld, 'tasks' | 'runbooks'>,
): readonly ResourceUse[] {
  const aliasIn = (resources: Readonly<Record<string, string>> = {}) =>
    Object.entries(resources).find(([, reference]) => reference === slug || reference === id)?.[0];
  const use = (user: Named & { name?: string | undefined }, alias: string | undefined, href: string): ResourceUse[] =>
    alias === undefined ? [] : [{ id: user.id, name: user.name ?? user.slug, alias, href }];
  return [
    ...tasks.flatMap((task) => {
      const { behavior } = task;
      const steps = behavior.kind === 'steps' ? behavior.steps : [];
      const given = steps.map((step) => (step.do === 'execute' ? aliasIn(step.resources) : undefined));
      const own = aliasIn(task.resources);
      const tab = own === undefined ? 'behavior' : 'resources';
      return use(task, own ?? given.find((alias) => alias !== undefined), `/tasks/${task.id}/${tab}`);
    }),
    ...runbooks.flatMap((runbook) => {
      const given = runbook.blocks.map((block) => (block.kind === 'task' ? aliasIn(block.resources) : undefined));
      return use(
        runbook,
        given.find((alias) => alias !== undefined),
        `/runbooks/${runbook.id}/blocks`,
      );
    }),
  ];
}

/** A number with its noun. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
