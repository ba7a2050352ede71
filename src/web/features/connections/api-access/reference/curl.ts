import type { Call } from "./calls.ts";

/** The call as a shell command, with the token in a variable. */
export function curlOf(
  { method, path, parameters, body, isPublic, scope, download }: Call,
  origin: string,
): string {
  const filled = parameters
    .filter((one) => one.in === "path")
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(plain(example ?? 42))),
      path,
    );
  const query = parameters
    .filter((one) => one.in === "query" && (one.required || one.example !== undefined))
    .map(({ name, example }) => `${name}=${encodeURIComponent(plain(example ?? ""))}`)
    .join("&");
  const address = `"${origin}${filled}${query === "" ? "" : `?${query}`}"`;
  const lines = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    ...(scope === null || isPublic ? [] : [`-H "Authorization: Bearer $SITEWALK_TOKEN"`]),
    ...bodyLines(body),
    ...(download === null ? [] : ["-OJ"]),
    address,
  ];
  return lines.join(" \\\n  ");
}

/** As written in an address or a form. */
const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function bodyLines(body: Call["body"]): string[] {
  if (body === null) return [];
  if (!body.isForm) {
    const text = JSON.stringify(body.example ?? {}).replaceAll("'", `'\\''`);
    return [`-H "Content-Type: application/json"`, `-d '${text}'`];
  }
  const given = (body.example ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(body.schema.properties ?? {});
  const isFile = ([, { format }]: (typeof fields)[number]) => format === "binary";
  const required = new Set(body.schema.required);
  return [
    ...fields
      .filter((field) => !isFile(field) && (required.has(field[0]) || given[field[0]] !== undefined))
      .map(([name]) => `-F "${name}=${plain(given[name] ?? "…")}"`),
    ...fields.filter(isFile).map(([name]) => `-F "${name}=@file"`),
  ];
}
