import { isSecretField } from '../../../shared/model/secrets.ts';
import { resourceKindOf } from '../../../shared/registry/resource-kinds.ts';
import { memoizeByObject } from '../../../shared/values/objects.ts';
import type { ResourceItem } from '../../core/data/hangar.ts';
import { findByReference } from '../../core/data/collection.ts';
import { isJsonObject, type Json, listOf, objectOf, textOf } from '../context/json-path.ts';
import { typeLabel } from '../context/parameter-type.ts';
import { nameOrSlug } from '../context/slug.ts';
import type { ScopeName } from './scope-name.ts';

/** The values of a form, by slug. */
export function parameterNames(parameters: Json | undefined): readonly ScopeName[] {
  return namesInList(listOf(parameters));
}

/** Kept because every step sees the parameters of its task. */
const namesInList = memoizeByObject((parameters: readonly Json[]): readonly ScopeName[] =>
  parameters.flatMap((item): ScopeName[] => {
    const parameter = objectOf(item);
    const { slug, type, params, multi, constraints } = parameter;
    if (textOf(slug) === '') return [];
    const own = { name: textOf(slug), detail: `${nameOrSlug(parameter)} (${typeLabel(textOf(type))})` };
    const isObject = type === 'object' || type === 'json';
    const fields = type === 'object' ? parameterNames(params) : [];
    // A list has a length and methods; an object without declared fields accepts any.
    const isOpen = multi === true || objectOf(constraints)['allowUnknownKeys'] === true;
    return [fields.length === 0 ? { ...own, isOpen: isOpen || isObject } : { ...own, fields, isOpen }];
  }),
);

/** A bound resource with its configuration. */
export function resourceName(alias: string, reference: string, resources: readonly ResourceItem[]): ScopeName {
  const resource = findByReference(resources, reference);
  const given = Object.keys(isJsonObject(resource?.resource) ? resource.resource : {});
  const kind = resourceKindOf(resource?.kind ?? '');
  const fields = given.map((name) => {
    const field = kind?.fields.find((each) => each.name === name);
    return { name, detail: field !== undefined && isSecretField(field) ? 'secret' : (field?.label ?? 'configuration') };
  });
  // Another resource may be bound instead, with more fields.
  return { name: alias, detail: '', fields: [...fields, { name: 'id', detail: 'ID of the resource' }], isOpen: true };
}
