import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const { HANGAR_URL: url, HANGAR_API_KEY: apiKey } = process.env;
/** The files of the page by path, each with its type. */
const FILES = { '/': ['index.html', 'text/html'], '/page.js': ['page.js', 'text/javascript'] };

createServer(async ({ url: path }, response) => {
  // A real page would get the key of the person who has signed in.
  if (path === '/service.json') return response.end(JSON.stringify({ url, apiKey }));
  const [file, type] = FILES[path] ?? [];
  if (file === undefined) return response.writeHead(404).end();
  response.setHeader('Content-Type', type);
  response.end(await readFile(new URL(file, import.meta.url)));
}).listen(3000, 'localhost', () => console.log(`Page: http://localhost:3000 · window of Hangar: ${url}`));
