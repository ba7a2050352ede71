/** The parts of an OpenAPI 3.1 document that are shown here. */
export interface OpenApi {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: { readonly Error: JsonSchema } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, MediaType>> }>>;
}

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

export interface Call {
  /** Identifies it in addresses. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: string;
  readonly group: string;
  /** Required scope of a token; `any` token, or null: none opens it. */
  readonly scope: string | null;
  readonly isPublic: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: JsonSchema; readonly isForm: boolean; readonly example: unknown } | null;
  readonly status: string;
  /** Schema of `data`; null for a file. */
  readonly reply: JsonSchema | null;
  readonly download: string | null;
}

export interface Group {
  readonly name: string;
  readonly calls: readonly Call[];
}

export interface Refusal {
  readonly code: string;
  readonly status: string;
  readonly sentence: string;
}

export interface Reference {
  readonly groups: readonly Group[];
  readonly refusals: readonly Refusal[];
}

export function readCalls(document: OpenApi): Reference {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readCall(path, method, operation)),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ group }) => group === name).toSorted((one, other) => compare(one, other)),
  }));
  const codes = document.components.schemas.Error.properties?.["code"]?.oneOf ?? [];
  const refusals = codes.map(({ const: code, description = "" }) => {
    const [status = "", ...words] = description.split(": ");
    return { code: String(code), status, sentence: words.join(": ") };
  });
  return { groups: groups.filter(({ calls: own }) => own.length > 0), refusals };
}

const methods = ["GET", "POST", "PUT", "DELETE"];
const compare = (one: Call, other: Call): number =>
  one.path.localeCompare(other.path) || methods.indexOf(one.method) - methods.indexOf(other.method);

function readCall(path: string, method: string, operation: Operation): Call {
  const token = operation.security.find((way) => "token" in way)?.["token"];
  const [status = "200", response] =
    Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
  const [type, media] = Object.entries(response?.content ?? {})[0] ?? [];
  const isJson = type === undefined || type === "application/json";
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    access: operation.description ?? "",
    group: operation.tags[0] ?? "",
    scope: token === undefined ? null : (token[0] ?? "any"),
    isPublic: operation.security.some((way) => Object.keys(way).length === 0),
    parameters: operation.parameters ?? [],
    body: readBody(operation),
    status,
    // Without the envelope where a call has none.
    reply: isJson ? (media?.schema?.properties?.["data"] ?? media?.schema ?? {}) : null,
    download: isJson ? null : type,
  };
}

function readBody({ requestBody }: Operation): Call["body"] {
  const form = requestBody?.content["multipart/form-data"];
  const media = form ?? requestBody?.content["application/json"];
  if (media?.schema === undefined) return null;
  return { schema: media.schema, isForm: form !== undefined, example: media.example };
}

/** Calls that contain every word in the path, the summary, the method or the scope. */
export function searchCalls(groups: readonly Group[], text: string): Group[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups.flatMap(({ name, calls }) => {
    const found = calls.filter(({ method, path, summary, scope }) => {
      const all = `${method} ${path} ${summary} ${scope ?? ""}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    return found.length === 0 ? [] : [{ name, calls: found }];
  });
}
