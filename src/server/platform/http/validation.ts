import type { z } from "zod";
import type { FieldErrors } from "#contract/errors.ts";

type Issue = z.core.$ZodIssue;

/** Form of the contract's own refusals: a key of our texts, or a code of the table of errors. */
const ownWords = /^(?:[a-z_]+(?:\.[a-z0-9_]+)+|[A-Z][A-Z0-9_]+)$/;

/**
 * Field paths with the keys of their texts, from zod's issues: the contract's own key, otherwise one for the kind of
 * fault.
 */
export function fieldErrors(issues: readonly Issue[], prefix: string): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = `${prefix}${issue.path.map(String).join(".")}`;
    const text = ownWords.test(issue.message) ? issue.message : `errors.field.${kindOf(issue)}`;
    (fields[path] ??= []).push(text);
  }
  return fields;
}

const expectations: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  int: "whole",
  boolean: "flag",
  array: "list",
  object: "object",
  record: "object",
};

/** A name below `errors.field`. Zod's own messages are English, and for readers of the contract's code. */
function kindOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.message.endsWith("received undefined")) return "required";
      return expectations[issue.expected] ?? "invalid";
    case "too_small":
      return isCounted(issue.origin) ? "short" : "small";
    case "too_big":
      return isCounted(issue.origin) ? "long" : "large";
    case "invalid_value":
      return "choice";
    case "invalid_format":
      return "format";
    case "unrecognized_keys":
      return "unknown";
    default:
      return "invalid";
  }
}

const isCounted = (origin: string) => origin === "string" || origin === "array" || origin === "set";
