import { Button } from '@mantine/core';
import { notify, useAction } from '../../core/data/action.ts';
import { useHangar } from '../../core/data/hangar.ts';

/** The button that opens a file in the person's editor. Renders nothing in a browser. @param props `path` is absolute */
export function OpenInEditor({ path, line }: { path: string; line: number }) {
  const { desktop } = useHangar();
  const edit = useAction(async () => {
    if (!((await desktop?.edit(path, line)) ?? false)) notify(`${path} is not there any more`);
  });
  if (desktop === undefined) return null;
  return (
    <Button size="compact-xs" loading={edit.busy} onClick={() => void edit.run()}>
      Open in editor
    </Button>
  );
}
