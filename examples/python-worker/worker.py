"""Refunds a batch of orders. Needs nothing but Python 3.9."""

import json
import os
import sys
import time
import urllib.error
import urllib.request


class Service:
    def __init__(self, url=None, api_key=None):
        self.url = url or os.environ["HANGAR_URL"]
        self.api_key = api_key or os.environ["HANGAR_API_KEY"]

    def call(self, path, body=None, key=None, retries=3):
        headers = {"X-Service-API-Key": self.api_key, **({"Idempotency-Key": key} if key else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            # Only what may pass by itself is tried again; with a key, it is executed once.
            if retries == 0 or error.code not in (429, 503):
                raise
            time.sleep(float(error.headers.get("Retry-After") or 0.2))
            return self.call(path, body, key, retries - 1)


def refund_all(orders, service=None):
    service = service or Service()
    runs = {
        order: service.call(
            "/v0/tasks/execute",
            {"slug": "refund", "paramValues": {"order_id": order, "amount": amount}},
            key=f"refund-{order}",
        )["runID"]
        for order, amount in orders.items()
    }
    return {order: wait(service, run) for order, run in runs.items()}


def wait(service, run):
    while True:
        status = service.call(f"/v0/runs/get?id={run}")["status"]
        if status == "Succeeded":
            return service.call(f"/v0/runs/getOutputs?id={run}")["output"]["refunded"]
        if status in ("Failed", "Cancelled"):
            return status
        time.sleep(0.5)


if __name__ == "__main__":
    print(refund_all(json.load(sys.stdin)))
