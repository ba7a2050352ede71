import type { z } from "zod";
import type { FieldErrors } from "#contract/errors.ts";

/** Field paths and their sentences, from zod's issues. Missing and wrong types of custom-worded fields keep their wording. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], prefix: string): FieldErrors {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const path = `${prefix}${issue.path.map(String).join(".")}`;
    (fields[path] ??= []).push(issue.message);
  }
  return fields;
}
