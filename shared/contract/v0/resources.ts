import { z } from 'zod';
import { ruledBy } from '../../http/field-decisions.ts';
import { service } from '../../http/endpoint.ts';
import { Permission } from '../../model/access.ts';
import { Slug } from '../../values/identifier.ts';
import { JsonObject } from '../../values/json-schema.ts';
import { list } from '../../values/limited.ts';
import { COUNTS } from '../../values/limits.ts';
import { Required } from './fields.ts';

const fields = {
  kind: ruledBy('resource-rules', Required.clone()),
  name: ruledBy(
    'resource-rules',
    z
      .string()
      .nullish()
      .transform((name) => name ?? ''),
  ),
  slug: ruledBy(
    'resource-rules',
    z
      .union([z.literal(''), Slug])
      .nullish()
      .transform((slug) => slug ?? ''),
  ),
  isPrivate: ruledBy(
    'resource-rules',
    z
      .boolean()
      .nullish()
      .transform((isPrivate) => isPrivate ?? false),
  ),
  permissions: ruledBy(
    'resource-rules',
    list(Permission, COUNTS.permissions)
      .nullish()
      .transform((permissions) => permissions ?? []),
  ),
  resource: ruledBy('resource-kinds', JsonObject.describe('Configuration; its fields depend on the kind')),
};

/** Body of create resource (service API, "Resources"; decision `resource-rules`). */
export const CreateResource = z.strictObject(fields);
export type CreateResource = z.output<typeof CreateResource>;

/** Body of update resource: the whole resource, which replaces the former one. */
export const UpdateResource = z.strictObject({ id: Required, ...fields });
export type UpdateResource = z.output<typeof UpdateResource>;

/** Resource endpoints of `/v0`. */
export const resources = {
  create: service.post('/v0/resources/create', 'Create a resource', {
    concerns: 'none',
    holdsSecrets: true,
    body: CreateResource,
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'conflict'],
    decisions: ['resource-rules', 'resource-kinds', 'idempotency'],
  }),
  update: service.post('/v0/resources/update', 'Replace a resource', {
    concerns: 'none',
    holdsSecrets: true,
    body: UpdateResource,
    response: z.object({ id: z.string() }),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict'],
    decisions: ['resource-rules', 'resource-kinds', 'idempotency'],
  }),
};
