import { Button } from '@mantine/core';
import { ActivityIcon, ListChecksIcon } from 'lucide-react';
import { Link } from 'wouter';
import { EntityView } from '../../core/data/EntityView.tsx';
import { useApi, type PromptItem } from '../../core/data/hangar.ts';
import { HeldNotice } from '../../core/held/HeldNotice.tsx';
import { promptStatus } from '../../core/data/inbox.ts';
import { useEntityTitle } from '../../core/page/page.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import { MetaItem, MetaLink } from '../../ui/text/MetaLine.tsx';
import { InboxHeader } from './InboxHeader.tsx';

interface PromptDetailProps {
  /** The page of the prompt to answer after this one; undefined without one. */
  readonly nextHref: string | undefined;
  readonly onAnswered: (item: PromptItem, byEnter: boolean) => void;
}

/** One prompt: its form or its answer, and a link to the next prompt. */
export function PromptDetail({ id, ...props }: PromptDetailProps & { id: string }) {
  const api = useApi();
  return (
    <EntityView kind="prompt" id={id} load={(of) => api.prompts.get({ params: { id: of } })}>
      {(item) => <Loaded item={item} {...props} />}
    </EntityView>
  );
}

function Loaded({ item, nextHref, onAnswered }: PromptDetailProps & { item: PromptItem }) {
  const { prompt, name, sessionID } = item;
  const api = useApi();
  useEntityTitle(prompt.description === '' ? name : prompt.description);
  const isPending = prompt.submittedAt === null && prompt.cancelledAt === null;
  return (
    <>
      <InboxHeader
        {...{ item, id: prompt.id, status: promptStatus(item), isPending }}
        title={prompt.description.split('\n')[0] || `${name} asks`}
        created={{ verb: 'created', at: prompt.createdAt }}
        links={[
          <MetaLink
            icon={ActivityIcon}
            href={`/runs/${prompt.runID}`}
            name={name === prompt.description ? 'run' : name}
          />,
          sessionID !== '' && (
            <MetaItem icon={ListChecksIcon}>
              <Link href={`/sessions/${sessionID}`}>session</Link>
            </MetaItem>
          ),
        ]}
      >
        {nextHref !== undefined && (
          <Button component={Link} href={nextHref} variant={isPending ? 'default' : 'filled'}>
            Next prompt
          </Button>
        )}
      </InboxHeader>
      <HeldNotice
        isHeld={item.held}
        what="its run"
        release={() => api.runs.release({ params: { id: prompt.runID } })}
      />
      <div className="scroll" role="region" aria-label="Prompt" tabIndex={0}>
        <PromptCard item={item} isPage focused onAnswered={(byEnter) => onAnswered(item, byEnter)} />
      </div>
    </>
  );
}
