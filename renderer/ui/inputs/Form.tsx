import { type ComponentProps, type KeyboardEvent, useRef } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  /** `byEnter` is true when that key submitted it. */
  readonly onSubmit: (byEnter: boolean) => unknown;
}

/** A form that validates by itself and loads no page. Enter submits it from a select too, where Space opens the list, and with Ctrl from everywhere. */
export function Form({ onSubmit, ...form }: FormProps) {
  const byEnter = useRef(false);
  return (
    <form
      noValidate
      {...form}
      onKeyDownCapture={({ key }) => (byEnter.current = key === 'Enter')}
      onPointerDownCapture={() => (byEnter.current = false)}
      onKeyDown={submitByEnter}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(byEnter.current);
      }}
    />
  );
}

/** Submits the form on Enter in a select, where a browser would open its list, and on Ctrl Enter. In an open list Enter chooses. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey, shiftKey } = event;
  const isSelect = target instanceof HTMLSelectElement;
  const isWanted = ctrlKey || metaKey ? !shiftKey : isSelect;
  if (key !== 'Enter' || event.defaultPrevented || !isWanted) return;
  // Older browsers do not know `:open`, and pass no keys of an open list to the page.
  if (isSelect && CSS.supports('selector(:open)') && target.matches(':open')) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
