import { Button } from '@mantine/core';
import { CirclePauseIcon, type LucideIcon, ZapIcon } from 'lucide-react';
import { useCommands } from '../../core/commands/commands.ts';
import { type FaultDraft, openFaults } from '../../core/faults/fault-draft.ts';
import { useHoldNext } from '../../core/held/HeldRequestsChip.tsx';
import { IconButton } from '../../ui/inputs/IconButton.tsx';
import { useIsInMenu } from '../../ui/inputs/MenuPopover.tsx';
import type { TrafficEntry } from '../../../shared/contract/emulator/rows.ts';
import { useAction } from '../../core/data/action.ts';
import { useApi, useTasks, useWebhooks } from '../../core/data/hangar.ts';
import { isSignable, signedHeader, type Signing } from '../../core/request/signed-header.ts';
import { useNavigate } from '../../core/page/page.ts';
import { webhookOf } from './request-of-entry.ts';

interface ProvokeProps {
  /** A fault for requests like this one. */
  readonly draft: FaultDraft;
}

/** The button that lets the next request like this one fail. */
export function FailNext({ draft }: ProvokeProps) {
  return <Action icon={ZapIcon} label="Make the next one fail…" onClick={() => openFaults('toolbar', draft)} />;
}

/** The button that holds the next request like this one. */
export function HoldNext({ draft }: ProvokeProps) {
  const hold = useHoldNext();
  const holdNext = () => void hold.run(draft['match']);
  useCommands([
    { id: 'hold-next-like', title: 'Hold the next request like this', group: 'Lab', inMenu: false, run: holdNext },
  ]);
  return <Action icon={CirclePauseIcon} label="Hold the next one" onClick={holdNext} />;
}

/** An action of a menu; an icon beside other buttons. */
function Action({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  if (useIsInMenu()) {
    return (
      <Button leftSection={<Icon size={14} />} onClick={onClick}>
        {label}
      </Button>
    );
  }
  return <IconButton icon={Icon} iconSize={16} variant="default" size={28} label={label} onClick={onClick} />;
}

/** The signing of a request's webhook; undefined without a saved secret. */
export function useSigning(entry: TrafficEntry): Signing | undefined {
  const { items: webhooks } = useWebhooks();
  const { items: tasks } = useTasks();
  const called = webhookOf(entry, webhooks);
  const declared = tasks.find(({ id }) => id === called?.taskID)?.webhooks;
  return called === undefined || Array.isArray(declared) ? undefined : declared?.[called.webhook]?.signing;
}

interface SignAgainProps {
  readonly entry: TrafficEntry;
  readonly signing: Signing;
  readonly query: string;
}

/** Sends the request of a webhook again with a new signature. */
export function SignAgain({ entry, signing, query }: SignAgainProps) {
  const api = useApi();
  const navigate = useNavigate();
  const sign = useAction(async () => {
    const headers = await signedHeader(entry.request, signing);
    const sent = await api.traffic.send({ params: { id: entry.row.id }, body: { headers } });
    navigate(`/traffic/${sent.id}${query}`);
  });
  return (
    <Button
      loading={sign.busy}
      disabled={!isSignable(entry.request)}
      title={`Signs the body in ${signing.header} with the webhook’s saved secret`}
      onClick={() => void sign.run()}
    >
      Sign again
    </Button>
  );
}
