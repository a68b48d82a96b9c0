import {
  Alert,
  Button,
  type ButtonProps,
  Checkbox,
  Group,
  Menu,
  Notification,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Skeleton,
  Switch,
  TextInput,
} from '@mantine/core';
import { IconButton } from '../../ui/IconButton.tsx';
import { Select } from '../../ui/Select.tsx';
import { type Examples, LONG_TEXT, LONG_WORD } from './example.ts';

const buttons = (props: ButtonProps) => (
  <Group gap="sm">
    <Button {...props}>Default</Button>
    <Button variant="filled" {...props}>
      Primary
    </Button>
    <Button variant="filled" color="bad" {...props}>
      Danger
    </Button>
    <Button variant="light" {...props}>
      Light
    </Button>
    <Button variant="subtle" {...props}>
      Subtle
    </Button>
    <Button size="compact-xs" {...props}>
      Small
    </Button>
  </Group>
);
const iconButton = <IconButton icon="pause" label="Pause" />;
const choices = (name: string, props: { disabled?: boolean }) => (
  <Group gap="md">
    <Checkbox label="Failed" {...props} />
    <Checkbox label="Succeeded" defaultChecked {...props} />
    <Radio name={name} label="One" {...props} />
    <Radio name={name} label="Two" defaultChecked {...props} />
    <Switch label="On" defaultChecked {...props} />
    <Switch label="Off" {...props} />
  </Group>
);
const nothing = () => undefined;
const ENVIRONMENTS = ['Development', 'Production'];
const field = <TextInput label="Name" description="Shown in lists." defaultValue="Refund an order" />;

/** The component library's controls in our theme. */
export const examples: Examples = {
  Button: {
    default: buttons({}),
    hover: buttons({}),
    focus: buttons({}),
    disabled: buttons({ disabled: true }),
    loading: buttons({ loading: true }),
    'long text': <Button>{LONG_WORD}</Button>,
  },
  IconButton: { default: iconButton, hover: iconButton, focus: iconButton },
  TextInput: {
    default: field,
    hover: field,
    focus: field,
    empty: <TextInput label="Slug" placeholder="refund_order" />,
    disabled: <TextInput label="Slug" defaultValue="refund_order" disabled />,
    error: <TextInput label="Slug" description="Used by clients." defaultValue="Refund order" error="No spaces." />,
    'long text': <TextInput label="Name" description={LONG_TEXT} defaultValue={LONG_WORD} />,
  },
  NumberInput: {
    default: <NumberInput label="Port" defaultValue={5432} />,
    error: <NumberInput label="Port" defaultValue={-1} error="From 1 to 65535." />,
  },
  PasswordInput: { default: <PasswordInput label="Password" defaultValue="secret" /> },
  Select: {
    default: <Select label="Environment" value="Development" data={ENVIRONMENTS} onValue={nothing} />,
    unknown: <Select label="Environment" value="Staging" data={ENVIRONMENTS} onValue={nothing} />,
    disabled: <Select label="Environment" value="Development" data={ENVIRONMENTS} onValue={nothing} disabled />,
  },
  Choices: {
    default: choices('default', {}),
    hover: choices('hover', {}),
    focus: choices('focus', {}),
    disabled: choices('disabled', { disabled: true }),
  },
  SegmentedControl: {
    default: <SegmentedControl data={['Tree', 'Table', 'Raw']} aria-label="View" />,
    disabled: <SegmentedControl data={['Tree', 'Table', 'Raw']} aria-label="View, disabled" disabled />,
  },
  Menu: {
    default: (
      <Menu>
        <Menu.Target>
          <Button>Add step</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Log</Menu.Item>
          <Menu.Item>Prompt</Menu.Item>
          <Menu.Item disabled>Wait</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    ),
  },
  Alert: {
    default: <Alert title="Findings">Two clients repeat a request without a key.</Alert>,
    error: (
      <Alert color="bad" title="Not saved">
        {LONG_TEXT}
      </Alert>
    ),
  },
  Notification: {
    default: <Notification title="Restored">The checkpoint of 12:04.</Notification>,
    error: (
      <Notification color="bad" title="Not saved yet">
        {LONG_WORD}
      </Notification>
    ),
  },
  Skeleton: { loading: <Skeleton height={60} aria-hidden /> },
};
