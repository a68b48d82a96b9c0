import type { Page } from '@playwright/test';

/** The target of an attack: a path, and a body for ways that send one. */
export interface Target {
  readonly path: string;
  readonly body: string;
}

/** One way of a page to reach a server, and what it got: a text that it could read, or why not. */
export interface Attempt {
  readonly way: string;
  readonly path: string;
  readonly got: string;
}

/** Matches the result of an attempt that could not read an answer. */
export const NOTHING = /^(?:refused|opaque|sent)$/;

/** Has a page try everything that it can send to a server. @param url of the server, without a final slash */
export async function attack(page: Page, url: string, targets: readonly Target[]): Promise<Attempt[]> {
  const attempts = targets.map(async ({ path, body }) => {
    const got = await page.evaluate(everyWay, { url: url + path, socket: url.replace('http', 'ws') + path, body });
    return Object.entries(got).map(([way, text]) => ({ way, path, got: text }));
  });
  return (await Promise.all(attempts)).flat();
}

/** Runs in the page. Each way marks its request, so that a server can tell them apart. */
async function everyWay({ url, socket, body }: { url: string; socket: string; body: string }) {
  const marked = (way: string, of = url) => `${of}${of.includes('?') ? '&' : '?'}way=${encodeURIComponent(way)}`;
  const within = <T>(promise: Promise<T>, otherwise: T) =>
    Promise.race([promise, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), 10_000))]);

  const request = (init: RequestInit) => async (address: string) => {
    try {
      const answer = await fetch(address, { credentials: 'include', ...init });
      return answer.type === 'opaque' ? 'opaque' : `${answer.status} ${await answer.text()}`;
    } catch {
      return 'refused';
    }
  };
  const element = (name: string, attribute: string) => (address: string) =>
    within(
      new Promise<string>((resolve) => {
        const made = document.createElement(name);
        made.addEventListener('load', () =>
          resolve(name === 'img' || name === 'script' || name === 'link' ? 'loaded' : 'sent'),
        );
        made.addEventListener('error', () => resolve('refused'));
        made.setAttribute(attribute, address);
        if (name === 'link') made.setAttribute('rel', 'stylesheet');
        document.body.append(made);
      }),
      'sent',
    );
  const form = (method: string, enctype: string) => (address: string) => {
    const frame = document.createElement('iframe');
    frame.name = `frame${Math.random()}`;
    const made = Object.assign(document.createElement('form'), { action: address, method, target: frame.name });
    made.enctype = enctype;
    // In a text/plain form, "name=value" is the body: with the "=" in a text it is JSON.
    const at = body.lastIndexOf('="');
    const field = Object.assign(document.createElement('input'), {
      name: body.slice(0, at),
      value: body.slice(at + 1),
    });
    made.append(field);
    document.body.append(frame, made);
    return within(
      new Promise<string>((resolve) => {
        frame.addEventListener('load', () => {
          // The document of another origin is not accessible.
          const text = frame.contentDocument === null ? 'sent' : frame.contentDocument.body.textContent;
          if (text !== '') resolve(text);
        });
        made.submit();
      }),
      'sent',
    );
  };

  const ways: Record<string, (address: string) => Promise<string> | string> = {
    'fetch GET': request({}),
    'fetch GET no-cors': request({ mode: 'no-cors' }),
    'fetch POST text': request({ method: 'POST', body }),
    'fetch POST no-cors': request({ method: 'POST', mode: 'no-cors', body }),
    'fetch POST no-cors empty': request({ method: 'POST', mode: 'no-cors' }),
    'fetch POST form': request({ method: 'POST', mode: 'no-cors', body: new URLSearchParams({ body }) }),
    'fetch keepalive': request({ method: 'POST', mode: 'no-cors', body, keepalive: true }),
    beacon: (address) => (navigator.sendBeacon(address, body) ? 'sent' : 'refused'),
    'form GET': form('GET', 'application/x-www-form-urlencoded'),
    'form urlencoded': form('POST', 'application/x-www-form-urlencoded'),
    'form multipart': form('POST', 'multipart/form-data'),
    'form text': form('POST', 'text/plain'),
    img: element('img', 'src'),
    script: element('script', 'src'),
    stylesheet: element('link', 'href'),
    iframe: element('iframe', 'src'),
    object: element('object', 'data'),
    video: (address) => {
      Object.assign(document.createElement('video'), { src: address }).load();
      return 'sent';
    },
    events: (address) =>
      within(
        new Promise<string>((resolve) => {
          const source = new EventSource(address, { withCredentials: true });
          const settle = (text: string) => {
            source.close();
            resolve(text);
          };
          source.onopen = () => settle('opened');
          source.onerror = () => settle('refused');
        }),
        'refused',
      ),
    socket: () =>
      within(
        new Promise<string>((resolve) => {
          const opened = new WebSocket(marked('socket', socket));
          opened.onopen = () => resolve('opened');
          opened.onerror = () => resolve('refused');
        }),
        'refused',
      ),
    // Needs a preflight, which these servers do not answer as the page would have it.
    'fetch with headers': request({
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'X-A': 'b' },
    }),
    'fetch PUT': request({ method: 'PUT', body }),
    'fetch DELETE': request({ method: 'DELETE' }),
  };
  const got: Record<string, string> = {};
  await Promise.all(Object.entries(ways).map(async ([way, send]) => (got[way] = await send(marked(way)))));
  return got;
}
