import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Copy, DockerfileParser, Env, From, type Instruction } from 'dockerfile-ast';

/** The folders that an image has of its own; everything else is the machine's. */
const OWN = /(?<![^\s=:"'(])\/(?=(?:src|packed|opt|data)\b)/g;
/** The user `node` of the official images. */
const NODE_USER = 1000;

/** Links stay as they are: they lead to places of the image. */
const AS_IS = { recursive: true, verbatimSymlinks: true };

/** Result of a stage of a Dockerfile, built by hand in a folder that represents the image's root. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The user that its program runs as; undefined where this process may not choose one. */
  readonly uid: number | undefined;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** A base that has Node, as this machine has: `FROM node:…`. */
const BASE = { cwd: '/', uid: undefined, entrypoint: [], command: [], healthcheck: [] };

/** The environment of a build. */
export interface BuildOptions {
  /** The folder whose files are sent to it. */
  readonly context: string;
  readonly env: Readonly<Record<string, string>>;
  /** Replacements for commands of `RUN`, by their text, called with the folder that the command would run in. */
  readonly standIns?: Readonly<Record<string, (folder: string) => Promise<void>>>;
}

/**
 * Carries out the steps of a Dockerfile on this machine, without an engine: each stage in a folder of its own, in which the absolute
 * paths of the image lie. Gives the last stage; `remove` takes everything away.
 */
export async function buildByHand(dockerfile: string, { context, env, standIns = {} }: BuildOptions) {
  const scratch = await mkdtemp(join(tmpdir(), 'hangar-image-'));
  // Another user must be able to run its content.
  chmodSync(scratch, 0o755);
  const stages = new Map<string, Image>();
  let image: Image | undefined;
  for (const instruction of DockerfileParser.parse(await readFile(dockerfile, 'utf8')).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? 'last';
      image = { ...BASE, root: join(scratch, name), env };
      await mkdir(image.root);
      stages.set(name, image);
    } else if (image !== undefined) {
      const step = STEPS[instruction.getKeyword()];
      if (step === undefined) throw new Error(`nobody has said what ${instruction.getKeyword()} does here`);
      const [name] = [...stages].at(-1) ?? [''];
      image = {
        ...image,
        ...(await step(instruction, { image, stages, context, standIns, ignore: `${dockerfile}.dockerignore` })),
      };
      stages.set(name, image);
    }
  }
  if (image === undefined) throw new Error('the Dockerfile has no stage');
  return { image, remove: () => rm(scratch, { recursive: true, force: true }) };
}

interface Site {
  readonly image: Image;
  readonly stages: ReadonlyMap<string, Image>;
  readonly context: string;
  readonly standIns: NonNullable<BuildOptions['standIns']>;
  readonly ignore: string;
}

type Step = (instruction: Instruction, site: Site) => Promise<Partial<Image>> | Partial<Image>;

const STEPS: Readonly<Record<string, Step | undefined>> = {
  LABEL: () => ({}),
  WORKDIR: async (instruction, { image }) => {
    const cwd = resolve(image.cwd, textOf(instruction));
    await mkdir(join(image.root, cwd), { recursive: true });
    return { cwd };
  },
  COPY: (instruction, site) => (instruction instanceof Copy ? copy(instruction, site) : {}),
  RUN: async (instruction, { image, standIns }) => {
    const standIn = standIns[textOf(instruction)];
    if (standIn !== undefined) {
      await standIn(join(image.root, image.cwd));
      return {};
    }
    // The user of the official images, which this machine need not have.
    const names = `chown() { command chown "$(echo "$1" | sed 's/node/${NODE_USER}/g')" "$2"; }`;
    const prelude = process.getuid?.() === 0 ? names : 'chown() { :; }';
    const script = `${prelude}\n${inRoot(image, textOf(instruction))}`;
    await promisify(execFile)('/bin/sh', ['-euc', script], {
      cwd: join(image.root, image.cwd),
      env: image.env,
      maxBuffer: 1e8,
    });
    return {};
  },
  ENV: (instruction, { image }) => {
    const properties = instruction instanceof Env ? instruction.getProperties() : [];
    const set = properties.map((property): [string, string] => {
      const text = (property.getValue() ?? '').replace(/\$(\w+)/g, (_, name: string) => image.env[name] ?? '');
      return [property.getName(), inRoot(image, text)];
    });
    return { env: { ...image.env, ...Object.fromEntries(set) } };
  },
  USER: () => ({ uid: process.getuid?.() === 0 ? NODE_USER : undefined }),
  VOLUME: () => ({}),
  EXPOSE: () => ({}),
  ENTRYPOINT: (instruction) => ({ entrypoint: wordsOf(instruction) }),
  CMD: (instruction) => ({ command: wordsOf(instruction) }),
  HEALTHCHECK: (instruction) => ({ healthcheck: wordsOf(instruction) }),
};

async function copy(instruction: Copy, { image, stages, context, ignore }: Site): Promise<Partial<Image>> {
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const target = resolve(image.cwd, paths.at(-1) ?? '');
  const from = instruction.getFromFlag()?.getValue();
  const source = from === undefined || from === null ? undefined : stages.get(from);
  const sent = await sentFiles(ignore);
  for (const path of paths.slice(0, -1)) {
    if (source !== undefined) await cp(join(source.root, path), join(image.root, target), AS_IS);
    else if (path === '.') for (const name of sent) await bring(name);
    else if (sent.includes(path)) await bring(path);
    else throw new Error(`COPY ${path}: it is not sent to the build`);
  }
  return {};

  async function bring(name: string): Promise<void> {
    const folder = join(image.root, target);
    await mkdir(folder, { recursive: true });
    // Keeps the times of files, by which a build knows whether it is fresh; Node's own copies round them.
    await promisify(execFile)('cp', ['-a', join(context, name), folder]);
  }
}

/** The files sent to a build: the exceptions in the ignore file. */
async function sentFiles(ignore: string): Promise<string[]> {
  const lines = (await readFile(ignore, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== '*' || lines.slice(1).some((line) => !/^![\w.-]+$/.test(line)))
    throw new Error('names after ! only');
  return lines.slice(1).map((line) => line.slice(1));
}

function textOf(instruction: Instruction): string {
  return instruction.getArgumentsContent() ?? '';
}

/** The words of an instruction in its JSON form. */
function wordsOf(instruction: Instruction): string[] {
  const text = textOf(instruction);
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

/** A text with the image's absolute paths moved under the folder that represents its root. */
function inRoot({ root }: Image, text: string): string {
  return text.replace(OWN, `${root}/`);
}
