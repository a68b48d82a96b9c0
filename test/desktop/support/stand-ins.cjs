// Loaded into the application before it (electron -r): questions wait for the test instead of a person.
const { dialog, shell, Notification, app, Tray } = require('electron');

// The application goes on once Playwright is connected to all of it, which calls this: a page that is just being made may never
// answer who connects then.
const { promise: connected, resolve: goOn } = Promise.withResolvers();
const ready = app.whenReady();
app.whenReady = () => connected.then(() => ready);
globalThis.__playwright_run = goOn;

const asked = [];
globalThis.desktopTest = { asked, opened: [], revealed: [], shown: [], badge: 0, tray: null, toolTip: '' };

dialog.showMessageBox = (...args) => {
  const { message, buttons } = args.at(-1);
  return new Promise((resolve) => {
    asked.push({ message, buttons, answer: (button) => resolve({ response: buttons.indexOf(button) }) });
  });
};
dialog.showMessageBoxSync = (...args) => args.at(-1).cancelId;
dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: ['/chosen/file.json'] });
shell.openExternal = (url) => {
  globalThis.desktopTest.opened.push(url);
  return Promise.resolve();
};
shell.showItemInFolder = (path) => void globalThis.desktopTest.revealed.push(path);
app.setBadgeCount = (count) => {
  globalThis.desktopTest.badge = count;
  return true;
};
Notification.prototype.show = function () {
  globalThis.desktopTest.shown.push(this);
};
Notification.prototype.close = function () {
  globalThis.desktopTest.shown = globalThis.desktopTest.shown.filter((shown) => shown !== this);
};

// No desktop under test need have a tray; what it would show is the same.
Tray.prototype.setContextMenu = (menu) => void (globalThis.desktopTest.tray = menu);
Tray.prototype.setToolTip = (text) => void (globalThis.desktopTest.toolTip = text);
