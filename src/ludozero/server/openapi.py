"""/openapi.json and /docs: what FastAPI knows of its routes, and the plain routes beside them. No foreign script."""

from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ludozero.server import shapes
from ludozero.server.asks import MovesAsk

REFUSED: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": shapes.Refusal, "description": "refused"},
    "5XX": {"model": shapes.Refusal, "description": "nothing was done; try again"},
}
AUTH = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": "ludozero"},
    "bearer": {"type": "http", "scheme": "bearer"},
}
EVENTS = """One stream for all your tables, and for those you watch. Events: `hello`, `table` (as
`GET /api/tables/{table}`), `here`, `lobby`, `gone`, `bye`; their `id` comes back as `Last-Event-ID`.
docs/protocol.md tells it all."""


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description, made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, routes=app.routes, description="docs/protocol.md")
        for path in made["paths"].values():
            for operation in path.values():
                operation.get("responses", {}).pop("422", None)  # a field that does not fit is a 400 here
        schemas = made["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        for model in (MovesAsk, shapes.Played, shapes.TableTold, shapes.Refusal):
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas |= schema.pop("$defs", {})
            schemas[model.__name__] = schema
        made["paths"] |= hot_paths()
        made["components"]["securitySchemes"] = AUTH
        made["security"] = [{}, {"cookie": []}, {"bearer": []}]
        app.openapi_schema = made
    return app.openapi_schema


def hot_paths() -> dict[str, Any]:
    """The routes of hot.py."""
    table = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
    since = {"name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999}}
    watch = {"name": "watch", "in": "query", "schema": {"type": "string"}, "description": "ids of tables, `lobby`"}
    last = {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}}
    return {
        "/api/tables/{table}/moves": {
            "post": {
                "tags": ["at a table"],
                "summary": "One move or several of one seat, all or nothing; a repeat changes nothing.",
                "operationId": "moves",
                "parameters": [table],
                "requestBody": {"required": True, "content": content("MovesAsk")},
                "responses": answers("Played"),
            }
        },
        "/api/tables/{table}": {
            "get": {
                "tags": ["tables"],
                "summary": "A table as you may know it, with the log since a line.",
                "operationId": "table",
                "parameters": [table, since],
                "responses": answers("TableTold"),
            }
        },
        "/api/events": {
            "get": {
                "tags": ["tables"],
                "summary": "Server-sent events.",
                "description": EVENTS,
                "operationId": "events",
                "parameters": [watch, last],
                "responses": {**answers(), "200": {"description": "a stream", "content": {"text/event-stream": {}}}},
            }
        },
    }


def content(model: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{model}"}}}


def answers(model: str = "") -> dict[str, Any]:
    """What may come back."""
    refused = {
        code: {"description": what["description"], "content": content("Refusal")} for code, what in REFUSED.items()
    }
    done = {"200": {"description": "done", "content": content(model)}} if model else {}
    return {**done, **{str(code): what for code, what in refused.items()}}


def page(app: FastAPI) -> str:
    """/docs: the same to read, without a script."""
    described = describe(app)
    rows = []
    for path, operations in sorted(described["paths"].items()):
        for method, operation in operations.items():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            name = body.get("$ref", "").rpartition("/")[2]
            fields = described["components"]["schemas"].get(name, {}).get("properties", {})
            rows.append(
                f"<tr><td><code>{method.upper()}</code></td><td><code>{escape(path)}</code></td>"
                f"<td>{escape(', '.join(fields))}</td><td>{escape(operation.get('summary', ''))}<br>"
                f"{escape(operation.get('description', ''))}</td></tr>"
            )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(app.title)}</title><style>body{{font:1rem/1.5 system-ui;margin:2rem auto;max-width:70rem;"
        "padding:0 1rem}td{vertical-align:top;padding:.4rem .8rem;border-top:1px solid #8886}</style>"
        f"<h1>{escape(app.title)} {escape(app.version)}</h1><p><a href=/openapi.json>openapi.json</a> · "
        "<a href=/api/schema/event>/api/schema/event</a> · <a href=/api/schema/record>/api/schema/record</a>"
        f"<table><tbody>{''.join(rows)}</tbody></table></html>"
    )
