import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEmulator } from '../support/emulator.ts';

const PAGE = '<!doctype html><title>Hangar</title>';
const outer = mkdtempSync(join(tmpdir(), 'hangar-gui-'));
const gui = join(outer, 'gui');

beforeAll(() => {
  mkdirSync(join(gui, 'assets'), { recursive: true });
  writeFileSync(join(gui, 'index.html'), PAGE);
  writeFileSync(join(gui, 'assets', 'index-Ab12Cd34.js'), 'start();');
  writeFileSync(join(gui, 'icon.svg'), '<svg/>');
  mkdirSync(join(gui, 'docs'));
  writeFileSync(join(gui, 'docs', 'index.html'), 'documentation');
  writeFileSync(join(gui, 'docs', 'webhooks.html'), 'about webhooks');
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

const asBrowser = { key: null, headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the window', () => {
  test('is served at / and at the URL of each page', async () => {
    const hangar = await testEmulator({}, { gui });
    for (const path of ['/', '/runs', '/tasks/refund/edit', '/runs?status=Failed']) {
      const answer = await hangar.send(path, asBrowser);
      expect([answer.status, answer.text, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        PAGE,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
  });

  test('serves the documentation at /docs/, and each of its pages, to pages of its own origin only', async () => {
    const hangar = await testEmulator({}, { gui });
    for (const [path, text] of [
      ['/docs/', 'documentation'],
      ['/docs', 'documentation'],
      ['/docs/webhooks.html', 'about webhooks'],
    ] as const) {
      const answer = await hangar.send(path, asBrowser);
      expect(answer).toMatchObject({ status: 200, text, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(answer.headers['content-security-policy']).toContain("script-src 'self';");
      const foreign = { key: null, headers: { Origin: 'http://localhost:3000' } };
      expect(await hangar.send(path, foreign)).toMatchObject({ status: 403 });
    }
    expect(await hangar.send('/docs/missing.html', asBrowser)).toMatchObject({ status: 404 });
  });

  test('is never served for a possible operation or a missing file', async () => {
    const hangar = await testEmulator({}, { gui });
    for (const path of [
      '/v0',
      '/v0/',
      '/v0/nothing',
      '/_emulator',
      '/_emulator/',
      '/_emulator/nothing',
      '/missing.js',
    ]) {
      expect(await hangar.send(path, asBrowser)).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    expect(await hangar.send('/runs', { key: null, headers: { Accept: 'application/json' } })).toMatchObject({
      status: 404,
    });
    expect(await hangar.send('/runs', { ...asBrowser, method: 'POST' })).toMatchObject({ status: 404 });
  });

  test('has immutable caching for hashed files, and revalidation for others', async () => {
    const hangar = await testEmulator({}, { gui });
    const asset = await hangar.send('/assets/index-Ab12Cd34.js', { key: null });
    expect([asset.text, asset.headers['content-type'], asset.headers['cache-control']]).toEqual([
      'start();',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    const icon = await hangar.send('/icon.svg', { key: null });
    expect([icon.headers['content-type'], icon.headers['cache-control']]).toEqual(['image/svg+xml', 'no-cache']);
    const again = await hangar.send('/icon.svg', { key: null, headers: { 'If-None-Match': icon.headers['etag']! } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await hangar.send('/icon.svg', { key: null, method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '6']);
  });

  test.each(['/assets', '/index.html.', '/icon.svg::$DATA', '/nul'])(
    'serves no folder and no device: %s',
    async (path) => {
      const hangar = await testEmulator({}, { gui });
      expect(await hangar.send(path, { key: null })).toMatchObject({ status: 404 });
    },
  );

  test('has security headers: own scripts only, no frames, no referrer', async () => {
    const hangar = await testEmulator({}, { gui });
    const { headers } = await hangar.send('/', asBrowser);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  test('when it is not built, a text explains Hangar and a first request', async () => {
    const hangar = await testEmulator();
    const answer = await hangar.send('/', asBrowser);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect(answer.text).toContain(
      "curl -H 'X-Service-API-Key: tkn_local' 'http://127.0.0.1:4100/v0/runs/list?limit=5'",
    );
    expect((await hangar.send('/runs', asBrowser)).status).toBe(404);
    const guarded = await testEmulator({}, { adminToken: 'token' });
    expect((await guarded.send('/', asBrowser)).text).not.toContain('tkn_local');
  });
});
