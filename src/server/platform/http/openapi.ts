import { z } from "zod";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { type ErrorCode, errors } from "#contract/errors.ts";

type JsonSchema = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document: what other programs read, made from the table that the server mounts. */
export function openApi(
  api: Readonly<Record<string, Endpoint>>,
  info: { title: string; version: string },
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [route, endpoint] of Object.entries(api)) {
    const [method, path] = route.split(" ") as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = operation(route, endpoint);
  }
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: "/" }],
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "sitewalk_session" } },
      schemas: { Error: errorSchema() },
    },
  };
}

function operation(route: string, endpoint: Endpoint): JsonSchema {
  const parameters = [...fields(endpoint.params, "path"), ...fields(endpoint.query, "query")];
  return {
    summary: endpoint.summary,
    operationId: route.replaceAll(/[^A-Za-z]+/g, "_").toLowerCase(),
    description: describe(endpoint.access),
    ...(endpoint.access === "public" ? {} : { security: [{ session: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: endpoint.message ?? "Success",
        content:
          endpoint.download === undefined
            ? { "application/json": { schema: replySchema(endpoint) } }
            : { [endpoint.download]: { schema: { type: "string", format: "binary" } } },
      },
      default: {
        description: "A refusal",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function describe(access: Access): string {
  if (access === "public") return "Open to everybody.";
  if (access === "user") return "For every signed-in person.";
  if (access === "super_admin") return "For super admins.";
  return `Decided by the policy "${access.can}" on the record named by \`${access.by}\`.`;
}

function fields(schema: z.core.$ZodType | undefined, place: "path" | "query"): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJson(schema, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function requestBody(endpoint: Endpoint): JsonSchema {
  if (endpoint.body === undefined && endpoint.upload === undefined) return {};
  const body = endpoint.body === undefined ? { type: "object" } : toJson(endpoint.body, "input");
  if (endpoint.upload === undefined)
    return { requestBody: { content: { "application/json": { schema: body } } } };
  const files = Object.fromEntries(
    Object.keys(endpoint.upload).map((name) => [name, { type: "string", format: "binary" }]),
  );
  const properties = { ...(body as { properties?: object }).properties, ...files };
  return {
    requestBody: { required: true, content: { "multipart/form-data": { schema: { ...body, properties } } } },
  };
}

function replySchema(endpoint: Endpoint): JsonSchema {
  const data = toJson(endpoint.response, "output");
  if (endpoint.envelope === false) return data;
  return {
    type: "object",
    required: ["status", "success", "message", "data"],
    properties: { status: { const: "success" }, success: { const: true }, message: { type: "string" }, data },
  };
}

function errorSchema(): JsonSchema {
  return {
    type: "object",
    required: ["status", "success", "code", "message"],
    properties: {
      status: { const: "error" },
      success: { const: false },
      code: { enum: Object.keys(errors) as ErrorCode[] },
      message: { type: "string" },
      errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      values: { type: "object" },
    },
  };
}

function toJson(schema: z.core.$ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
  return json;
}
