import { CodeFiles, type CodeFile } from '../../../../shared/definitions/code-file.ts';
import { parseJson } from '../../../../shared/values/json.ts';
import { messageOf } from '../../../../shared/values/messages.ts';
import { clearTimeout, setTimeout } from '../../timers/timers.ts';
import { killGroup, killRest } from '../../platform/end-processes.ts';
import { startProcess } from '../../platform/start-process.ts';

/** Limits of a program that lists definitions. */
const MOST = { milliseconds: 20_000, bytes: 10_000_000 };

/** Imports files, and prints the definitions that decorators of the SDK have made, with the fields of definition files. */
const PROGRAM = `
import importlib.util, json, os, re, sys, traceback
word, files = sys.argv[1], sys.argv[2:]
mark = "__" + word
out = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
sys.argv = [""]
sys.path.insert(0, os.getcwd())

FIELDS = ("slug", "name", "description", "runtime", "timeout", "constraints", "require_requests", "allow_self_approvals",
    "restrict_callers", "concurrency_key", "concurrency_limit", "default_run_permissions", "permissions", "allow_cached_max_age")
INFO = ("slug", "name", "description", "type", "required", "default", "regex", "options", "multi")

def camel(name):
    return re.sub(r"_(\\w)", lambda found: found[1].upper(), name)

def items(value):
    return list(value.values()) if isinstance(value, dict) else list(value or [])

def plain(value):
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, dict):
        return {camel(str(key)): plain(item) for key, item in value.items() if item is not None}
    if isinstance(value, (list, tuple, set)):
        return [plain(item) for item in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "value") and not hasattr(value, "__dict__"):
        return plain(value.value)
    if type(value).__name__ == "ConfigVar":
        return {"config": value.name}
    if hasattr(value, "__dict__"):
        return {camel(key): plain(item) for key, item in vars(value).items() if item is not None and not key.startswith("_")}
    return str(value)

def has(value, names):
    return {camel(name): plain(getattr(value, name)) for name in names if getattr(value, name, None) is not None}

def parameter(given):
    info = getattr(given, "param_info", None) or given
    found = has(info, INFO)
    found["slug"] = found.get("slug") or getattr(given, "slug", None) or given.arg_name
    return found

def config(task, function):
    found = has(task, FIELDS)
    found["slug"] = found.get("slug") or function.__name__
    found["parameters"] = [parameter(one) for one in items(getattr(task, "parameters", None))]
    resources = getattr(task, "resources", None)
    if resources:
        found["resources"] = {one.alias or one.slug: one.slug for one in items(resources)} if not isinstance(resources, dict) or any(hasattr(one, "slug") for one in resources.values()) else plain(resources)
    variables = {}
    for one in items(getattr(task, "env_vars", None)):
        named = getattr(one, "config_var_name", None)
        variables[one.name] = {"config": named} if named is not None else {"value": one.value if one.value is not None else ""}
    if variables:
        found["envVars"] = variables
    schedules = {}
    for one in items(getattr(task, "schedules", None)):
        schedule = has(one, ("cron", "name", "description"))
        values = getattr(one, "param_values", None)
        if values:
            schedule["paramValues"] = {key: plain(value) for key, value in values.items()}
        schedules[one.slug] = schedule
    if schedules:
        found["schedules"] = schedules
    webhooks = {}
    for one in items(getattr(task, "webhooks", None)):
        webhooks[one.slug] = {camel(key): value for key, value in vars(one).items() if key.startswith("require_") and isinstance(value, bool)}
    if webhooks:
        found["webhooks"] = webhooks
    return found

def line_of(error, path):
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 1
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return lines[-1] if lines else 1

read = []
for path in files:
    found = {"file": path, "definitions": []}
    folder = os.path.dirname(path)
    sys.path.insert(1, folder)
    try:
        spec = importlib.util.spec_from_file_location(re.sub(r"\\W", "_", os.path.basename(path)[:-3]), path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        for name, function in list(vars(module).items()):
            task = getattr(function, "__dict__", {}).get(mark)
            code = getattr(function, "__code__", None)
            wrapped = getattr(getattr(function, "__wrapped__", None), "__code__", None) or getattr(getattr(task, "func", None), "__code__", None) or code
            if task is None or not hasattr(task, "run"):
                continue
            if getattr(function, "__module__", spec.name) != spec.name or (wrapped is not None and wrapped.co_filename not in (path, code and code.co_filename)):
                continue
            line = wrapped.co_firstlineno if wrapped is not None and wrapped.co_filename == path else 1
            found["definitions"].append({"name": name, "isTask": True, "config": config(task, function), "line": line})
    except BaseException as error:
        message = str(error) or type(error).__name__
        if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == word:
            message = "imports the SDK, which is not installed for this Python: " + message
        found["problem"] = {"line": line_of(error, path), "column": 1, "message": message}
    sys.path.remove(folder)
    read.append(found)
out.write(json.dumps(read, default=str))
out.flush()
os._exit(0)
`;

/** Files of Python, and the program and the environment that they are executed with. */
interface PythonFiles {
  readonly files: readonly string[];
  readonly cwd: string;
  readonly python: string;
  readonly word: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Executes files of Python to list their definitions. Never rejects: a failure is a problem of each file. */
export async function listPython(given: PythonFiles): Promise<readonly CodeFile[]> {
  try {
    return CodeFiles.parse(parseJson(await output(given)));
  } catch (error) {
    const message = messageOf(error);
    return given.files.map((file) => ({ file, definitions: [], problem: { line: 1, column: 1, message } }));
  }
}

async function output({ files, cwd, python, word, env }: PythonFiles): Promise<string> {
  // The program comes by the input: a command line has a limit, and Windows ends one at its first line where a .bat starts Python.
  const child = await startProcess({ command: [python, '-', word, ...files], shell: false, cwd, env });
  const { pid = 0, stdin, stdout, stderr } = child;
  stdin.on('error', () => undefined);
  stdin.end(PROGRAM);
  const parts: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  let reason = '';
  const stop = (why: string): void => {
    reason ||= why;
    killGroup(pid, 'SIGKILL');
  };
  const late = setTimeout(
    () => stop(`listing its definitions takes more than ${MOST.milliseconds / 1000} s`),
    MOST.milliseconds,
  );
  stdout.on('data', (part: Buffer) => {
    parts.push(part);
    if ((size += part.length) > MOST.bytes) stop('lists more than 10 MB of definitions');
  });
  stderr.on('data', (part: Buffer) => {
    if (errors.length < 100) errors.push(part);
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(late);
  // Processes that the code has left behind.
  killRest(pid);
  if (reason !== '' || code !== 0) throw new Error(reason || failureOf(errors, code));
  return Buffer.concat(parts).toString('utf8');
}

/** The reason of a failed listing: the last line that the program has printed. */
function failureOf(errors: readonly Buffer[], code: number | null): string {
  const said = Buffer.concat(errors).toString('utf8').trim().split('\n').at(-1) ?? '';
  return `its definitions cannot be listed: ${said || `exit code ${code ?? ''}`}`;
}
