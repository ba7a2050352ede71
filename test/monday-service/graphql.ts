import { NotInContract } from "#test/tool-service/wire.ts";

/** A requested field, with its arguments. */
export interface Field {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
  /** Type of the enclosing fragment; empty outside of fragments. */
  readonly on: string;
}
export interface Operation {
  readonly kind: "query" | "mutation";
  readonly fields: readonly Field[];
  readonly variables: ReadonlySet<string>;
}

const token = /\s*(?:,\s*)*([A-Za-z_]\w*|\$\w+|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|\.\.\.|[{}()[\]:!=])/y;

/** Parses the part of GraphQL that the interface's published examples use: one operation, inline fragments, no aliases. */
export function parse(text: string, given: Readonly<Record<string, unknown>>): Operation {
  const words: string[] = [];
  token.lastIndex = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    words.push(found[1] ?? "");
    if (text.slice(token.lastIndex).trim() === "") break;
  }
  let at = 0;
  const peek = () => words[at];
  const take = (word?: string): string => {
    const next = words[at++];
    if (next === undefined || (word !== undefined && next !== word))
      throw new NotInContract(`Parse error: ${word ?? "a word"} expected instead of ${next ?? "the end"}`);
    return next;
  };

  const value = (): unknown => {
    const next = take();
    if (next.startsWith("$")) {
      const name = next.slice(1);
      if (!declared.has(name)) throw new NotInContract(`variable $${name} is not declared`);
      return given[name];
    }
    if (next.startsWith('"')) return JSON.parse(next) as unknown;
    if (next === "[") return listOf("]", value);
    if (next === "{") return Object.fromEntries(listOf("}", pair));
    if (next === "true" || next === "false") return next === "true";
    if (next === "null") return null;
    return /^-?\d/.test(next) ? Number(next) : next;
  };
  const listOf = <T>(end: string, one: () => T): T[] => {
    const found: T[] = [];
    while (peek() !== end) found.push(one());
    take(end);
    return found;
  };
  const pair = (): [string, unknown] => {
    const name = take();
    take(":");
    return [name, value()];
  };
  const selection = (on = ""): readonly Field[] => {
    take("{");
    const found: Field[] = [];
    while (peek() !== "}") {
      if (peek() === "...") {
        take("...");
        take("on");
        found.push(...selection(take()));
        continue;
      }
      const name = take();
      const args = peek() === "(" ? (take("("), Object.fromEntries(listOf(")", pair))) : {};
      found.push({ name, args, fields: peek() === "{" ? selection() : [], on });
    }
    take("}");
    return found;
  };

  const kind = take();
  if (kind !== "query" && kind !== "mutation") throw new NotInContract(`Parse error: ${kind}`);
  const declared = new Set<string>();
  if (peek() === "(") {
    take("(");
    while (peek() !== ")") {
      const name = take().slice(1);
      take(":");
      while (peek() !== ")" && !peek()?.startsWith("$")) {
        const word = take();
        if (word === "!" && given[name] === undefined)
          throw new NotInContract(`variable $${name} is missing`);
      }
      declared.add(name);
    }
    take(")");
  }
  for (const name of Object.keys(given))
    if (!declared.has(name)) throw new NotInContract(`variable $${name} is not declared`);
  const fields = selection();
  if (at !== words.length) throw new NotInContract("Parse error: more than one operation");
  return { kind, fields, variables: declared };
}

/** Resolves a field: to a plain value, or to an object (or several) whose requested fields are resolved in turn. */
export interface Resolver<S> {
  readonly args?: readonly string[];
  readonly of?: string;
  /** Undefined where the field does not belong to this object (a fragment of another type). */
  readonly get: (parent: never, args: Readonly<Record<string, unknown>>, state: S) => unknown;
}
export type Schema<S> = Readonly<Record<string, Readonly<Record<string, Resolver<S>>>>>;

/** Executes an operation against a schema; anything the schema does not define is not in the contract. */
export async function execute<S>(
  schema: Schema<S>,
  type: string,
  parent: unknown,
  fields: readonly Field[],
  state: S,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const field of fields) {
    const typeOf = field.on === "" ? type : field.on;
    const resolver = schema[typeOf]?.[field.name];
    if (resolver === undefined) throw new NotInContract(`field ${field.name} of ${typeOf}`);
    for (const name of Object.keys(field.args))
      if (!(resolver.args ?? []).includes(name))
        throw new NotInContract(`argument ${name} of ${typeOf}.${field.name}`);
    if ((resolver.of === undefined) !== (field.fields.length === 0))
      throw new NotInContract(`selection of ${typeOf}.${field.name}`);
    if (field.on !== "" && (parent as { typename?: string }).typename !== field.on) continue;
    const value = await resolver.get(parent as never, field.args, state);
    const { of } = resolver;
    if (of === undefined || value === null || value === undefined) found[field.name] = value ?? null;
    else if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const one of value) items.push(await execute(schema, of, one, field.fields, state));
      found[field.name] = items;
    } else found[field.name] = await execute(schema, of, value, field.fields, state);
  }
  return found;
}
