import type { RuleRequest } from '../../../shared/contract/emulator/rules.ts';
import { Problems } from '../../../shared/http/problems.ts';
import { labRuleBreaches } from '../../../shared/model/formula-checks.ts';
import { pathText, type JsonPath } from '../../../shared/values/json-path.ts';

/** Throws 400 that names every field that is invalid beyond its schema. */
export function assertValidRules(requests: RuleRequest | readonly RuleRequest[]): void {
  const problems = new Problems();
  for (const [index, request] of [requests].flat().entries()) {
    const path: JsonPath = Array.isArray(requests) ? [index] : [];
    problems.addAll(labRuleBreaches(request), (breach) => `${pathText([...path, ...breach.path])}: ${breach.message}`);
    if (request.keep && request.ttlSeconds !== undefined)
      problems.add(`${pathText([...path, 'ttlSeconds'])}: a rule of the workspace file is not removed by itself`);
  }
  if (!problems.isEmpty) throw problems.error();
}
