import type { Route } from "#contract/index.ts";
import { ApiError } from "./client.ts";
import { errorText } from "./error-text.ts";
import type { TextKey, Translate } from "./use-text.ts";

const verbs: Readonly<Record<string, TextKey>> = {
  GET: "failures.calls.get",
  POST: "failures.calls.post",
  PUT: "failures.calls.put",
  DELETE: "failures.calls.delete",
};

/** Message of a failed call: the server's own; without a known one, the purpose of the call: 'Failed to update project'. */
export function callFailureText(route: Route, error: ApiError, t: Translate): string {
  const isWordless = error.code === "UNKNOWN" && error.message === "" && error.status >= 500;
  return (isWordless ? fallbackText(route, t) : null) ?? errorText(error, t);
}

/** 'Failed to {verb} {thing}'; null for calls that concern no thing of the product. */
export function fallbackText(route: Route, t: Translate): string | null {
  const [method = "", path = ""] = route.split(" ");
  const [thing = "", ...rest] = path.split("/").slice(2);
  const key = `failures.things.${thing.replaceAll("-", "_")}` as TextKey;
  const name = t(key);
  if (name === key || name === "") return null;
  // A POST below a thing changes it; only a POST to its list creates one.
  const isChange = method === "POST" && rest.length > 0;
  const verb = rest.some((part) => part.startsWith("delete")) ? "DELETE" : isChange ? "PUT" : method;
  const said = verbs[verb];
  return said === undefined ? null : t(said, { thing: name });
}
