import type { AuthoredTask } from '../../shared/model/task.ts';

type Behavior = Extract<NonNullable<AuthoredTask['behavior']>, { readonly kind?: 'steps' | undefined }>;

/** A step of a task as authors write it. */
export type AuthoredStep = NonNullable<Behavior['steps']>[number];

/** The behavior of a task that carries out these steps. */
export function steps(...list: readonly AuthoredStep[]): { kind: 'steps'; steps: AuthoredStep[] } {
  return { kind: 'steps', steps: [...list] };
}
