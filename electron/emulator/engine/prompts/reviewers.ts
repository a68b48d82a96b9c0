import { ApiError } from '../../../../shared/http/errors.ts';
import type { Caller } from '../../../../shared/model/access.ts';
import type { Reviewers } from '../../../../shared/model/behavior.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';
import { assertMaySee, isMember, isOwner, isUser, type AccessControlled } from '../access/access.ts';
import { assertEnvironmentOf } from '../context/scope.ts';
import type { Definitions } from '../definitions/definitions.ts';

const REVIEWERS = { decision: 'prompt-reviewers' } as const;

/** A prompt or a request for approval, which a user answers. */
interface Reviewed {
  /** The noun for messages. */
  readonly noun: 'prompt' | 'request';
  readonly reviewers: Reviewers;
  /** The user who created it, or started the run that did. */
  readonly createdBy: string;
  readonly environmentID: string;
  /** The run of a prompt, or the task of a request. Without reviewers, users with access to it may answer. */
  readonly about: AccessControlled;
}

/** Throws 400 for reviewers that do not exist. */
export function assertReviewersExist(
  { groups, users }: Definitions,
  reviewers: Pick<Reviewers, 'groups' | 'users'>,
  noun: Reviewed['noun'],
): void {
  const unknown = [
    ...reviewers.groups
      .filter((group) => groups.find(group) === undefined)
      .map((group) => `group "${quoteForMessage(group)}"`),
    ...reviewers.users
      .filter((user) => users.find(user) === undefined)
      .map((user) => `user "${quoteForMessage(user)}"`),
  ];
  if (unknown.length > 0)
    throw new ApiError('invalid_request', `The ${noun}'s reviewers do not exist: ${unknown.join(', ')}.`, REVIEWERS);
}

/** The 400 for answering a prompt or a request that is not pending, in the same way again too (decision `prompt-states`). @param how ended it */
export function alreadyCompleted(noun: Reviewed['noun'], how = ''): ApiError {
  const sentence = `${noun} has already completed${how === '' ? '' : `: it was ${how}`}`;
  return new ApiError('invalid_request', sentence, { decision: 'prompt-states' });
}

/** Throws 403 for a caller who may not answer (decision `prompt-reviewers`). */
export function assertReviewer(definitions: Definitions, reviewed: Reviewed, caller: Caller): void {
  const { noun, createdBy, environmentID, about } = reviewed;
  const { allowSelfApprovals, groups, users } = reviewed.reviewers;
  const listed = groups.length + users.length > 0;
  const named =
    users.some((user) => isUser(definitions, caller, user)) ||
    groups.some((group) => isMember(definitions, caller, group));
  assertEnvironmentOf(caller, environmentID, noun === 'prompt' ? 'run' : 'request');
  if (listed && !named)
    throw new ApiError(
      'forbidden',
      `Only its reviewers may answer this ${noun}: ${[...groups, ...users].join(', ')}.`,
      REVIEWERS,
    );
  // A named reviewer needs no other access to the private run or task.
  if (!named) assertMaySee(definitions, caller, about, noun === 'prompt' ? 'run' : 'task');
  if (!allowSelfApprovals && isStarter(definitions, createdBy, caller)) {
    throw new ApiError(
      'forbidden',
      `This ${noun} does not allow self-approval: the user who started the run may not answer it, nor an API key of the same owner.`,
      REVIEWERS,
    );
  }
}

/**
 * True when the caller started the run, or is an API key of the same owner. The local user at the window is no API key, so they
 * may answer prompts of runs that their key started (decision `prompt-reviewers`).
 */
function isStarter(definitions: Definitions, createdBy: string, { userID, ownerID }: Caller): boolean {
  const isKey = userID !== ownerID;
  return createdBy === userID || (isKey && isOwner(definitions, createdBy, ownerID));
}
