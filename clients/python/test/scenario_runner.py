"""Runs the scenarios that all clients share (../../README.md) with the client of Python: they come
on stdin, and a line of results of each goes to stdout.
"""

from __future__ import annotations

import base64
import inspect
import json
import os
import re
import sys
import tempfile
from itertools import islice
from typing import Any

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../src"))

from realm_catalog import CallOptions, CatalogError, Client, Retry, StreamedResponse, Timeout
from realm_catalog._paging import Pages
from realm_catalog._records import Record

RETRY = {
    "retries": "retries",
    "minDelay": "min_delay",
    "maxDelay": "max_delay",
    "maxRetryAfter": "max_retry_after",
}


def client_of(options: dict[str, Any]) -> Client:
    """Times come in milliseconds."""
    retry = {
        RETRY[name]: value if name == "retries" else value / 1_000
        for name, value in options.get("retry", {}).items()
    }
    timeout = {name: value / 1_000 for name, value in options.get("timeout", {}).items()}
    return Client(
        options["baseUrl"],
        token=options.get("token"),
        retry=Retry(**retry),
        timeout=Timeout(**timeout),
    )


def snake(name: str) -> str:
    """As the methods of Python are called."""
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def result_of(client: Client, step: dict[str, Any]) -> Any:
    """What a step answers with, as JSON."""
    call, values = step["call"], step.get("arguments", {})
    given = step.get("options", {})
    token = given.get("token")
    options = CallOptions(token=token, idempotency_key=given.get("idempotencyKey"))
    archive = base64.b64decode(step.get("archive", ""))
    if call == "rateLimit":
        return client.rate_limit._asdict() if client.rate_limit else None
    if call == "realms.publish":
        return plain(client.realms.publish(values["slug"], archive=archive, options=options))
    if call == "realms.publishFolder":
        done = client.realms.publish_folder(
            values["slug"], values["folder"], files=values.get("files"), options=options
        )
        return {"slug": done.slug, "version": done.version, "filesSha256": done.files_sha256}
    if call == "realms.upload":
        uploaded = client.realms.upload(values["slug"], archive=archive, token=token or "")
        return plain(uploaded)
    if call == "realms.downloadTo":
        return downloaded(client, values, step.get("unpack", False), options)
    group, name = (snake(part) for part in call.split("."))
    method = getattr(getattr(client, group), name)
    arguments = {argument_of(method, key): value for key, value in values.items()}
    if "collect" in step:
        items = method(**arguments, max=step["collect"], options=options)
        return [plain(item) for item in islice(items, step["collect"] + 1)]
    return plain(method(**arguments, options=options))


def argument_of(method: Any, name: str) -> str:
    """A word of the language has a line behind it."""
    known = inspect.signature(method).parameters
    return snake(name) if snake(name) in known else f"{snake(name)}_"


def downloaded(client: Client, values: dict[str, Any], unpack: bool, options: CallOptions) -> Any:
    """What is on the disk then."""
    with tempfile.TemporaryDirectory() as folder:
        to = os.path.join(folder, "realm")
        done = client.realms.download(
            values["slug"], to=to, unpack=unpack, version=values.get("version"), options=options
        )
        if unpack:
            return {"files": {path: content(os.path.join(to, path)) for path in sorted(done.files)}}
        facts = {"version": done.version, "size": done.size, "sha256": done.sha256}
        return {**facts, "content": content(to)}


def content(path: str) -> str:
    """In Base64."""
    with open(path, "rb") as file:
        return base64.b64encode(file.read()).decode()


def plain(value: Any) -> Any:
    """By the names of the API."""
    if isinstance(value, Pages):
        return plain(value.page())
    if isinstance(value, StreamedResponse):
        with value:
            return value.text()
    return value.to_dict() if isinstance(value, Record) else value


def error_of(error: CatalogError) -> dict[str, Any]:
    """By the names of the protocol."""
    wait = error.retry_after
    return {
        "kind": error.kind,
        "code": error.code,
        "status": error.status,
        "requestId": error.request_id,
        "retryAfterMs": None if wait is None else round(wait * 1_000),
        "errors": [one._asdict() for one in error.errors],
    }


def filled(value: Any, variables: dict[str, Any]) -> Any:
    """Put in the variables; a text that is one name alone becomes its value."""
    if isinstance(value, dict):
        return {key: filled(one, variables) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, variables) for one in value]
    if not isinstance(value, str):
        return value
    alone = re.fullmatch(r"\$\{(\w+)\}", value)
    if alone and alone[1] in variables:
        return variables[alone[1]]
    return re.sub(r"\$\{(\w+)\}", lambda found: str(variables.get(found[1], found[0])), value)


def run(scenario: dict[str, Any], variables: dict[str, Any]) -> list[dict[str, Any]]:
    """The outcome of each step."""
    client = client_of(scenario["client"])
    known = dict(variables)
    outcomes: list[dict[str, Any]] = []
    for step in scenario["steps"]:
        try:
            result = result_of(client, filled(step, known))
            for variable, field in step.get("save", {}).items():
                known[variable] = result[field]
            outcomes.append({"result": result})
        except CatalogError as error:
            outcomes.append({"error": error_of(error)})
    return outcomes


if __name__ == "__main__":
    given = json.load(sys.stdin)
    for one in given["scenarios"]:
        print(json.dumps({"name": one["name"], "steps": run(one, given["variables"])}), flush=True)
