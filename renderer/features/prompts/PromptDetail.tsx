import { ActivityIcon, ListChecksIcon, TimerIcon } from 'lucide-react';
import type { JsonObject } from '../../../shared/values/json.ts';
import type { Api } from '../../core/data/api.ts';
import { EntityView } from '../../core/data/EntityView.tsx';
import { useApi, type PromptItem } from '../../core/data/hangar.ts';
import { HeldNotice } from '../../core/held/HeldBar.tsx';
import { promptStatus } from '../../core/data/inbox.ts';
import { PromptCard } from '../../core/prompt/PromptCard.tsx';
import type { AnsweringProps } from '../../core/prompt/PromptForm.tsx';
import { questionTitle } from '../../../shared/model/titles.ts';
import { TimesOut } from '../../core/prompt/TimesOut.tsx';
import { readRun } from '../../core/run/run-list.ts';
import { MetaItem, MetaLink } from '../../ui/text/MetaLine.tsx';
import { isPending } from '../../../shared/model/status.ts';
import { InboxHeader, type Onward } from './InboxHeader.tsx';

type PromptDetailProps = Onward & Required<Pick<AnsweringProps, 'alike' | 'onAnswered'>>;

/** A prompt with all values of its run. */
interface Asked {
  readonly item: PromptItem;
  readonly values: JsonObject;
}

/** One prompt: its form or its answer, and a link to the next prompt. */
export function PromptDetail({ id, ...props }: PromptDetailProps & { id: string }) {
  const api = useApi();
  return (
    <EntityView kind="prompt" id={id} load={(of) => readPrompt(api, of)}>
      {(asked) => <Loaded asked={asked} {...props} />}
    </EntityView>
  );
}

async function readPrompt(api: Api, id: string): Promise<Asked> {
  const item = await api.prompts.get({ params: { id } });
  const { run } = await readRun(api, item.prompt.runID);
  return { item, values: run.paramValues };
}

function Loaded({ asked: { item, values }, alike, onAnswered, ...onward }: PromptDetailProps & { asked: Asked }) {
  const { prompt, name, sessionID, reason } = item;
  const api = useApi();
  const title = questionTitle(prompt.description);
  return (
    <>
      <InboxHeader
        {...{ item, status: promptStatus(item), isPending: isPending(prompt), ...onward }}
        title={title || `${name} asks`}
        limit={
          reason?.kind === 'prompt' &&
          reason.until !== null && (
            <MetaItem icon={TimerIcon}>
              <TimesOut reason={reason} rest=", then the run ends" />
            </MetaItem>
          )
        }
        links={[
          <MetaLink icon={ActivityIcon} href={`/runs/${prompt.runID}`} name={name === title ? 'run' : name} />,
          sessionID !== '' && <MetaLink icon={ListChecksIcon} href={`/sessions/${sessionID}`} name="session" />,
        ]}
      />
      <HeldNotice
        isHeld={item.held}
        what="its run"
        release={() => api.runs.release({ params: { id: prompt.runID } })}
      />
      <div className="scroll" role="region" aria-label="Prompt" tabIndex={0}>
        <PromptCard {...{ item, alike, onAnswered }} runValues={values} focused />
      </div>
    </>
  );
}
