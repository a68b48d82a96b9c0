import type { LucideIcon } from 'lucide-react';
import { type ComponentType, useCallback } from 'react';
import { useEditor } from '../context/authoring.ts';
import { type Json, type JsonObject, type JsonPath, objectOf, textOf } from '../../../shared/values/json.ts';
import { useDefinitions, type WorkspaceDefinitions } from '../context/workspace-definitions.ts';
import type { Scope } from '../scope/scope.ts';
import { Card } from '../cards/Card.tsx';
import classes from '../cards/authoring.module.css';
import { CardList, type ListedCardProps } from '../cards/CardList.tsx';
import { ExpressionField, ScopeProvider } from '../fields/ExpressionField.tsx';
import { Chip } from '../fields/TemplateText.tsx';

/** Label, summary and form of a kind of step or block. */
export interface WorkItemEditor {
  readonly icon: LucideIcon;
  readonly label: string;
  /** Its effect, in two or three words. */
  readonly hint: string;
  /** A new item, without the field that names its kind. */
  readonly blank: JsonObject;
  /** One line for the closed card. */
  readonly Summary: ComponentType<{ item: JsonObject }>;
  /** Short text at the end of the line, unless the item has a condition. */
  readonly aside?: (item: JsonObject) => string;
  readonly Fields: ComponentType<{ path: JsonPath }>;
  /** The field of its result's name, which stands beside the condition. */
  readonly Result?: ComponentType<{ path: JsonPath }>;
}

/** The description of a list of steps or blocks. */
export interface WorkItemList {
  readonly path: JsonPath;
  readonly label: string;
  readonly noun: string;
  readonly empty: string;
  readonly icon: LucideIcon;
  /** Field that names the kind of an item, a key of `editors`. */
  readonly kindField: string;
  readonly editors: Readonly<Record<string, WorkItemEditor>>;
  /** Fields of every new item. */
  readonly blank?: JsonObject;
  /** The name of an item in messages. */
  readonly nameOf: (item: JsonObject, kind: string) => string;
  /** The item to insert for a duplicated one. */
  readonly copyOf: (item: Json, items: readonly Json[]) => Json;
  /** Names that the expressions of an item can use. */
  readonly scopeOf: (draft: JsonObject, index: number, definitions: WorkspaceDefinitions) => Scope;
  /** Start of the summary of every item. */
  readonly Prefix?: ComponentType<{ item: JsonObject }>;
  /** Fields of every item, above those of its kind. */
  readonly CommonFields?: ComponentType<{ path: JsonPath; item: JsonObject }>;
}

/** The steps of a task or the blocks of a runbook, as cards. */
export function WorkItems({ list }: { list: WorkItemList }) {
  const { path, label, noun, empty, icon, kindField, editors, blank = {}, nameOf, copyOf } = list;
  const render = useCallback((card: ListedCardProps) => <WorkItemCard list={list} card={card} />, [list]);
  return (
    <CardList
      {...{ path, label, noun, empty, icon }}
      kinds={Object.entries(editors).map(([kind, editor]) => {
        return { label: editor.label, hint: editor.hint, blank: { ...blank, [kindField]: kind, ...editor.blank } };
      })}
      nameOf={(item, index) =>
        `${noun} ${index + 1}, ${nameOf(objectOf(item), editorOf(list, item)?.label ?? 'unknown')}`
      }
      copyOf={copyOf}
      render={render}
    />
  );
}

function editorOf({ editors, kindField }: WorkItemList, item: Json | undefined): WorkItemEditor | undefined {
  return editors[textOf(objectOf(item)[kindField])];
}

function WorkItemCard({ list, card: { index, item: json, ...card } }: { list: WorkItemList; card: ListedCardProps }) {
  const editor = editorOf(list, json);
  if (editor === undefined) return null;
  const { Prefix, CommonFields } = list;
  const path = [...list.path, index];
  const item = objectOf(json);
  const when = textOf(item['when']);
  return (
    <Card
      {...card}
      icon={editor.icon}
      kind={editor.label}
      summary={
        <>
          {Prefix !== undefined && <Prefix item={item} />} <editor.Summary item={item} />
        </>
      }
      aside={
        when === '' ? (
          editor.aside?.(item)
        ) : (
          <>
            when <Chip>{when}</Chip>
          </>
        )
      }
    >
      {CommonFields !== undefined && <CommonFields path={path} item={item} />}
      <ScopedFields {...editor} {...{ list, index, path }} />
    </Card>
  );
}

interface ScopedFieldsProps extends Pick<WorkItemEditor, 'Fields' | 'Result'> {
  readonly list: WorkItemList;
  readonly index: number;
  readonly path: JsonPath;
}

/** Mounted in open cards only, since computing a scope is expensive. */
function ScopedFields({ list: { noun, scopeOf }, index, path, Fields, Result }: ScopedFieldsProps) {
  const { draft } = useEditor();
  const definitions = useDefinitions();
  const scope = scopeOf(draft, index, definitions);
  return (
    <ScopeProvider value={scope}>
      <Fields path={path} />
      <div className={classes['pair']}>
        {Result !== undefined && <Result path={[...path, 'as']} />}
        <WhenField path={[...path, 'when']} noun={noun} />
      </div>
    </ScopeProvider>
  );
}

/** The condition of a step or block. */
function WhenField({ path, noun }: { path: JsonPath; noun: string }) {
  return (
    <ExpressionField
      path={path}
      label="Only when"
      hint={`An expression. Without one, the ${noun} always runs.`}
      placeholder="params.amount > 100"
      mode="expression"
      optional
    />
  );
}
