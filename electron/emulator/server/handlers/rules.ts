import type { rules, RuleRequest } from '../../../../shared/contract/emulator/rules.ts';
import { Problems } from '../../../../shared/http/problems.ts';
import { labRuleBreaches } from '../../../../shared/model/formula-checks.ts';
import type { RuleListName } from '../../../../shared/registry/collections.ts';
import { pathText, type JsonPath } from '../../../../shared/values/json-path.ts';
import type { ItemOf } from '../../engine/collection-edit.ts';
import type { RuleItem, RuleStore } from '../../lab/rule-store.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Handlers } from '../http/handler.ts';

type RuleHandlers = Handlers<typeof rules>;

/** Reads and changes the rules of the test lab: the same operations for every list. */
export function ruleHandlers({ rules: { faults, answers } }: Lab): RuleHandlers {
  return { faults: listHandlers(faults), answers: listHandlers(answers) };
}

function listHandlers<Name extends RuleListName>(store: RuleStore<Name>) {
  type Request = ItemOf<Name> & RuleRequest;
  return {
    list: () => ({ items: store.items }),
    create: async ({ body }: { body: Request | Request[] }) => {
      const requests = Array.isArray(body) ? body : [body];
      assertValid(requests.map((request, index) => [Array.isArray(body) ? [index] : [], request]));
      const items = await store.add(requests);
      const [only] = items;
      return Array.isArray(body) || only === undefined ? { items } : only;
    },
    replace: async ({ params, body }: { params: { id: string }; body: Request }): Promise<RuleItem<Name>> => {
      assertValid([[[], body]]);
      return store.replace(params.id, body);
    },
    remove: async ({ params }: { params: { id: string } }) => {
      await store.remove(params.id);
      return {};
    },
    removeAll: () => {
      store.removeRuntime();
      return {};
    },
    restart: () => {
      store.restart();
      return {};
    },
  };
}

/** Throws the 400 that names every field that breaks a rule beyond its schema. */
function assertValid(requests: readonly (readonly [JsonPath, RuleRequest])[]): void {
  const problems = new Problems();
  for (const [path, request] of requests) {
    problems.addAll(labRuleBreaches(request), (breach) => `${pathText([...path, ...breach.path])}: ${breach.message}`);
    if (request.keep && request.ttlSeconds !== undefined)
      problems.add(`${pathText([...path, 'ttlSeconds'])}: a rule of the workspace file is not removed by itself`);
  }
  if (!problems.isEmpty) throw problems.error();
}
