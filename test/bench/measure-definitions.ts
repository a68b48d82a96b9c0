import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './figures.ts';
import { ask, get, type Lab } from './lab.ts';
import { waitDuring } from './measure-blocking.ts';
import type { Plan } from './measures.ts';
import { bareStart, type Served } from './processes.ts';

const FILES = 1000;

/** A repository of 1,000 definition files: its start, the time to see an edit, and the wait of others meanwhile. */
export async function definitions({ lab, rounds }: Plan): Promise<Figure[]> {
  const folder = repository(lab);
  const edited = join(folder, 'area0/task0.task.yaml');
  const [more, visible, waits, turns]: [number[], number[], number[], number[]] = [[], [], [], []];
  const notes: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const reference = await bareStart();
    const without = await readyAfter(lab.hangar(`without-${round}`));
    const own = await lab.watchedHangar(`with-${round}`, ['--definitions', folder]);
    try {
      more.push((own.readyAfter - without) / reference);
      notes.push(`${own.readyAfter.toFixed(0)}, ${without.toFixed(0)} to ${reference.toFixed(0)} ms`);
      const name = `Edited ${round}`;
      const { longest, turn } = await waitDuring(own, async (url) => {
        const began = performance.now();
        writeFileSync(edited, definition(0, name));
        while (!(await isNamed(url, name))) await pause(5);
        visible.push(performance.now() - began);
      });
      waits.push(longest);
      turns.push(turn.processor);
    } finally {
      await own.stop();
    }
  }
  return [
    {
      name: `start with ${FILES} definition files, more than without, to a bare node process`,
      target: null,
      unit: '×',
      values: more,
      note: notes.join('; '),
    },
    { name: `an edit of one of ${FILES} is visible`, target: { atMost: 1000 }, unit: 'ms', values: visible },
    {
      name: 'longest wait of a poll meanwhile',
      target: { atMost: 100 },
      unit: 'ms',
      values: waits,
      note: `longest turn ${Math.min(...turns).toFixed(0)} ms of processor time`,
    },
  ];
}

async function readyAfter(starting: Promise<Served>): Promise<number> {
  const own = await starting;
  await own.stop();
  return own.readyAfter;
}

async function isNamed(url: string, name: string): Promise<boolean> {
  return (await ask<{ name?: string }>(get(url, '/_emulator/tasks/task0'))).name === name;
}

/** Writes the repository; gives its folder. */
function repository(lab: Lab): string {
  const folder = join(lab.folder, 'repository');
  for (let n = 0; n < FILES; n++) {
    const area = join(folder, `area${n % 20}`);
    mkdirSync(area, { recursive: true });
    writeFileSync(join(area, `task${n}.task.yaml`), definition(n, `Task ${n}`));
    writeFileSync(join(area, `task${n}.ts`), 'export default (params: { id: string }) => params.id;\n');
  }
  return folder;
}

function definition(n: number, name: string): string {
  return `slug: task${n}
name: ${name}
description: Does the work number ${n}.
parameters:
  - { slug: id, name: ID, type: shorttext, regex: '[A-Z]+' }
  - { slug: amount, name: Amount, type: integer, default: 10, options: [10, 20, { label: Thirty, value: 30 }] }
node:
  entrypoint: task${n}.ts
  envVars: { LEVEL: info, REGION: { value: eu } }
timeout: 600
`;
}
