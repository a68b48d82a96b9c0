import type { RequestReviewer } from '../../../../shared/model/prompt.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import { parameterView, type ParameterView } from '../../../../shared/model/answers.ts';
import type { Definitions, TaskDefinition } from '../definitions/definitions.ts';
import type { EngineContext } from '../context/engine-context.ts';
import { findByIdOrSlug } from '../runs/execute.ts';
import { reviewersView } from './request-views.ts';
import { triggerIdOf } from '../prompts/requests.ts';

/** A task as shown to those who request its execution. */
interface TaskReviewers {
  readonly task: Pick<TaskDefinition, 'id' | 'name' | 'slug' | 'description' | 'timeout'> & {
    readonly parameters: ParameterView[];
    readonly triggers: { triggerID: string; kind: 'form'; taskID: string; name: string }[];
  };
  readonly reviewers: RequestReviewer[];
}

/** The task with this slug, its form, and its reviewers. Throws 404, and 403 for a private task. */
export function taskReviewers(context: EngineContext, slug: string, caller: Caller): TaskReviewers {
  const definitions = context.definitions();
  const task = findByIdOrSlug(definitions, definitions.tasks, { noun: 'task', named: { slug }, caller });
  const { id, name, description, timeout } = task;
  return {
    task: {
      ...{ id, name, slug: task.slug, description, parameters: task.parameters.map(parameterView), timeout },
      triggers: [{ triggerID: triggerIdOf(task), kind: 'form', taskID: id, name }],
    },
    reviewers: reviewersOf(definitions, task),
  };
}

/** Roles of permissions that only allow to see or request a task. */
const NO_REVIEWERS: readonly string[] = ['task_viewer', 'task_requester', 'run_viewer'];

/** The reviewers of a task: those in its permissions except viewers and requesters; the admins when there are none. */
function reviewersOf(definitions: Definitions, { permissions }: TaskDefinition): RequestReviewer[] {
  const named = permissions.filter(({ roleID }) => !NO_REVIEWERS.includes(roleID));
  const reviewers = reviewersView(definitions, {
    users: named.map(({ subUserID }) => subUserID).filter((user) => user !== ''),
    groups: named.map(({ subGroupID }) => subGroupID).filter((group) => group !== ''),
  });
  if (reviewers.length > 0) return withoutRepeats(reviewers);
  return definitions.users.all.filter(({ role }) => role === 'admin').map(({ id }) => ({ userID: id, groupID: null }));
}

function withoutRepeats(reviewers: readonly RequestReviewer[]): RequestReviewer[] {
  const byText = new Map(reviewers.map((reviewer) => [JSON.stringify(reviewer), reviewer]));
  return [...byText.values()];
}
