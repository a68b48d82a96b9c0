import { gunzipSync } from 'node:zlib';
import type { Finding } from '../../shared/contract/emulator/findings.ts';
import type { BundleOmissions } from '../../shared/contract/emulator/archive.ts';
import { requestInProcess } from './request-in-process.ts';
import { KEY, type TestEmulator } from './emulator.ts';

/** The content of a bundle, as far as tests read it. */
export interface BundleText {
  readonly file: string;
  readonly version: number;
  readonly definitions: { readonly [list: string]: unknown };
  readonly state: readonly { readonly kind: string; readonly entity: Record<string, unknown> }[];
  readonly clock: { readonly now: string };
  readonly faults: readonly Record<string, unknown>[];
  readonly answers: readonly Record<string, unknown>[];
  readonly findings: readonly Finding[];
  readonly traffic: readonly { readonly id: string; readonly path: string; readonly headers: readonly string[] }[];
  readonly omitted: BundleOmissions;
}

/** Downloads a bundle from an emulator in this process. */
export async function bundleOf({ server }: TestEmulator, headers: Record<string, string> = {}) {
  const answer = await requestInProcess(server, '/_emulator/bundle', {
    headers: { 'X-Service-API-Key': KEY, ...headers },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { answer, bytes, bundle: JSON.parse(gunzipSync(bytes).toString()) as BundleText };
}
