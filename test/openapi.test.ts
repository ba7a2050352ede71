import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { safeParse } from "zod/v4/core";
import { scopes } from "#contract/api-access.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { errors } from "#contract/errors.ts";
import { api, type Route } from "#contract/index.ts";
import { type TestApp, testApp } from "./app.ts";
import { TestClient } from "./client.ts";
import { panorama } from "./pictures.ts";
import { type Program, programOf } from "./program.ts";

/**
 * The structure of OpenAPI 3.1, limited to the parts that this document uses: written from the specification's field
 * tables, and strict, so that a misplaced field is found. Schemas are validated by zod's own reader.
 */
const Ref = z.strictObject({ $ref: z.string().startsWith("#/components/") });
const Schema = z.record(z.string(), z.unknown());
const Header = z.strictObject({ description: z.string().optional(), schema: Schema });
const MediaType = z.strictObject({
  schema: Schema.optional(),
  example: z.unknown().optional(),
  encoding: z.record(z.string(), z.strictObject({ contentType: z.string() })).optional(),
});
const Content = z.record(z.string().regex(/^[\w.+-]+\/[\w.+-]+/), MediaType);
const Response = z.strictObject({
  description: z.string().min(1),
  headers: z.record(z.string(), z.union([Ref, Header])).optional(),
  content: Content.optional(),
});
const Operation = z.strictObject({
  tags: z.array(z.string()).length(1),
  summary: z.string().min(1),
  description: z.string().optional(),
  operationId: z.string().regex(/^[a-z0-9_]+$/),
  parameters: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        in: z.enum(["path", "query"]),
        required: z.boolean(),
        schema: Schema,
        example: z.unknown().optional(),
      }),
    )
    .optional(),
  requestBody: z
    .strictObject({ content: Content, required: z.boolean().optional(), description: z.string().optional() })
    .optional(),
  responses: z.record(z.string().regex(/^([1-5]\d\d|default)$/), z.union([Ref, Response])),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const Document = z.strictObject({
  openapi: z.literal("3.1.0"),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().startsWith("/"),
    z.strictObject({
      get: Operation.optional(),
      post: Operation.optional(),
      put: Operation.optional(),
      delete: Operation.optional(),
    }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string(), Schema),
    responses: z.record(z.string(), Response),
    headers: z.record(z.string(), Header),
    securitySchemes: z.record(
      z.string(),
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("http"),
          scheme: z.literal("bearer"),
          bearerFormat: z.string().optional(),
          description: z.string().optional(),
        }),
        z.strictObject({
          type: z.literal("apiKey"),
          in: z.enum(["cookie", "header", "query"]),
          name: z.string(),
          description: z.string().optional(),
        }),
      ]),
    ),
  }),
});
type OpenApiDocument = z.infer<typeof Document>;
type Json = Record<string, unknown>;

let app: TestApp;
let sent: unknown;
let document: OpenApiDocument;
let program: Program;

beforeAll(async () => {
  app = await testApp();
  sent = await (await fetch(new URL("/api/openapi.json", app.origin))).json();
  document = Document.parse(sent);
  program = await programOf(app, await app.user({ role: "administrator" }), scopes);
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => (operation ? [{ path, method, operation }] : [])),
  );
const operationOf = (route: Route) => {
  const found = operations().find(({ path, method }) => `${method.toUpperCase()} ${path}` === route);
  if (found === undefined) throw new Error(`${route} is not in the document.`);
  return found.operation;
};
/** JSON Schema patterns may use Unicode letter classes; the reader here does not support them. */
const withoutLetters = (schema: Json): unknown =>
  JSON.parse(
    JSON.stringify(schema, (name, value: unknown) =>
      name === "pattern" && String(value).includes("\\p{") ? undefined : value,
    ),
  );
const schemasIn = (value: unknown, found: Json[] = []): Json[] => {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "schema" && typeof inner === "object") found.push(inner as Json);
    else schemasIn(inner, found);
  }
  return found;
};

