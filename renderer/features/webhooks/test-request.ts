import { isJsonObject, jsonOfText } from '../../../shared/values/json.ts';
import type { RawRequest } from '../../core/api.ts';
import { readHeaderLines } from '../../core/request/header-lines.ts';
import { hmacSha256 } from '../../core/request/hmac.ts';

/** The values of the form. */
export interface TestRequest {
  readonly environment: string;
  readonly body: string;
  /** One header per line. */
  readonly headers: string;
  readonly withKey: boolean;
  readonly sign: boolean;
  readonly secret: string;
  readonly signatureHeader: string;
}

export async function requestOf(test: TestRequest, url: string, apiKey: string): Promise<RawRequest> {
  if (test.sign && test.secret === '') throw new Error('Enter the signing secret, or send without a signature.');
  if (test.sign && readHeaderLines(`${test.signatureHeader}: x`).problem !== '')
    throw new Error(`“${test.signatureHeader}” is not a valid header name.`);
  return {
    method: 'POST',
    path: new URL(url).pathname,
    headers: {
      ...readHeaderLines(test.headers).headers,
      ...(test.withKey ? { 'X-Service-API-Key': apiKey } : {}),
      ...(test.sign ? { [test.signatureHeader]: await hmacSha256(test.secret, test.body) } : {}),
    },
    body: test.body,
  };
}

export function runIDOf(body: string): string {
  const json = jsonOfText(body);
  return isJsonObject(json) && typeof json['runID'] === 'string' ? json['runID'] : '';
}
