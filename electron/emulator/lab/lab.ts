import type { RuleListName } from '../../../shared/registry/collections.ts';
import { Answers, type AnswerPorts } from './answers.ts';
import { Coverage } from './coverage.ts';
import type { CountRecord } from './count-records.ts';
import { subjectOf, type RequestSubject, type SubjectRequest } from './fault-request.ts';
import { Faults, type FaultPorts } from './faults.ts';
import { RuleStore, type RulePorts } from './rule-store.ts';

/** The test lab of an emulator. */
export interface Lab {
  readonly faults: Faults;
  readonly coverage: Coverage;
  /** The task, the runbook and the run that a request is about. */
  readonly subjectOf: (request: SubjectRequest) => RequestSubject;
  readonly rules: { readonly [Name in RuleListName]: RuleStore<Name> };
  /** Counters of the runtime rules, as records that `load` reads. Those of workspace rules are in the state. */
  readonly runtimeCounts: () => CountRecord[];
  /** Reads the counters of the rules from the state, after an import. */
  readonly load: () => void;
  /** Answers the prompts that wait already. Call it after the engine has resumed. */
  readonly resume: () => void;
  /** Removes all runtime rules and counters. Call it after the state is emptied. */
  readonly reset: () => void;
  /** Ends automatic answers. Call it before the engine stops. */
  readonly stop: () => void;
}

/** Creates the test lab on the state and the workspace. */
export function createLab(ports: RulePorts & FaultPorts & AnswerPorts): Lab {
  const rules = { faults: new RuleStore('faults', ports), answers: new RuleStore('answers', ports) };
  const lists = Object.values(rules);
  const answers = new Answers(rules.answers, ports);
  return {
    rules,
    faults: new Faults(rules.faults, ports),
    coverage: new Coverage(),
    runtimeCounts: () => lists.flatMap((list) => list.runtimeCounts),
    subjectOf: (request) => subjectOf(request, ports),
    load: () => {
      answers.clear();
      lists.forEach((list) => list.load());
    },
    resume: () => answers.resume(),
    reset: () => {
      answers.clear();
      lists.forEach((list) => list.reset());
    },
    stop: () => answers.stop(),
  };
}
