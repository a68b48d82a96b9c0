from worker import Service, refund_all


def worker_of(hangar):
    return Service(hangar.url, hangar.api_key)


def test_each_order_is_refunded(hangar):
    assert refund_all({"AB1": 40, "AB2": 60}, worker_of(hangar)) == {"AB1": 40, "AB2": 60}


def test_a_busy_service_is_asked_again_and_pays_once(hangar):
    hangar.faults.add(match={"operation": "tasks/execute"}, times=1, status=429, retryAfterSeconds=1)
    assert refund_all({"AB1": 40}, worker_of(hangar)) == {"AB1": 40}
    assert len(hangar.call("/v0/runs/list")["runs"]) == 1


def test_a_refund_that_fails_does_not_stop_the_others(hangar):
    hangar.faults.add(kind="run", match={"task": "refund"}, times=1)
    assert sorted(map(str, refund_all({"AB1": 40, "AB2": 60}, worker_of(hangar)).values())) == ["60", "Failed"]
