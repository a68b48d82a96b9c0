import type { rules, RuleRequest } from '../../../../shared/contract/emulator/rules.ts';
import type { RuleListName } from '../../../../shared/registry/collections.ts';
import type { ItemOf } from '../../engine/resources/collection-edit.ts';
import type { RuleStore } from '../../lab/rule-store.ts';
import type { Lab } from '../../lab/lab.ts';
import type { Handlers } from '../http/handler.ts';
import type { UndoLog } from '../http/undo-log.ts';

type RuleHandlers = Handlers<typeof rules>;

/** Reads and changes the rules of the test lab: the same operations for every list. */
export function ruleHandlers({ rules: { faults, answers } }: Lab, undo: UndoLog): RuleHandlers {
  return { faults: listHandlers(faults, undo), answers: listHandlers(answers, undo) };
}

function listHandlers<Name extends RuleListName>(store: RuleStore<Name>, undo: UndoLog) {
  type Request = ItemOf<Name> & RuleRequest;
  return {
    list: () => ({ items: store.items }),
    create: async ({ body }: { body: Request | Request[] }) => {
      const items = await store.add(body);
      const [only] = items;
      return Array.isArray(body) || only === undefined ? { items } : only;
    },
    replace: ({ params, body }: { params: { id: string }; body: Request }) => store.replace(params.id, body),
    remove: async ({ params }: { params: { id: string } }) => {
      const { name, putBack } = await store.remove(params.id);
      undo.remember(`Deleted ${name}`, putBack);
    },
    removeAll: () => {
      const gone = store.items.filter(({ source }) => source === 'runtime');
      const putBack = store.keepRuntime();
      store.removeRuntime();
      if (gone.length > 0) undo.remember(`Deleted ${gone.map(({ slug }) => slug).join(', ')}`, putBack);
    },
    restart: () => store.restart(),
  };
}
