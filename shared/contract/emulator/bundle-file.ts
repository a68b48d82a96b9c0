import { z } from 'zod';
import { STORED_IDS } from '../../registry/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import { list } from '../../values/limited.ts';
import { BundleOmissions } from './bundle.ts';
import { Finding } from './findings.ts';

const MAX_REQUESTS = 100_000;

const FindingInBundle = Finding.extend({
  id: z.string().regex(/^fnd[\da-z]{1,40}$/, 'must be the ID of a finding'),
  requestIDs: list(STORED_IDS.traffic, 100),
  runIDs: list(STORED_IDS.run, 100),
});

/** The first fields of a bundle, which decide whether the others can be read. */
export const BundleHeader = z.object({ file: z.literal('hangar-bundle'), version: z.int().min(1) });

/** The requests of a bundle, oldest first. Each is checked on its own. */
export const BundleTraffic = z.object({ traffic: z.array(z.unknown()).max(MAX_REQUESTS) });

/** True for a time in the format of bundles, which is that of the service's answers. */
function isTimestamp(text: string): boolean {
  return !Number.isNaN(Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`));
}

/** The content of a bundle. Definitions, records and requests are checked by the stores that read them. */
export const BundleContent = BundleTraffic.extend({
  hangar: z.string().max(100),
  createdAt: z.string().max(40).refine(isTimestamp, 'must be a time'),
  definitions: z.custom<JsonObject>((value) => isJsonObject(value), 'must be a workspace'),
  state: z.array(z.custom<Json>()),
  findings: z.array(FindingInBundle).max(2000),
  faults: z.array(z.looseObject({ source: z.enum(['workspace', 'runtime']) })).max(10_000),
  omitted: BundleOmissions,
});
export type BundleContent = z.output<typeof BundleContent>;
