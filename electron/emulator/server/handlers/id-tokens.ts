import type { Runtime } from '../../../../shared/contract/runtime/index.ts';
import { ID_TOKEN_CLAIMS } from '../../engine/access/id-token.ts';
import type { Handlers } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';

/** Handlers of ID tokens and of their verification. */
export function idTokenHandlers({ engine, tokens, info }: ServerPorts): Handlers<Runtime['oidc']> {
  // Not derived from the Host header, which the client chooses.
  const issuer = (): string => info().url;
  return {
    generateIDToken: async ({ body }, { caller }) => ({
      token: await tokens.sign(engine.idTokens.claims(caller, { iss: issuer(), aud: body.audience })),
    }),
    keys: async () => ({ keys: [await tokens.publicKey()] }),
    configuration: () => ({
      ...{ issuer: issuer(), jwks_uri: `${issuer()}/.well-known/jwks.json` },
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: [...ID_TOKEN_CLAIMS],
    }),
  };
}
