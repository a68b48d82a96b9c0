import type { PromptItem } from '../../core/data/hangar.ts';
import type { Onward } from './InboxHeader.tsx';
import { PromptDetail } from './PromptDetail.tsx';
import { RequestDetail } from './RequestDetail.tsx';

/** The prefix of the IDs of approvals. Not imported from `shared/registry/ids.ts`, which would load the schemas. */
const APPROVAL = 'trq';

interface InboxDetailProps extends Onward {
  readonly id: string;
  readonly onAnswered: (item: PromptItem, byKey: boolean) => void;
}

/** The open prompt or approval; both have one path. */
export function InboxDetail({ id, onAnswered, ...onward }: InboxDetailProps) {
  if (id.startsWith(APPROVAL)) return <RequestDetail id={id} {...onward} />;
  return <PromptDetail id={id} onAnswered={onAnswered} {...onward} />;
}
