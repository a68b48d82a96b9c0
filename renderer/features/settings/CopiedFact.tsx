import { Fact } from '../../ui/text/Facts.tsx';
import { CopyButton } from '../../ui/inputs/CopyButton.tsx';

/** A text as code, with a button that copies it; `label` names the button. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  return (
    <>
      <code>{text}</code>
      <CopyButton value={text} label={label} short="Copy" />
    </>
  );
}

/** A name with a text to copy, in a `Facts` list. */
export function CopiedFact({ name, ...copied }: { name: string; text: string; label: string }) {
  return (
    <Fact name={name}>
      <CopiedText {...copied} />
    </Fact>
  );
}
