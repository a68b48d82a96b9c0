import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useCommands } from '../../core/commands/commands.ts';
import { useDraftKeys } from '../../core/drafts/drafts.ts';
import { useNavigate } from '../../core/page/page.ts';
import type { EditedKind } from './use-editing.ts';
import { draftKey } from './use-saving.ts';

/** The button that begins a new definition; registers its command. @param query of the list, with its `?` */
export function useNewDefinition(
  { noun, name, path }: Pick<EditedKind<never>, 'noun' | 'name' | 'path'>,
  { isPrimary = true, query = '' } = {},
) {
  const navigate = useNavigate();
  const isBegun = useDraftKeys().has(draftKey(noun, undefined));
  const href = `${path}/new${query}`;
  useCommands([{ id: 'new', title: `New ${noun}`, group: name, shortcut: 'N', run: () => navigate(href) }]);
  return (
    <Button component={Link} href={href} variant={isPrimary ? 'filled' : 'default'}>
      New {noun}
      {isBegun && ' (unsaved)'}
    </Button>
  );
}
