// The plain servers that Hangar is measured against: bare node:http, with nothing that Hangar does.
// Arguments: `same` answers a file's bytes; `parse` reads a body, parses it, answers a little JSON.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [mode, file] = process.argv.slice(2);
const bytes = file === undefined ? Buffer.alloc(0) : readFileSync(file);

function same(_, response) {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
  response.end(bytes);
}

function parse(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { slug } = JSON.parse(Buffer.concat(chunks).toString());
    const text = JSON.stringify({ runID: `run20261120z${slug}`, isCached: false });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    response.end(text);
  });
}

const server = createServer(mode === 'same' ? same : parse).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ event: 'ready', url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
