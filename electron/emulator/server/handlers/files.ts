import type { EmulatorContract } from '../../../../shared/contract/emulator/index.ts';
import { ApiError } from '../../../../shared/http/errors.ts';
import type { UploadRecord } from '../../engine/context/records.ts';
import { uploadPath } from '../../engine/context/scope.ts';
import type { Admin } from '../access/admin.ts';
import type { Handlers } from '../http/handler.ts';
import type { ServerPorts } from '../http/ports.ts';
import { quoteForMessage } from '../../../../shared/values/messages.ts';

type Names = 'webhooks' | 'uploads';

interface FilePorts {
  readonly ports: ServerPorts;
  readonly admin: Admin;
}

/** Handlers of webhooks and uploads. */
export function fileHandlers({ ports, admin }: FilePorts): Pick<Handlers<EmulatorContract>, Names> {
  const { engine, uploads } = ports;
  return {
    webhooks: {
      list: (_, { base }) => ({
        webhooks: engine.webhooks.list().map(({ path, ...webhook }) => ({ ...webhook, url: base + path })),
      }),
    },
    uploads: {
      create: async ({ query }, { base, bytes, headers }) => {
        const type = headers.contentType ?? 'application/octet-stream';
        return uploadView(await uploads.store({ name: query.name, type, bytes }), base);
      },
      get: async ({ params }, context) => {
        const found = await uploads.read(params.id);
        // The window may read a run's file without its secret; a program may not.
        if (found?.record.access !== undefined) await admin.authenticate(context);
        if (found === undefined) throw new ApiError('not_found', `There is no upload "${quoteForMessage(params.id)}".`);
        return { bytes: found.bytes, type: found.record.type, name: found.record.name };
      },
    },
  };
}

function uploadView(record: UploadRecord, base: string) {
  const { id, name, type, size } = record;
  return { id, name, type, size, url: base + uploadPath(record, 'read') };
}
