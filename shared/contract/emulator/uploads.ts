import { z } from 'zod';
import { emulator, open } from '../../http/endpoint.ts';
import { Key } from './one-item.ts';

const Upload = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.int(), url: z.string() });

/** Files for parameters of type upload. */
export const uploads = {
  create: emulator.post('/_emulator/uploads', 'Store a file for a parameter of type upload; the body is the file', {
    query: z.object({ name: z.string().default('file') }),
    body: z.unknown(),
    bodyFormat: 'bytes',
    response: Upload,
    errors: ['invalid_request', 'payload_too_large'],
    decisions: ['param-types'],
  }),
  get: open.get('/_emulator/uploads/{id}', 'Read an uploaded file', {
    params: Key,
    response: z.unknown(),
    answerFormat: 'bytes',
    errors: ['not_found'],
  }),
};
