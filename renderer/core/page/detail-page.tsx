import type { ComponentType } from 'react';
import type { Api } from '../data/api.ts';
import { type EntityKindName, EntityView } from '../data/EntityView.tsx';
import { useApi, useInfo } from '../data/hangar.ts';

/** Properties of a detail page, from the URL: the ID of its entity, its tab, and the query of the list. */
interface DetailPageProps {
  readonly id: string;
  readonly tab: string;
  readonly query: string;
}

/** Properties of a detail page once its entity is loaded. */
export interface LoadedPageProps<Data> extends Pick<DetailPageProps, 'tab' | 'query'> {
  readonly data: Data;
}

/** Makes the detail page of a kind of entity from the view of a loaded one. */
export function detailPage<Data>(
  kind: EntityKindName,
  read: (api: Api, id: string) => Promise<Data>,
  View: ComponentType<LoadedPageProps<Data>>,
): ComponentType<DetailPageProps> {
  return function DetailPage({ id, tab, query }) {
    // Names of actors come with it: once drawn without them, lines would break elsewhere when they are there.
    const isReady = useInfo() !== undefined;
    const api = useApi();
    return (
      <EntityView kind={kind} id={id} load={(of) => read(api, of)} isReady={isReady}>
        {(data) => <View data={data} tab={tab} query={query} />}
      </EntityView>
    );
  };
}
