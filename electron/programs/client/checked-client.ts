import { z } from 'zod';
import { type Contract, isEndpoint } from '../../../shared/http/endpoint.ts';
import { fieldsOf } from '../../../shared/values/json.ts';
import { StartError } from '../../emulator/host/start-error.ts';

const NOTHING = z.looseObject({});

type Call = (request?: object) => Promise<unknown>;

/**
 * Returns a client whose answers have the form that the contract promises. Another server, or a Hangar of another version, may
 * answer anything: then a call rejects with a `StartError`.
 */
export function checkedClient<Client extends object>(contract: Contract, client: Client, origin: string): Client {
  const checked = Object.entries(contract).map(([name, node]) => {
    // A client has the shape of its contract.
    const own = fieldsOf(client)[name];
    if (!isEndpoint(node)) return [name, checkedClient(node, own as object, origin)] as const;
    const { method, path, response = NOTHING } = node;
    const call: Call = async (request) => {
      const answer = await (own as Call)(request);
      if (response.safeParse(answer).success) return answer;
      const what = `${origin} sent an answer to ${method} ${path} that is not Hangar's`;
      throw new StartError('failed', `${what}; does another program, or another version of Hangar, listen there?`);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(checked) as Client;
}
