import type { FilterKind } from '../../../../shared/model/filter-terms.ts';
import type { JsonObject } from '../../../../shared/values/json.ts';
import type { Micros } from '../../../../shared/values/timestamp.ts';
import type { EngineContext } from '../context/engine-context.ts';
import {
  type TermTests,
  filterTests,
  meetsFilter,
  isEnvironment,
  parameterTest,
  someHasWord,
  momentOf,
} from './filter-tests.ts';

/** A test of an item of a list. */
export type ItemTest<Item> = (item: Item, context: EngineContext) => boolean;

/** Facts that several kinds of items share. */
interface ItemFacts {
  readonly environmentID: string;
  readonly createdAt: Micros;
  readonly paramValues: JsonObject;
}

/** The tests of the terms about facts of items. */
export function factTerms<Item>(factsOf: (item: Item) => ItemFacts) {
  return {
    env: (value: string): ItemTest<Item> => {
      return (item, context) => isEnvironment(context, factsOf(item).environmentID, value);
    },
    since: (value: string, context: EngineContext): ItemTest<Item> => {
      const from = momentOf(value, context);
      return (item) => factsOf(item).createdAt >= from;
    },
    until: (value: string, context: EngineContext): ItemTest<Item> => {
      const end = momentOf(value, context);
      return (item) => factsOf(item).createdAt < end;
    },
    param: (slug: string, value: string): ItemTest<Item> => {
      const isMet = parameterTest(slug, value);
      return (item) => isMet(factsOf(item).paramValues);
    },
  };
}

/** The run of an item of the inbox. */
interface RunFacts {
  readonly taskID: string;
  readonly taskSlug: string;
  readonly name: string;
  readonly runID: string;
  readonly sessionID: string;
}

/** The tests of the terms about the run of an item. */
export function runTerms<Item>(factsOf: (item: Item, context: EngineContext) => RunFacts) {
  const having = (textsOf: (facts: RunFacts) => readonly string[]) => {
    return (value: string): ItemTest<Item> =>
      (item, context) =>
        someHasWord(textsOf(factsOf(item, context)), value);
  };
  return {
    task: having(({ taskID, taskSlug, name }) => [taskID, taskSlug, name]),
    run: having(({ runID }) => [runID]),
    session: having(({ sessionID }) => [sessionID]),
  };
}

/** Returns the test of a filter of items. Throws 400 for an invalid filter. */
export function itemFilter<Kind extends FilterKind, Item>(
  kind: Kind,
  text: string,
  { context, terms, hasText }: ItemFilterParts<Kind, Item>,
): (item: Item) => boolean {
  const filter = filterTests(kind, text, { terms, context });
  return (item) =>
    meetsFilter(
      filter,
      (test) => test(item, context),
      (word) => hasText(context, item, word),
    );
}

/** Parts of a filter of items; `hasText` searches a whole item for a word. */
interface ItemFilterParts<Kind extends FilterKind, Item> {
  readonly context: EngineContext;
  readonly terms: TermTests<Kind, ItemTest<Item>>;
  readonly hasText: (context: EngineContext, item: Item, word: string) => boolean;
}
