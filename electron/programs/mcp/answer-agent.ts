import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { version } from '../../../package.json' with { type: 'json' };
import { ApiError } from '../../../shared/http/errors.ts';
import { connect } from '../client/hangar.ts';
import { createPages } from './bounded.ts';
import { serveTools } from './serve-tools.ts';

/** Rests of long answers, for all agents: they name them. */
const pages = createPages();

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Answers one message by the tools, without a session: each message says all that it needs. */
export async function answerAgent(
  message: object,
  url: string,
  token: string | undefined,
): Promise<object | undefined> {
  const { server } = serveTools(version, (warn) => Promise.resolve(connect(new URL(url), token, true, warn)), pages);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const request = new Request(url, { method: 'POST', headers: HEADERS });
  const answer = await transport.handleRequest(request, { parsedBody: message });
  const text = await answer.text();
  await server.close();
  if (answer.status === 202) return undefined;
  // The transport writes JSON objects.
  const value = JSON.parse(text) as { readonly error?: { readonly message?: string } };
  if (!answer.ok) throw new ApiError('invalid_request', value.error?.message ?? 'The body is no message of MCP.');
  return value;
}
