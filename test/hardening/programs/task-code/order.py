"""Task code as users have it: what an SDK's functions do, by the standard library. `do` says which part of it runs."""

import base64, json, os, sys, time, urllib.error, urllib.request
from datetime import datetime, timedelta, timezone

host, token = os.environ['ACME_API_HOST'], os.environ['ACME_TOKEN']
params = json.load(sys.stdin)
INTERVAL = 0.02


def call(path, body=None):
    """Calls the API; waits and calls again while it answers that it has no time."""
    for attempt in range(10):
        data = None if body is None else json.dumps(body).encode()
        headers = {'X-Acme-Token': token, 'Content-Type': 'application/json'}
        try:
            with urllib.request.urlopen(urllib.request.Request(f'{host}/v0/{path}', data, headers)) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504) or attempt == 9:
                raise Exception(f'{path}: {json.load(error)["error"]}')
            time.sleep(float(error.headers.get('Retry-After', 0.01)))


def poll(read):
    """Reads until there is a result."""
    while True:
        result = read()
        if result is not None:
            return result
        time.sleep(INTERVAL)


def printed(line):
    print(line, flush=True)


def output(path, value):
    printed(f'acme_output_set{path and ":" + path} {json.dumps(value)}')


def append(path, value):
    printed(f'acme_output_append:{path} {json.dumps(value)}')


def output_long(path, value):
    """Prints a long line as SDKs do: in chunks."""
    line = f'acme_output_set:{path} {json.dumps(value, ensure_ascii=False)}'
    for at in range(0, len(line), 8192):
        printed(f'acme_chunk:{path} {line[at:at + 8192]}')
    printed(f'acme_chunk_end:{path}')


def ended(run_id):
    def status():
        found = call(f'runs/get?id={run_id}')['status']
        return found if found in ('Succeeded', 'Failed', 'Cancelled') else None

    return poll(status)


def execute(slug, param_values):
    run_id = call('tasks/execute', {'slug': slug, 'paramValues': param_values})['runID']
    return {'status': ended(run_id), **call(f'runs/getOutputs?id={run_id}')}


def create_prompt(parameters):
    return call('prompts/create', {
        'schema': {'parameters': parameters}, 'reviewers': None, 'confirmText': 'Order', 'cancelText': None,
        'description': None, 'notify': True})['id']


def ask_for(parameters):
    prompt_id = create_prompt(parameters)

    def values():
        prompt = call(f'prompts/get?id={prompt_id}')['prompt']
        if prompt['cancelledAt'] is not None:
            raise Exception('The prompt was cancelled.')
        return None if prompt['submittedAt'] is None else prompt['values']

    return poll(values)


def sleep(duration_ms):
    until = datetime.now(timezone.utc) + timedelta(milliseconds=duration_ms)
    sleep_id = call('sleeps/create', {'durationMs': duration_ms, 'until': until.isoformat()})['id']

    def slept():
        found = call(f'sleeps/get?id={sleep_id}')
        done = found['skippedAt'] is not None or datetime.now(timezone.utc) >= until
        return found['durationMs'] if done else None

    return poll(slept)


def upload(file_name, content):
    made = call('uploads/create', {'fileName': file_name, 'sizeBytes': len(content)})
    urllib.request.urlopen(urllib.request.Request(made['writeOnlyURL'], content, method='PUT')).close()
    return {'__acmeType': 'upload', 'id': made['upload']['id'], 'url': made['readOnlyURL']}


def show(display):
    call('displays/create', {'display': display})


def execute_by_older_name(slug, param_values):
    task = call(f'tasks/getTaskReviewers?taskSlug={slug}')['task']
    return ended(call('runs/create', {'taskID': task['id'], 'params': param_values})['runID'])


def request_task(slug, param_values):
    found = call(f'tasks/getTaskReviewers?taskSlug={slug}')
    trigger = next(each for each in found['task']['triggers'] if each['kind'] == 'form')
    return call('requests/create', {
        'triggerID': trigger['triggerID'], 'reason': 'An order', 'reviewers': found['reviewers'],
        'requestData': {'taskData': {'paramValues': param_values}}})['triggerRequestID']


def request_and_wait(slug, param_values):
    request_id = request_task(slug, param_values)

    def answered():
        found = call(f'requests/get?triggerRequestID={request_id}')
        return None if found['status'] == 'pending' else found

    answer = poll(answered)
    if answer['status'] == 'rejected':
        return {'status': 'rejected', 'reason': answer['rejectedReason']}
    run_id = answer['triggerReceipt']['taskRunID']
    return {'status': ended(run_id), **call(f'runs/getOutputs?id={run_id}')}


def do_all():
    names = os.environ
    output('', {'task': names['ACME_TASK_SLUG'], 'environment': names['ACME_ENV_SLUG'],
                'region': params['region']['value']})
    with urllib.request.urlopen(params['file']['url']) as answer:
        output('text', answer.read().decode())
    output('["same file"]', json.loads(names['ACME_PARAM_FILE'])['id'] == params['file']['id'])
    for item in ['tea', 'milk', 'süß']:
        append('items', item)
    output_long('long', 'é' * 20_000)
    output('child', execute('pack', {'size': 2}))
    output('answer', ask_for([{'slug': 'color', 'options': ['red', 'blue']}, {'slug': 'note', 'default': 'none'}]))
    output('slept', sleep(60))
    file = upload('list 1.csv', 'a,b,ü'.encode())
    output('passed', execute('count', {'file': file}))
    show({'kind': 'markdown', 'content': '# Packed'})
    show({'kind': 'json', 'value': {'size': 2}})
    show({'kind': 'table', 'columns': [{'slug': 'item', 'name': None}], 'rows': [{'item': 'tea'}]})
    show({'kind': 'file', 'uploadID': file['id']})
    output('older', execute_by_older_name('pack', {'size': 3}))
    output('paid', request_and_wait('pay', {'amount': 5}))
    id_token = call('oidc/generateIDToken', {'audience': 'https://pay.example.com'})['token']
    claims = json.loads(base64.urlsafe_b64decode(id_token.split('.')[1] + '=='))
    output('claims', {'aud': claims['aud'], 'task': claims['task'],
                      'isOwnRun': claims['run'] == names['ACME_RUN_ID']})
    runner = names['ACME_RUNNER_ID']
    output('runner', call(f'users/get?userID={runner}')['user']['userID'] == runner)


def do_busy():
    output('child', execute('pack', {'size': 1}))
    output('slept', sleep(40))


def do_everything_at_once():
    create_prompt([])
    request_task('pay', {'amount': 1})
    call('tasks/execute', {'slug': 'waits'})
    call('uploads/create', {'fileName': 'never.bin', 'sizeBytes': 5})
    call('sleeps/create', {'durationMs': 3_600_000})
    printed(f'begun by {os.getpid()}')
    run_id = os.environ['ACME_RUN_ID']
    while call(f'runs/get?id={run_id}'):
        time.sleep(INTERVAL)


WORK = {
    'all': do_all,
    'failing_child': lambda: output('child', execute('breaks', {})),
    'busy': do_busy,
    'forever': lambda: ask_for([]),
    'everything_at_once': do_everything_at_once,
}
WORK[params['do']]()
