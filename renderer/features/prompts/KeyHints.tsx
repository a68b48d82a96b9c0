import { shortcutText } from '../../core/commands/commands.ts';
import { ANSWER_KEYS } from '../../core/prompt/AnswerButtons.tsx';
import { KeyCap } from '../../ui/text/KeyCap.tsx';
import { stripBidiControls } from '../../ui/text/shown-text.ts';
import { type InboxItem, isPrompt } from './inbox/inbox-items.ts';
import classes from './prompts.module.css';

/** The keys that work while a waiting prompt is open. Renders nothing for anything else. */
export function KeyHints({ item }: { item: InboxItem | undefined }) {
  if (item === undefined || !isPrompt(item)) return null;
  const { prompt } = item;
  return (
    <p className={classes['keys']} style={{ margin: 0 }}>
      <Hint keys={['Enter']} text={`${prompt.confirmText}, next`} />
      <Hint keys={[shortcutText(ANSWER_KEYS.cancel)]} text={`${prompt.cancelText}, next`} />
      <Hint keys={['Esc']} text="to the list:" />
      <Hint keys={['J', 'K']} text="move" />
      <Hint keys={['X']} text="select" />
      <Hint keys={['Shift X']} text="select to here" />
    </p>
  );
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <span>
      {keys.map((key) => (
        <KeyCap key={key} readable>
          {key}
        </KeyCap>
      ))}
      <span className="ellipsis">{stripBidiControls(text)}</span>
    </span>
  );
}
