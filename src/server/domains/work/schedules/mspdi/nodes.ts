import { plainText, unescapeText } from "./text.ts";

/** An element as parsed: a text, or an object of its content. */
export type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

export const child = (node: Node, name: string): Node => {
  const value = node[name];
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return isNode(one) ? one : {};
};

/** All elements of that name; those without content count as empty. */
export const children = (node: Node, name: string): Node[] => {
  const value = node[name];
  const all: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.map((one) => (isNode(one) ? one : {}));
};

/** Text of an element; empty where it is missing. */
export function text(node: Node, name: string): string {
  const value = node[name];
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const written = isNode(one) ? one["#text"] : one;
  return typeof written === "string" ? plainText(unescapeText(written)).trim() : "";
}

/** A whole number, null for anything else. */
export function whole(node: Node, name: string): number | null {
  const value = text(node, name);
  if (!/^[+-]?\d{1,15}$/.test(value)) return null;
  return Number(value);
}

export const isTrue = (node: Node, name: string): boolean => /^(?:1|true)$/i.test(text(node, name));
