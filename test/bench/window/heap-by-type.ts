import type { CDPSession } from '@playwright/test';

/** The used parts of a heap snapshot: nodes as rows of numbers, whose columns and types are named once. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** Bytes of a page's heap after a garbage collection, by type of node such as `code`, `string` or `native`. */
export async function heapByType(session: CDPSession): Promise<Readonly<Record<string, number>>> {
  const { snapshot, nodes } = await takeSnapshot(session);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const bytes: Record<string, number> = {};
  for (let at = 0; at < nodes.length; at += fields.length) {
    const name = types[0][nodes[at + type] ?? 0] ?? '';
    bytes[name] = (bytes[name] ?? 0) + (nodes[at + size] ?? 0);
  }
  return bytes;
}

async function takeSnapshot(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
  return JSON.parse(chunks.join('')) as Snapshot;
}
