import { expect, test } from 'vitest';
import { barsOf, clientsOf } from '../../renderer/features/overview/Clients.tsx';
import type { Finding } from '../../shared/contract/emulator/findings.ts';
import type { TrafficRow } from '../../shared/contract/emulator/rows.ts';
import { trafficRow } from './support/rows.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');

/** A request of a client that ended with a status, some seconds before noon. */
function requestOf(client: string, status: number, { secondsAgo = 0, error = '' } = {}): TrafficRow {
  const at = new Date(NOON - secondsAgo * 1000).toISOString();
  const get = { method: 'GET', path: '/v0/runs/list' };
  return trafficRow({ ...get, id: `trf${client}${secondsAgo}`, at, status, client, error });
}

function findingOf(client: string, rule: Finding['rule'], level: Finding['level']): Finding {
  const at = new Date(NOON).toISOString();
  return {
    ...{ id: `fnd_${rule}`, rule, level, client, message: '', apiKey: 'local' },
    ...{ firstAt: at, lastAt: at, count: 1, requestIDs: [], runIDs: [] },
  };
}

const SHOP_FINDINGS = [
  findingOf('shop/2.3', 'fast-polling', 'warning'),
  findingOf('shop/2.3', 'executed-twice', 'error'),
];
const OTHER_FINDINGS = [findingOf('curl/8.5', 'executed-twice', 'error')];
test.each([
  { statuses: [200, 401], problem: '' },
  { statuses: [401, 401], level: 'error', problem: 'Every request 401: The API key is missing.' },
  { statuses: [404, 401], level: 'error', problem: 'Every request refused: The API key is missing.' },
  { statuses: [0], problem: '' },
  { statuses: [200], findings: SHOP_FINDINGS, level: 'error', problem: '2 findings: executed twice' },
  { statuses: [200], findings: OTHER_FINDINGS, problem: '' },
])('a client is judged by its requests and its own findings: $statuses, “$problem”', (row) => {
  const { statuses, findings = [], level, problem } = row;
  const rows = statuses.map((status) => requestOf('shop/2.3', status, { error: 'The API key is missing.' }));
  expect(clientsOf(rows, findings)).toMatchObject([{ name: 'shop 2.3', level, problem }]);
});

test('clients are told apart by their User-Agent, the one with the latest request first', () => {
  const rows = [requestOf('curl/8.5', 200), requestOf('', 200), requestOf('curl/8.5', 200), requestOf('curl/8.6', 200)];
  const clients = clientsOf(rows, []);
  expect(clients.map(({ name, requests }) => [name, requests.length])).toEqual([
    ['curl 8.5', 2],
    ['No User-Agent', 1],
    ['curl 8.6', 1],
  ]);
  expect(decodeURIComponent(clients[0]?.href ?? '')).toBe('/traffic?q=client:"curl/8.5"');
});

test('bars are the minutes before now; older requests are in none', () => {
  const ago = (...seconds: number[]) => seconds.map((secondsAgo) => requestOf('curl/8.5', 200, { secondsAgo }));
  expect(barsOf([], NOON)).toBe('');
  expect(barsOf(ago(12 * 60), NOON)).toBe('');
  expect(barsOf(ago(0, 59), NOON)).toBe('M66 20v-6h4v6z');
  expect(barsOf(ago(0, 60, 719), NOON)).toBe('M0 20v-2h4v2zM60 20v-2h4v2zM66 20v-2h4v2z');
});
