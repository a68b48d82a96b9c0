import { z } from 'zod';
import { MAX_ARCHIVE_BYTES } from '../../../shared/contract/emulator/archive.ts';
import { isCompressed } from '../../emulator/archive/archive.ts';
import { type LoggedExchange, readBundleTraffic } from '../../emulator/compose/open-bundle.ts';
import { readInput } from '../../emulator/host/read-input.ts';
import { StartError } from '../../emulator/host/start-error.ts';
import { HEADER_NAME, HEADER_VALUE } from '../../../shared/http/request-parts.ts';
import { withoutByteOrderMark } from '../../../shared/values/json-text.ts';
import { messageOf } from '../../../shared/values/messages.ts';
import type { ComparedAnswer } from './compare-answers.ts';

/** A request of a recording and its answer. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** True for a truncated body, which cannot be sent. */
  readonly isBodyCut: boolean;
  readonly answer: ComparedAnswer;
  readonly isAnswerCut: boolean;
  readonly webhook: { readonly task: string; readonly slug: string; readonly environment: string } | undefined;
}

const Text = z.string();
/** Names of HTTP/2 begin with a colon; they are not sent. */
const Header = z.object({
  name: z.string().refine((name) => HEADER_NAME.test(name.replace(/^:/, '')), 'must be the name of a header'),
  value: z.string().regex(HEADER_VALUE, 'must be one line of Latin-1 text, as headers are'),
});
const Encoding = z.string().optional();
const Entry = z.object({
  request: z.object({
    method: z.string().regex(/^(?!CONNECT$)[A-Z]{1,20}$/, 'must be a method such as GET'),
    url: z.url(),
    headers: z.array(Header),
    postData: z.object({ text: Text.optional(), _encoding: Encoding }).optional(),
  }),
  response: z.object({
    status: z.int(),
    content: z.object({ text: Text.optional(), size: z.number().optional(), encoding: Encoding }).default({}),
  }),
  _hangar: z
    .object({
      webhook: z.object({ task: Text, slug: Text, environment: Text }).optional(),
      requestTruncated: z.boolean().optional(),
      answerTruncated: z.boolean().optional(),
    })
    .optional(),
});
const HarFile = z.object({ log: z.object({ entries: z.array(Entry) }) });

/** Reads the requests to `/v0` in an HTTP archive or a bundle, in order. Throws `StartError` with the problem. */
export async function readRecording(path: string): Promise<RecordedRequest[]> {
  const bytes = await readInput('recording', path, MAX_ARCHIVE_BYTES);
  const har = isCompressed(bytes) ? undefined : HarFile.safeParse(jsonIn(path, bytes));
  if (har?.success === true) return assertSome(path, har.data.log.entries.map(recordedRequest));
  if (!path.endsWith('.har')) return assertSome(path, (await readBundleTraffic(path, bytes)).map(bundledRequest));
  const issue = har?.error.issues[0];
  const problem = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is compressed'}`;
  throw new StartError('usage', `${path} is not an HTTP archive: ${problem}`);
}

/** The requests to `/v0`. Throws when there are none. */
function assertSome(path: string, recorded: readonly RecordedRequest[]): RecordedRequest[] {
  const requests = recorded.filter(({ target }) => /^\/v0(?:\/|$)/.test(target));
  if (requests.length === 0) throw new StartError('usage', `${path} has no request to /v0`);
  return requests;
}

function jsonIn(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(bytes.toString('utf8')));
  } catch (error) {
    throw new StartError('usage', `${path} is not JSON: ${messageOf(error)}`);
  }
}

function recordedRequest({ request, response, _hangar: details }: z.output<typeof Entry>): RecordedRequest {
  const { pathname, search } = new URL(request.url);
  // Without body, an archive has no `postData`; with one, it may have left it out.
  const { text = '', _encoding: encoding } = request.postData ?? {};
  const { text: answer = '', size, encoding: answerEncoding } = response.content;
  return {
    method: request.method,
    target: pathname + search,
    headers: request.headers.map(({ name, value }) => [name, value] as const),
    body: Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'),
    isBodyCut:
      details?.requestTruncated === true || (request.postData !== undefined && request.postData.text === undefined),
    answer: {
      status: response.status,
      body: answerEncoding === 'base64' ? Buffer.from(answer, 'base64').toString('utf8') : answer,
    },
    isAnswerCut: details?.answerTruncated === true || (response.content.text === undefined && size !== 0),
    webhook: details?.webhook,
  };
}

/** A request of a bundle. */
function bundledRequest(logged: LoggedExchange): RecordedRequest {
  const { method, path, search, rawHeaders, request, answer, status, webhook } = logged;
  const environment = path.split('/')[3] ?? '';
  return {
    method,
    target: path + search,
    headers: rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [])),
    body: Buffer.from(request.part),
    isBodyCut: request.part.length < request.size,
    answer: { status, body: Buffer.from(answer.part).toString('utf8') },
    isAnswerCut: answer.part.length < answer.size,
    webhook: webhook === undefined ? undefined : { task: webhook.task ?? '', slug: webhook.slug, environment },
  };
}
