import type { Route } from "#contract/index.ts";
import { address, exchange, type Given, headers, type Input, quiet, settle, timeout } from "./client.ts";

/** Calls the server for a file. Refusals are thrown as `ApiError`; the caller shows them. */
export async function callForFile<R extends Route>(
  route: R,
  given: Input<R>,
): Promise<{ readonly file: Blob; readonly name: string }> {
  const { method, url } = address(route, given);
  const { body } = given as Given;
  const send = () =>
    exchange(
      url,
      {
        method,
        credentials: "same-origin",
        headers: headers(method, true),
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeout),
      },
      async (response) => ({ file: await response.blob(), name: nameOf(response) }),
    );
  return (await settle(route, method, quiet, send)) as unknown as { file: Blob; name: string };
}

/** The file name that the server proposes; empty without one. */
const nameOf = (response: Response): string =>
  decodeURIComponent(
    /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "",
  );
