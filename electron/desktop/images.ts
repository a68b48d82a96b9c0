import { nativeImage, type NativeImage } from 'electron';
import dot from './images/dot.png?inline';
import icon from './images/icon.png?inline';
import tray from './images/tray.png?inline';
import trayTemplate from './images/tray-template.png?inline';
import trayWaiting from './images/tray-waiting.png?inline';

/** Images of the desktop shell, as the platform needs them. */
export interface Images {
  readonly icon: NativeImage;
  readonly dot: NativeImage;
  readonly tray: { readonly idle: NativeImage; readonly waiting: NativeImage };
}

/** Loads the images. Call after the application is ready. */
export function loadImages(): Images {
  const waiting = isMac() ? template() : nativeImage.createFromDataURL(trayWaiting);
  return {
    icon: nativeImage.createFromDataURL(icon),
    dot: nativeImage.createFromDataURL(dot),
    tray: { idle: isMac() ? template() : nativeImage.createFromDataURL(tray), waiting },
  };
}

function isMac(): boolean {
  return process.platform === 'darwin';
}

/** Template image: macOS colours it itself and shows the number beside it. */
function template(): NativeImage {
  const image = nativeImage.createFromBuffer(nativeImage.createFromDataURL(trayTemplate).toPNG(), { scaleFactor: 2 });
  image.setTemplateImage(true);
  return image;
}
