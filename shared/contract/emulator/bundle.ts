import { z } from 'zod';
import { emulator } from '../../http/endpoint.ts';

/** Name under which a bundle is downloaded. */
export const BUNDLE_FILE_NAME = 'hangar.hangar-bundle';

const Count = z.int().min(0);

/** Content that a bundle does not have. */
export const BundleOmissions = z.object({
  masked: z
    .record(z.string().max(40), Count)
    .refine((kinds) => Object.keys(kinds).length <= 20, 'must have at most 20 kinds')
    .describe('Number of secrets replaced by placeholders, by kind'),
  cut: z.object({
    bodies: Count.describe('Number of truncated bodies of requests and answers'),
    texts: Count.describe('Number of truncated texts of the state'),
  }),
  leftOut: z.object({
    uploads: Count.describe('Number of files without their bytes'),
    secrets: Count.describe('Generated keys and secrets of webhooks'),
    requests: Count.describe('Earlier requests that the traffic log has dropped'),
    defaults: Count.default(0).describe('Defaults of parameters whose placeholders would be invalid'),
    sandboxes: Count.describe('Running sandboxes, each of which has its own bundle'),
  }),
});
export type BundleOmissions = z.output<typeof BundleOmissions>;

/** The bundle that Hangar has opened, for its window. */
export const OpenBundle = z.object({
  file: z.string().describe('Its path'),
  hangar: z.string().describe('Version of the Hangar that wrote it; "" when it does not say'),
  createdAt: z.string().describe('When it was written; "" when it does not say'),
  runs: Count,
  requests: Count,
  findings: Count,
  omitted: BundleOmissions,
});
export type OpenBundle = z.output<typeof OpenBundle>;

/** A failure as one file, for a colleague. */
export const bundle = emulator.get(
  '/_emulator/bundle',
  'Download definitions, state, clock, faults, findings and traffic without secrets, as one .hangar-bundle file',
  { response: z.unknown(), answerFormat: 'bytes', errors: ['conflict', 'payload_too_large'] },
);
