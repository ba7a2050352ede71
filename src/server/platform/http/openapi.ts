import { z } from "zod";
import { safeParse } from "zod/v4/core";
import { type TokenRule, tokenRule } from "#contract/areas.ts";
import type { Access, Endpoint, UploadField } from "#contract/endpoint.ts";
import type { Route } from "#contract/index.ts";
import { components, tagOf, tags } from "./openapi-components.ts";

type JsonSchema = Record<string, unknown>;

/** A valid call of a route, to be shown with it. */
export interface Example {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}
export type Examples = ReadonlyMap<string, Example>;

/** The contract as an OpenAPI 3.1 document for other programs, generated from the table that the server mounts. */
export function openApi(
  api: Readonly<Record<string, Endpoint>>,
  info: { title: string; version: string },
  examples: Examples = new Map(),
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [route, endpoint] of Object.entries(api)) {
    const [method, path] = route.split(" ") as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = operation(
      route as Route,
      endpoint,
      examples.get(route) ?? {},
    );
  }
  return {
    openapi: "3.1.0",
    info: {
      ...info,
      description:
        "Responses are `{status, success, message, data}`, errors `{status, success, code, message, errors}` with a stable code. Fields may be added at any time; within a major version none is removed or changes its meaning.",
    },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: components(),
  };
}

function operation(route: Route, endpoint: Endpoint, example: Example): JsonSchema {
  const rule = tokenRule(route);
  const parameters = [
    ...fields(endpoint.params, "path", example.params),
    ...fields(endpoint.query, "query", example.query),
  ];
  return {
    summary: endpoint.summary,
    operationId: route.replaceAll(/[^A-Za-z0-9]+/g, "_").toLowerCase(),
    description: describe(endpoint.access),
    tags: [tagOf(rule, endpoint.access === "super_admin")],
    security: security(endpoint.access, rule),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint, example.body),
    responses: responses(endpoint),
  };
}

/** The scope is listed with the token. A caller that is not signed in may make public calls. */
function security(access: Access, rule: TokenRule): JsonSchema[] {
  return [
    ...(rule === null ? [] : [{ token: rule === "any" ? [] : [rule] }]),
    { session: [] },
    ...(access === "public" ? [{}] : []),
  ];
}

function describe(access: Access): string {
  if (access === "public") return "Public: no sign-in required.";
  if (access === "user") return "Requires sign-in.";
  if (access === "super_admin") return "Super admins only.";
  return `Requires the right \`${access.can}\` on the record named by \`${access.by}\`.`;
}

function fields(
  schema: z.core.$ZodType | undefined,
  place: "path" | "query",
  example: Example["params"] = {},
): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputJson(schema) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
    ...(example[name] !== undefined && { example: example[name] }),
  }));
}

function requestBody(endpoint: Endpoint, example: unknown): JsonSchema {
  if (endpoint.body === undefined && endpoint.upload === undefined) return {};
  const body = endpoint.body === undefined ? { type: "object" } : inputJson(endpoint.body);
  const json = { schema: body, ...(example !== undefined && { example }) };
  if (endpoint.upload === undefined) return { requestBody: { content: { "application/json": json } } };
  const files = Object.entries(endpoint.upload);
  const { properties, required } = body as { properties?: object; required?: string[] };
  const needed = [...(required ?? []), ...files.flatMap(([name, file]) => (file.optional ? [] : [name]))];
  const form = {
    schema: {
      ...body,
      properties: {
        ...properties,
        ...Object.fromEntries(files.map(([name, file]) => [name, fileSchema(file)])),
      },
      ...(needed.length > 0 && { required: needed }),
    },
    encoding: Object.fromEntries(
      files.map(([name, { accept }]) => [name, { contentType: accept.join(", ") }]),
    ),
  };
  // A call whose files are all optional may come as JSON.
  const isOptional = files.every(([, { optional }]) => optional === true);
  return {
    requestBody: {
      required: !isOptional,
      // The samples of such calls are forms, whose values are all text.
      content: { "multipart/form-data": form, ...(isOptional && { "application/json": { schema: body } }) },
    },
  };
}

const fileSchema = ({ maxBytes, accept }: UploadField): JsonSchema => ({
  type: "string",
  format: "binary",
  description: `A file of ${accept.join(", ")}, at most ${Math.floor(maxBytes / 2 ** 20)} MB. Send the other fields before it.`,
});

function responses(endpoint: Endpoint): JsonSchema {
  const success: JsonSchema = {
    description: endpoint.message ?? "Success",
    headers: {
      "X-RateLimit-Limit": { $ref: "#/components/headers/RateLimit" },
      "X-RateLimit-Remaining": { $ref: "#/components/headers/RateRemaining" },
      "X-RateLimit-Reset": { $ref: "#/components/headers/RateReset" },
    },
    content:
      endpoint.download === undefined
        ? { "application/json": { schema: replySchema(endpoint) } }
        : { [endpoint.download]: { schema: downloadSchema(endpoint) } },
  };
  return {
    [String(endpoint.status ?? 200)]: success,
    ...(endpoint.access !== "public" && { "401": { $ref: "#/components/responses/Unknown" } }),
    "429": { $ref: "#/components/responses/TooMany" },
    default: { $ref: "#/components/responses/Refused" },
  };
}

/** A JSON file is described by its content, any other by its bytes. */
const downloadSchema = ({ download, response }: Endpoint): JsonSchema =>
  download === "application/json" ? toJson(response, "output") : { type: "string", format: "binary" };

function replySchema(endpoint: Endpoint): JsonSchema {
  const data = toJson(endpoint.response, "output");
  if (endpoint.envelope === false) return data;
  const { properties, required } = data as { properties?: object; required?: string[] };
  return {
    type: "object",
    required: ["status", "success", "message", "data", ...((endpoint.spread && required) || [])],
    properties: {
      status: { const: "success" },
      success: { const: true },
      message: { type: "string" },
      ...(endpoint.spread && properties),
      data,
    },
  };
}

/**
 * Schema of the input. Required fields are determined by the schema itself: for a field with a transform function the
 * description does not know whether it may be missing.
 */
function inputJson(schema: z.core.$ZodType): JsonSchema {
  const json = toJson(schema, "input") as { properties?: object; required?: string[] };
  const { properties = {}, required = [] } = json;
  const asked = safeParse(schema, {});
  const missing = (asked.success ? [] : asked.error.issues)
    .map(({ path }) => (path.length === 1 ? String(path[0]) : ""))
    .filter((name) => Object.hasOwn(properties, name));
  const needed = [...new Set([...required, ...missing])];
  return needed.length === 0 ? json : { ...json, required: needed };
}

function toJson(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  return json;
}
