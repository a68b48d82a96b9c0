import type { ComponentProps, KeyboardEvent } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> {
  readonly onSubmit: () => unknown;
}

/** A form that validates by itself and loads no page. Enter submits it from a select too; Space opens its list. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      noValidate
      {...form}
      onKeyDown={submitFromSelect}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    />
  );
}

/** Submits the form on Enter in a select, where a browser would open its list. In an open list Enter chooses. */
function submitFromSelect(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key } = event;
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLSelectElement)) return;
  // Older browsers do not know `:open`, and pass no keys of an open list to the page.
  if (CSS.supports('selector(:open)') && target.matches(':open')) return;
  event.preventDefault();
  currentTarget.requestSubmit();
}