describe("the OpenAPI document", () => {
  it("has the structure that version 3.1 prescribes, and every call once", () => {
    expect(Document.safeParse(sent).error).toBeUndefined();
    const routes = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    expect(routes.toSorted()).toEqual(Object.keys(api).toSorted());
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("lists every path segment as a parameter, and no parameter twice", () => {
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      const { parameters = [] } = operation;
      const declared = parameters.filter((one) => one.in === "path");
      expect(declared.map(({ name }) => name).toSorted(), path).toEqual(inPath.toSorted());
      expect(declared.every(({ required }) => required)).toBe(true);
      const all = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(all).size, path).toBe(all.length);
    }
  });

  it("has no two templates that match the same path", () => {
    const matches = (path: string, at: number, value: string) => {
      const name = /^\{(\w+)\}$/.exec(path.split("/")[at] ?? "")?.[1];
      if (name === undefined) return path.split("/")[at] === value;
      const schemas = Object.values(document.paths[path] ?? {}).flatMap((operation) =>
        (operation?.parameters ?? []).flatMap((one) =>
          one.in === "path" && one.name === name ? [one.schema] : [],
        ),
      );
      // In the form of a path: an integer appears as its digits.
      const sent = /^\d+$/.test(value) ? [value, Number(value)] : [value];
      return schemas.some((schema) => sent.some((one) => z.fromJSONSchema(schema).safeParse(one).success));
    };
    const paths = Object.keys(document.paths).filter((path) => path.includes("{"));
    const clash = (one: string, other: string) => {
      const [left, right] = [one.split("/"), other.split("/")];
      if (left.length !== right.length) return false;
      return left.every((part, at) => {
        const beside = right[at] ?? "";
        if (part.startsWith("{") && beside.startsWith("{")) return true;
        return part.startsWith("{") ? matches(one, at, beside) : matches(other, at, part);
      });
    };
    const pairs = paths.flatMap((one, at) => paths.slice(at + 1).map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => clash(one, other))).toEqual([]);
    expect(clash("/api/projects/{id}", "/api/projects/{id}"), "this can fail").toBe(true);
  });

  it("lists as required exactly the fields whose absence is refused", () => {
    const wrong: string[] = [];
    for (const [route, endpoint] of Object.entries(api) as [Route, Endpoint][]) {
      const { parameters = [], requestBody } = operationOf(route);
      const forms = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema ?? {});
      const listed: Record<"query" | "body", (name: string) => boolean> = {
        query: (name) => parameters.some((one) => one.name === name && one.required),
        body: (name) => forms.every(({ required }) => (required as string[] | undefined)?.includes(name)),
      };
      for (const part of ["query", "body"] as const) {
        const schema = endpoint[part];
        if (schema === undefined) continue;
        const result = safeParse(schema, {});
        const issues = result.success ? [] : result.error.issues;
        for (const { path } of issues)
          if (path.length === 1 && !listed[part](String(path[0]))) wrong.push(`${route} ${String(path[0])}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(
      operationOf("PUT /api/projects/star").requestBody?.content["application/json"]?.schema,
    ).toMatchObject({
      required: ["id_project"],
    });
  });

  it("describes a JSON file by its content", () => {
    const { content } = operationOf("GET /api/system/diagnosis").responses["200"] as { content: Json };
    expect(content).toMatchObject({
      "application/json": {
        schema: { type: "object", required: expect.arrayContaining(["made", "process"]) },
      },
    });
  });

  it("has no dangling references", () => {
    const refs = [...JSON.stringify(sent).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref ?? "");
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of new Set(refs)) {
      let at: unknown = sent;
      for (const step of ref.slice(2).split("/")) at = (at as Json | undefined)?.[step];
      expect(at, ref).toBeDefined();
    }
    const groups = document.tags.map(({ name }) => name);
    const used = operations().flatMap(({ operation }) => operation.tags);
    expect([...new Set(used)].toSorted()).toEqual(groups.toSorted());
  });

  it("has valid schemas of JSON Schema 2020-12", () => {
    const found = schemasIn(document.paths);
    expect(found.length).toBeGreaterThan(1000);
    const broken = found.filter((schema) => {
      try {
        z.fromJSONSchema(schema);
        return false;
      } catch {
        return true;
      }
    });
    expect(broken).toEqual([]);
  });

  it("states the scope that a token needs, and the calls closed to tokens", () => {
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations())
      for (const way of operation.security)
        for (const [name, held] of Object.entries(way)) {
          expect(schemes).toContain(name);
          expect(name === "token" || held.length === 0).toBe(true);
          for (const scope of held) expect(scopes).toContain(scope);
        }
    expect(operationOf("POST /api/annotations/{id}/comments").security[0]).toEqual({
      token: ["snags:write"],
    });
    expect(operationOf("POST /api/tokens").security).toEqual([{ session: [] }]);
    expect(operationOf("GET /api/showcase").security.at(-1)).toEqual({});
  });

  it("lists every refusal with its status and message", () => {
    const { code } = (document.components.schemas["Error"] as { properties: { code: { oneOf: Json[] } } })
      .properties;
    expect(code.oneOf.map((one) => one["const"])).toEqual(Object.keys(errors));
    expect(code.oneOf.find((one) => one["const"] === "TOKEN_SCOPE")?.["description"]).toContain("403: ");
  });

  it("describes uploaded and downloaded files, and replies with duplicate fields", () => {
    const upload = operationOf("POST /api/annotations/file").requestBody;
    const form = upload?.content["multipart/form-data"];
    expect(form?.encoding?.["file"]?.contentType).toContain("image/jpeg");
    const required = operationOf("POST /api/annotations/file").requestBody;
    expect(required?.required).toBe(true);
    expect(required?.content["multipart/form-data"]?.schema?.["required"]).toContain("file");
    const optional = operationOf("PUT /api/maps/{id}").requestBody;
    expect(Object.keys(optional?.content ?? {})).toEqual(["multipart/form-data", "application/json"]);
    const report = operationOf("GET /api/annotations/report/pdf").responses["200"];
    expect(Object.keys((report as { content: Json }).content)).toEqual(["application/pdf"]);
    const twice = operationOf("GET /api/autodesk/check-config").responses["200"] as unknown as {
      content: { "application/json": { schema: { properties: Json & { data: { properties: Json } } } } };
    };
    const { properties } = twice.content["application/json"].schema;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(properties.data.properties)));
  });

  it("has examples that match its own schemas", () => {
    const wrong: string[] = [];
    for (const { path, method, operation } of operations()) {
      const json = operation.requestBody?.content["application/json"];
      if (json?.example === undefined || json.schema === undefined) continue;
      if (!z.fromJSONSchema(withoutLetters(json.schema) as never).safeParse(json.example).success)
        wrong.push(`${method} ${path}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the real server's response", () => {
  /** The schema of the reply with this status, as another program would read it. */
  const replyOf = (route: Route, status: number): z.ZodType => {
    const { responses } = operationOf(route);
    const declared = responses[String(status)] ?? responses["default"];
    const response =
      declared !== undefined && "$ref" in declared
        ? document.components.responses[declared.$ref.split("/").at(-1) ?? ""]
        : declared;
    const schema = response?.content?.["application/json"]?.schema ?? {};
    const whole = "$ref" in schema ? document.components.schemas["Error"] : schema;
    return z.fromJSONSchema(whole ?? {});
  };
  const check = async (route: Route, input: Parameters<Program["raw"]>[1] = {}, expected = 200) => {
    const { status, body } = await program.raw(route, input);
    expect(status, `${route}: ${JSON.stringify(body)}`).toBe(expected);
    const result = replyOf(route, status).safeParse(body);
    expect(result.error, route).toBeUndefined();
    return (body as { data: Json & { id: number } }).data;
  };

  it("matches the document, for creating, reading, listing and refusing", async () => {
    const project = await check(
      "POST /api/projects",
      { body: { name: "Palm Court", latitude: 24.7, longitude: 46.7 } },
      201,
    );
    const params = { id: project.id };
    await check("GET /api/projects");
    await check("GET /api/projects/{id}", { params });
    await check("GET /api/projects/map");
    const visit = await check(
      "POST /api/visits",
      { body: { id_project: project.id, name: "Walk", visit_date: "2026-02-01T08:00:00Z" } },
      201,
    );
    await check("GET /api/visits");
    await check("GET /api/visits/{id}", { params: { id: visit.id } });
    const form = new FormData();
    form.append("id_visit", String(visit.id));
    form.append("file", new Blob([new Uint8Array(await panorama())]), "hall.jpg");
    const room = await check("POST /api/rooms", { body: form }, 201);
    const snag = await check(
      "POST /api/annotations",
      { body: { id_visit: visit.id, id_room: room.id, title: "Crack", yaw: 10, pitch: 0 } },
      201,
    );
    await check("GET /api/annotations");
    await check("GET /api/annotations/{id}", { params: { id: snag.id } });
    await check("GET /api/annotations/{id}/history", { params: { id: snag.id } });
    await check("GET /api/user");
    await check("GET /api/quota", { query: { kind: "project" } });
    await check("GET /api/dashboard");
    await check("GET /api/notifications/preferences");
    await check("GET /api/team-members", { query: { id_project: project.id } });
    await check("DELETE /api/annotations/{id}", { params: { id: snag.id } });
    await check("GET /api/annotations/{id}", { params: { id: snag.id } }, 404);
    await check("POST /api/projects", { body: {} }, 422);
    await check("GET /api/tokens", {}, 403);
  });

  it("is rejected by the schema when a field is missing, so that this can fail", () => {
    const reply = replyOf("GET /api/projects", 200);
    expect(reply.safeParse({ status: "success", success: true, message: "OK", data: {} }).success).toBe(
      false,
    );
  });

  it("needs no session for the document", async () => {
    const { url } = new TestClient(app.origin).address("GET /api/health", {});
    const response = await fetch(new URL("/api/openapi.json", url));
    expect(response.headers.get("content-type")).toContain("application/json");
  });
});
