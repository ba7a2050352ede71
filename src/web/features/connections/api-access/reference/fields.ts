import type { JsonSchema } from "./calls.ts";

/** One line of a table of fields. */
export interface FieldRow {
  /** With its parents: `items[].assignee.name`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Description and constraints, in English. */
  readonly meaning: string;
}

const deepest = 6;

/** The fields of an object, each followed by its nested ones. A reply that is not an object is one row without a name. */
export function fieldRows(schema: JsonSchema, prefix = "", depth = 0): FieldRow[] {
  const inner = unwrapped(schema);
  const required = new Set(inner.required);
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const row = {
      path,
      type: typeText(property),
      isRequired: required.has(name),
      meaning: meaningOf(property),
    };
    return depth >= deepest ? [row] : [row, ...below(property, path, depth)];
  });
}

function below(property: JsonSchema, path: string, depth: number): FieldRow[] {
  const inner = unwrapped(property);
  if (inner.items !== undefined) return below(inner.items, `${path}[]`, depth);
  if (inner.properties !== undefined) return fieldRows(inner, `${path}.`, depth + 1);
  const { additionalProperties: values } = inner;
  if (typeof values === "object" && unwrapped(values).properties !== undefined)
    return fieldRows(values, `${path}.*.`, depth + 1);
  return [];
}

/** The schema without its null alternative. */
function unwrapped(schema: JsonSchema): JsonSchema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  return only !== undefined && others.length === 0 ? unwrapped(only) : schema;
}

/** Flags are accepted in every spelling; one of them is enough to show. */
const isFlag = ({ anyOf = [] }: JsonSchema): boolean =>
  anyOf.some(({ type }) => type === "boolean") && anyOf.some((one) => one.enum?.includes("true") === true);

export function typeText(schema: JsonSchema): string {
  if (isFlag(schema)) return "boolean";
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return [...new Set(either.map(typeText))].join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.format === "binary") return "file";
  if (schema.items !== undefined) return `${grouped(typeText(schema.items))}[]`;
  if (schema.type === undefined) return schema.enum === undefined ? "any" : "one of";
  return typeof schema.type === "string" ? schema.type : schema.type.join(" | ");
}

const grouped = (text: string) => (text.includes(" | ") ? `(${text})` : text);

/** The limits of safe integers need no mention. */
const isTelling = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function meaningOf(schema: JsonSchema): string {
  const inner = unwrapped(schema);
  const items = inner.items === undefined ? undefined : unwrapped(inner.items);
  const choice = inner.enum ?? items?.enum;
  const parts = [
    inner.description,
    choice && choice.map((value) => JSON.stringify(value)).join(", "),
    inner.format !== undefined && inner.format !== "binary" ? inner.format : undefined,
    between(inner.minimum ?? above(inner.exclusiveMinimum), inner.maximum, ""),
    between(inner.minLength, inner.maxLength, "characters"),
    between(inner.minItems, inner.maxItems, "entries"),
    isFlag(inner) ? "true or false, 1 or 0" : undefined,
    inner.default === undefined ? undefined : `default ${JSON.stringify(inner.default)}`,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join("; ");
}

const above = (least: number | undefined) => (least === undefined ? undefined : least + 1);

function between(least: number | undefined, most: number | undefined, of: string): string | undefined {
  const words = [
    isTelling(least) ? `from ${least}` : "",
    isTelling(most) ? `up to ${most}` : "",
    isTelling(least) || isTelling(most) ? of : "",
  ];
  return words.filter(Boolean).join(" ") || undefined;
}
