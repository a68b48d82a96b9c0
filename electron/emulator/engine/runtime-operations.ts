import type { RequestRow } from '../../../shared/contract/emulator/requests.ts';
import type { Caller } from '../../../shared/model/access.ts';
import type { Display } from '../../../shared/model/display.ts';
import type { TriggerRequest } from '../../../shared/model/trigger-request.ts';
import type { Sleep } from '../../../shared/model/sleep.ts';
import type { AnswerSubject } from './answer-subject.ts';
import type { Call, InSlices } from './engine.ts';
import type { IdTokenClaims } from './id-token.ts';
import type { RequestRecord } from './records.ts';
import type { NewRequest, RequestAnswer } from './requests.ts';
import type { NewSleep } from './sleeps.ts';
import type { TaskReviewers } from './task-reviewers.ts';

/** Requests of runs to execute tasks that need an approval (task runtime, "Calls"). */
export interface RequestOperations {
  /** Stores a request of the caller's run; returns its ID. */
  readonly create: (asked: NewRequest, call: Call) => string;
  /** A request of the caller's run. Throws 404 for that of another run. */
  readonly get: (id: string, caller: Caller) => TriggerRequest;
  /** A task with its form and its reviewers. */
  readonly reviewersOf: (slug: string, caller: Caller) => TaskReviewers;
  /** Executes the task of a request, once. */
  readonly approve: (id: string, answer: RequestAnswer) => TriggerRequest;
  readonly reject: (id: string, answer: RequestAnswer) => TriggerRequest;
  /** @param q a filter; see `pending-request-filter.ts` */
  readonly pendingRows: (q?: string) => InSlices<RequestRow[]>;
  readonly row: (request: RequestRecord) => RequestRow;
  readonly detail: (id: string) => RequestRow;
  readonly subject: (request: RequestRecord) => AnswerSubject;
}

/** Waits of runs on the clock, begun by their code (task runtime, "Calls"). */
export interface SleepOperations {
  /** Begins a wait of the caller's run; returns its ID. */
  readonly create: (asked: NewSleep, caller: Caller) => string;
  /** A wait of the caller's run. Throws 404 for that of another run. */
  readonly get: (id: string, caller: Caller) => Sleep;
  /** Ends a wait now. */
  readonly skip: (id: string) => Sleep;
}

/** Displays of runs (task runtime, "Calls"). */
export interface DisplayOperations {
  /** Adds a display to the caller's run; returns its ID. */
  readonly create: (display: Display, caller: Caller) => string;
}

/** ID tokens of runs (task runtime, "Calls"). */
export interface IdTokenOperations {
  /** Claims of a token of the caller's run, from an issuer for an audience. */
  readonly claims: (caller: Caller, parties: Pick<IdTokenClaims, 'iss' | 'aud'>) => IdTokenClaims;
}
