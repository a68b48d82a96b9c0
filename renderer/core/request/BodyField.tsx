import { CodeEditor } from '../../ui/CodeEditor.tsx';
import classes from './BodyField.module.css';

interface BodyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The body to send. */
export function BodyField({ value, onChange }: BodyFieldProps) {
  return (
    <div>
      <span className={classes['label']}>Body</span>
      <CodeEditor
        label="Body"
        language="json"
        value={value}
        onChange={(body) => {
          if (body !== value) onChange(body);
        }}
        minHeight={90}
        maxHeight={280}
      />
    </div>
  );
}
