import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuthoredWorkspace } from '../../../shared/model/workspace.ts';
import { builtProgram } from '../../support/built-program.ts';
import { HELD, heldRun } from '../../support/held-run.ts';
import { liveClient } from '../../support/live.ts';
import { serve } from '../../support/program.ts';
import { until } from '../../support/until.ts';

const { dataWith, folder, home } = builtProgram();

const WORKSPACE: AuthoredWorkspace = {
  version: 1,
  apiKeys: [{ key: 'tkn_test' }],
  tasks: [{ slug: 'sends', behavior: HELD }],
};
const SIZE = 1_000_000;

interface Made {
  readonly upload: { readonly id: string };
  readonly readOnlyURL: string;
  readonly writeOnlyURL: string;
}

const put = (url: string, body: Buffer<ArrayBuffer>) => fetch(url, { method: 'PUT', body });

test('a file that a kill -9 leaves half sent is neither shown nor kept, and one that was sent before stays', async () => {
  const uploads = join(folder(), 'data', 'uploads');
  const args = dataWith(WORKSPACE);
  const first = await serve(args, { env: home() });
  const { key } = await heldRun(liveClient(first.ready.url, 'tkn_test').api, 'sends');
  const create = async () => {
    const answer = await fetch(`${first.ready.url}/v0/uploads/create`, {
      method: 'POST',
      headers: { 'X-Service-API-Key': key },
      body: JSON.stringify({ fileName: 'a.bin', sizeBytes: SIZE }),
    });
    return (await answer.json()) as Made;
  };
  const [sent, unsent] = [await create(), await create()];
  expect((await put(sent.writeOnlyURL, Buffer.alloc(SIZE, 'a'))).status).toBe(200);
  const broken = [sent, unsent].map(({ writeOnlyURL }) => {
    const sending = request(writeOnlyURL, { method: 'PUT' });
    sending.write(Buffer.alloc(SIZE / 2, 'b'));
    return once(sending, 'error');
  });
  const parts = () => readdirSync(uploads).filter((name) => name.endsWith('.part'));
  await until(() => parts().length === 2);
  await first.stop('SIGKILL');
  await Promise.all(broken);
  expect(parts()).toHaveLength(2);

  const second = await serve(args, { env: home() });
  const at = (url: string) => url.replace(first.ready.url, second.ready.url);
  expect(readdirSync(uploads)).toEqual([sent.upload.id]);
  expect((await fetch(at(unsent.readOnlyURL))).status).toBe(404);
  expect(await (await fetch(at(sent.readOnlyURL))).text()).toBe('a'.repeat(SIZE));
  expect((await put(at(unsent.writeOnlyURL), Buffer.alloc(SIZE, 'c'))).status).toBe(200);
  expect(await (await fetch(at(unsent.readOnlyURL))).text()).toBe('c'.repeat(SIZE));
  expect(existsSync(join(uploads, unsent.upload.id))).toBe(true);
  await second.stop();
});
