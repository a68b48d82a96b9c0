import { z } from 'zod';
import { endpoint, runtimeCall } from '../../http/endpoint.ts';
import { MAX_CHARACTERS } from '../../values/limits.ts';
import { Required } from '../v0/fields.ts';

/** The public key of a signature (RFC 7517). */
const PublicKey = z.object({
  ...{ kty: z.literal('RSA'), use: z.literal('sig'), alg: z.literal('RS256'), kid: z.string() },
  ...{ n: z.string(), e: z.string() },
});
export type PublicKey = z.output<typeof PublicKey>;

/** ID tokens of runs, and the endpoints that verify them (OpenID Connect). */
export const oidc = {
  generateIDToken: runtimeCall.post(
    '/v0/oidc/generateIDToken',
    'Sign an ID token of the run for an audience; it is valid for an hour',
    {
      body: z.strictObject({ audience: Required.max(MAX_CHARACTERS.name).describe('Audience of the token') }),
      response: z.object({ token: z.string() }),
      errors: ['invalid_request'],
      decisions: ['idempotency'],
    },
  ),
  keys: endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Read the public key of ID tokens',
    access: 'open',
    tag: 'task runtime',
    response: z.object({ keys: z.array(PublicKey) }),
  }),
  configuration: endpoint({
    method: 'GET',
    path: '/.well-known/openid-configuration',
    summary: 'Read the discovery document of ID tokens',
    access: 'open',
    tag: 'task runtime',
    response: z.object({
      ...{ issuer: z.string(), jwks_uri: z.string() },
      response_types_supported: z.array(z.string()),
      subject_types_supported: z.array(z.string()),
      id_token_signing_alg_values_supported: z.array(z.string()),
      claims_supported: z.array(z.string()),
    }),
  }),
};
