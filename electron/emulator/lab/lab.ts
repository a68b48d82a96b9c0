import type { RuleListName } from '../../../shared/registry/collections.ts';
import { Answers, type AnswerPorts, type RefusedAnswer } from './answers.ts';
import { Coverage } from './coverage.ts';
import { subjectOf, type RequestFacts } from './fault-request.ts';
import { Faults, type FaultPorts } from './faults.ts';
import { Findings, type FindingPorts, type Remark } from './findings/findings.ts';
import { AppliedSchedule } from './applied-schedule.ts';
import { RuleStore, type RulePorts } from './rule-store.ts';
import { RunEnds } from './run-ends.ts';
import { nameOf } from './answer-match.ts';

/** The test lab of an emulator. */
export type Lab = ReturnType<typeof createLab>;

/** Dependencies of the test lab. */
type LabPorts = RulePorts & FaultPorts & Omit<AnswerPorts, 'refused'> & Pick<FindingPorts, 'clock' | 'reportError'>;

/** Creates the test lab on the state and the workspace. */
export function createLab(ports: LabPorts) {
  const rules: { readonly [Name in RuleListName]: RuleStore<Name> } = {
    faults: new RuleStore('faults', ports),
    answers: new RuleStore('answers', ports),
  };
  const lists = Object.values(rules);
  const findings = createFindings(ports, rules.faults);
  const answers = new Answers(rules.answers, {
    ...ports,
    refused: (refusal) => findings.remark(refusalRemark(refusal)),
  });
  const faults = new Faults(rules.faults, ports);
  const schedule = new AppliedSchedule({ rules, faults, now: () => ports.engine.time.now() });
  return {
    rules,
    faults,
    schedule,
    runEnds: new RunEnds(rules.faults, ports),
    coverage: new Coverage(),
    findings,
    /** Counters of the runtime rules, as records that `load` reads. Those of workspace rules are in the state. */
    runtimeCounts: () => lists.flatMap((list) => list.runtimeCounts),
    /** The task, the runbook and the run of a request. */
    subjectOf: (request: RequestFacts) => subjectOf(request, ports),
    /** Reads the counters of the rules from the state, after an import or a restore. @param known as in `RuleStore.load` */
    load: (known?: ReadonlySet<string>) => {
      findings.forgetRequests();
      answers.clear();
      lists.forEach((list) => list.load(known));
    },
    /** Answers the prompts and requests that are already pending. Call it after the engine has resumed. */
    resume: () => answers.resume(),
    /** Removes all runtime rules and counters. Call it after the state is emptied. */
    reset: () => {
      schedule.forget();
      findings.forgetRequests();
      answers.clear();
      lists.forEach((list) => list.reset());
    },
    /** Ends automatic answers. Call it before the engine stops. */
    stop: () => {
      findings.stop();
      answers.stop();
    },
  };
}

/** Faults with unused `times`, each with a message. */
function unusedFaults(faults: RuleStore<'faults'>): { slug: string; text: string }[] {
  return faults.items.flatMap(({ slug, times, matched, completed, enabled }) =>
    times === undefined || completed || !enabled
      ? []
      : [{ slug, text: `The fault "${slug}" was met ${matched} of ${times} times.` }],
  );
}

function createFindings(ports: LabPorts, faults: RuleStore<'faults'>): Findings {
  const { engine, emit } = ports;
  return new Findings({
    ...ports,
    keyName: (userID) => engine.access.keyName(userID),
    now: () => engine.time.now(),
    changed: () => emit({ type: 'findings' }),
    unusedFaults: () => unusedFaults(faults),
  });
}

function refusalRemark({ slug, item, problem }: RefusedAnswer): Remark {
  const { id, runID } = item.entity;
  return {
    rule: 'answer-refused',
    subject: JSON.stringify([slug, id]),
    message: `The automatic answer "${slug}" to the ${nameOf(item)} was refused: ${problem}`,
    runIDs: [runID],
  };
}
