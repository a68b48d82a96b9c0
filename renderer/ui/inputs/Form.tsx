import { type ComponentProps, type KeyboardEvent, useRef } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  /** `byEnter` is true when that key submitted it. */
  readonly onSubmit: (byEnter: boolean) => unknown;
}

/** A form that validates by itself and loads no page. Enter submits it from a select too; Space opens its list. */
export function Form({ onSubmit, ...form }: FormProps) {
  const byEnter = useRef(false);
  return (
    <form
      noValidate
      {...form}
      onKeyDownCapture={({ key }) => (byEnter.current = key === 'Enter')}
      onPointerDownCapture={() => (byEnter.current = false)}
      onKeyDown={submitFromSelect}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(byEnter.current);
      }}
    />
  );
}

/** Submits the form on Enter in a select, where a browser would open its list. In an open list Enter chooses. */
function submitFromSelect(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, ctrlKey, metaKey } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || event.defaultPrevented || !(target instanceof HTMLSelectElement)) return;
  // Older browsers do not know `:open`, and pass no keys of an open list to the page.
  if (CSS.supports('selector(:open)') && target.matches(':open')) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
