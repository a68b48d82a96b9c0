import type { AnswerItem } from '../../../../shared/contract/emulator/rules.ts';
import { useApi, useLiveQuery } from '../../../core/data/hangar.ts';
import type { Query } from '../../../core/data/queries.ts';

/** All rules of automatic answers, with their counters. */
export function useRules(): Query<readonly AnswerItem[]> {
  const api = useApi();
  return useLiveQuery(
    'rules of answers',
    async () => (await api.answers.list()).items,
    (event) =>
      event.type === 'answer' || event.type === 'workspace' || (event.type === 'rules' && event.list === 'answers'),
  );
}
