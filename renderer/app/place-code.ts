// Runs beside the window's own start (index.html): asks for the code of the place that an address names while everything
// else is still being read. A place's folder in features/ is named as its path.
const pages = import.meta.glob('../features/*/*Page.tsx');
const [, place = ''] = location.pathname.split('/');
const [first] = Object.entries(pages).filter(([file]) => file.startsWith(`../features/${place || 'overview'}/`));
// The window itself asks again, and says so when it cannot be had.
void first?.[1]().catch(() => undefined);
