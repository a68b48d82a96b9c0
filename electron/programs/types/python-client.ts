/** The part of a Python file that is the same for every workspace. */
export const PYTHON_CLIENT = `class ExecutionError(Exception):
    """A run or a session that did not succeed, or a request that was refused."""

    def __init__(self, message: str, id: str, status: str, output: Any) -> None:
        super().__init__(message)
        self.id = id
        self.status = status
        self.output = output


class _Service:
    def __init__(self, url: Optional[str], api_key: Optional[str], environment: Optional[str]) -> None:
        self.url = (url or os.environ.get("HANGAR_URL") or "http://127.0.0.1:4100").rstrip("/")
        key = api_key or os.environ.get("HANGAR_API_KEY")
        if not key:
            raise ValueError("there is no API key: set HANGAR_API_KEY, or give api_key")
        self.headers = {"X-Service-API-Key": key, "Content-Type": "application/json"}
        if environment is not None:
            self.headers["X-Service-Env-Slug"] = environment

    def call(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=self.headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            text = error.read().decode("utf-8", "replace")
            raise ExecutionError(f"{path} answered {error.code}: {text}", "", str(error.code), text) from None

    def ended(self, path: str, id: str, timeout: Optional[float]) -> str:
        begin = time.monotonic()
        pause = 0.02
        while True:
            status = str(self.call(path + "?id=" + urllib.parse.quote(id, safe=""))["status"])
            if status in ("Succeeded", "Failed", "Cancelled"):
                return status
            if timeout is not None and time.monotonic() - begin > timeout:
                raise ExecutionError(f"{id} has not ended in time", id, status, None)
            time.sleep(pause)
            pause = min(pause * 1.5, 1.0)


def _execute_task(slug: str, param_values: Any, service: _Service, timeout: Optional[float]) -> Any:
    run = service.call("/v0/tasks/execute", {"slug": slug, "paramValues": param_values or {}})["runID"]
    status = service.ended("/v0/runs/get", run, timeout)
    output = service.call("/v0/runs/getOutputs?id=" + urllib.parse.quote(run, safe=""))["output"]
    if status == "Succeeded":
        return output
    raise ExecutionError(f"run {run} of {slug} is {status}: {json.dumps(output)}", run, status, output)


def _execute_runbook(slug: str, param_values: Any, service: _Service, timeout: Optional[float]) -> str:
    session = str(service.call("/v0/runbooks/execute", {"slug": slug, "paramValues": param_values or {}})["sessionID"])
    status = service.ended("/v0/sessions/get", session, timeout)
    if status == "Succeeded":
        return session
    raise ExecutionError(f"session {session} of {slug} is {status}", session, status, None)
`;
