import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Message, type MessageBus, sessionBus, Variant } from '@jellybrick/dbus-next';
import { toolPath } from '../../tools/tools.ts';

/** A notification sent to the desktop's service. */
export interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

/** The entry of a tray's menu. */
export interface TrayEntry {
  readonly id: number;
  readonly label: string;
  readonly enabled: boolean;
}

/** A desktop session of its own: a message bus, and on it the services that a desktop has, with nobody at it but the test. */
export interface Session {
  /** Value of `DBUS_SESSION_BUS_ADDRESS`. */
  readonly address: string;
  /** The currently shown notifications. */
  readonly notifications: () => readonly ShownNotification[];
  readonly clickNotification: (id: number) => void;
  /** The tray's icon of a process, by the name of its connection. */
  readonly trayItemOf: (process: number) => Promise<string | undefined>;
  readonly tray: (item: string) => Promise<{ readonly toolTip: string; readonly entries: readonly TrayEntry[] }>;
  readonly chooseInTray: (item: string, entry: number) => Promise<void>;
  /** Addresses of files that the file manager was asked to show. */
  readonly revealed: () => readonly string[];
  readonly close: () => void;
}

/** Nothing of the machine's own desktop is started: no folder of services is named. */
const CONFIGURATION = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=FOLDER</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

/** Opens a session, in a test for which there is a `dbus-daemon`. */
export async function openSession(): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'hangar-bus-'));
  const file = join(folder, 'bus.conf');
  writeFileSync(file, CONFIGURATION.replace('FOLDER', folder));
  const daemon: ChildProcess = spawn(
    toolPath('dbus-daemon') ?? '',
    [`--config-file=${file}`, '--nofork', '--print-address'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [printed] = (await once(daemon.stdout!, 'data')) as [Buffer];
  const address = printed.toString().trim();
  const bus = sessionBus({ busAddress: address });
  const { kept, answers } = desktopServices();
  let isClosed = false;
  bus.addMethodHandler((message) => {
    // Nobody is there any more to be answered.
    if (isClosed) return true;
    const answer = answers[`${message.interface}.${message.member}`]?.(...(message.body as never[]));
    if (answer === undefined) return false;
    bus.send(Message.newMethodReturn(message, answer.signature, answer.body));
    return true;
  });
  for (const name of SERVICES) await bus.requestName(name);
  const signal = (member: string, body: unknown[]): void =>
    bus.send(Message.newSignal('/org/freedesktop/Notifications', NOTIFICATIONS, member, 'us', body));
  return {
    address,
    notifications: () => [...kept.shown.values()],
    clickNotification: (id) => signal('ActionInvoked', [id, 'default']),
    trayItemOf: async (process) => {
      for (const item of kept.items) if ((await processOf(bus, item)) === process) return item;
      return undefined;
    },
    tray: (item) => readTray(bus, item),
    chooseInTray: async (item, entry) => {
      const body = [entry, 'clicked', new Variant('i', 0), 0];
      await call(bus, item, {
        path: await menuOf(bus, item),
        interface: MENU,
        member: 'Event',
        signature: 'isvu',
        body,
      });
    },
    revealed: () => kept.revealed,
    close: () => {
      isClosed = true;
      bus.disconnect();
      daemon.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';
const FILES = 'org.freedesktop.FileManager1';
const SERVICES = [NOTIFICATIONS, WATCHER, FILES];

/** The answer of a service: values, and their D-Bus types. */
interface Answer {
  readonly signature: string;
  readonly body: unknown[];
}

const DONE: Answer = { signature: '', body: [] };

/** Notification service, list of tray icons and file manager, which do nothing but remember what they were asked. */
function desktopServices() {
  const kept = { shown: new Map<number, ShownNotification>(), items: [] as string[], revealed: [] as string[] };
  let last = 0;
  const answers: Record<string, ((...body: never[]) => Answer) | undefined> = {
    [`${NOTIFICATIONS}.Notify`]: (...[, replaces, , title, body]: [string, number, string, string, string]) => {
      const id = replaces === 0 ? ++last : replaces;
      kept.shown.set(id, { id, title, body });
      return { signature: 'u', body: [id] };
    },
    [`${NOTIFICATIONS}.CloseNotification`]: (id: number) => {
      kept.shown.delete(id);
      return DONE;
    },
    [`${NOTIFICATIONS}.GetCapabilities`]: () => ({ signature: 'as', body: [['actions', 'body']] }),
    [`${NOTIFICATIONS}.GetServerInformation`]: () => ({ signature: 'ssss', body: ['Stand-in', 'Hangar', '1', '1.2'] }),
    // The only requested property: whether a tray is shown.
    'org.freedesktop.DBus.Properties.Get': () => ({ signature: 'v', body: [new Variant('b', true)] }),
    [`${WATCHER}.RegisterStatusNotifierItem`]: (item: string) => {
      kept.items.push(item);
      return DONE;
    },
    [`${FILES}.ShowItems`]: (addresses: string[]) => {
      kept.revealed.push(...addresses);
      return DONE;
    },
  };
  return { kept, answers };
}

const ITEM = 'org.kde.StatusNotifierItem';
const MENU = 'com.canonical.dbusmenu';

type Call = Pick<Message, 'path' | 'interface' | 'member' | 'signature' | 'body'>;

async function call(bus: MessageBus, destination: string, message: Call): Promise<readonly unknown[]> {
  const answer = await bus.call(new Message({ ...message, destination }));
  return answer?.body ?? [];
}

/** The process of a connection; `undefined` when that is gone. */
async function processOf(bus: MessageBus, connection: string): Promise<number | undefined> {
  const ask = call(bus, 'org.freedesktop.DBus', {
    ...{ path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' },
    ...{ member: 'GetConnectionUnixProcessID', signature: 's', body: [connection] },
  });
  const [process] = await ask.catch(() => []);
  return process as number | undefined;
}

async function itemProperty(bus: MessageBus, item: string, name: string): Promise<unknown> {
  const [value] = await call(bus, item, {
    ...{ path: '/StatusNotifierItem', interface: 'org.freedesktop.DBus.Properties', member: 'Get' },
    ...{ signature: 'ss', body: [ITEM, name] },
  });
  return (value as Variant).value;
}

async function menuOf(bus: MessageBus, item: string): Promise<string> {
  return (await itemProperty(bus, item, 'Menu')) as string;
}

/** An entry of a menu as it is sent: its ID, what it shows, and the entries beneath. */
type SentEntry = [id: number, properties: Record<string, Variant | undefined>, entries: Variant<SentEntry>[]];

async function readTray(bus: MessageBus, item: string): Promise<{ toolTip: string; entries: TrayEntry[] }> {
  const [, , title = ''] = (await itemProperty(bus, item, 'ToolTip')) as unknown[];
  const [, layout] = await call(bus, item, {
    ...{ path: await menuOf(bus, item), interface: MENU, member: 'GetLayout' },
    ...{ signature: 'iias', body: [0, -1, []] },
  });
  const entries = (layout as SentEntry)[2].map(({ value: [id, { label, enabled }] }) => ({
    id,
    label: ((label?.value ?? '') as string).replaceAll('__', '_'),
    enabled: enabled?.value !== false,
  }));
  return { toolTip: String(title), entries };
}
