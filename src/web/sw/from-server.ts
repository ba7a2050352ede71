/** What of a `FetchEvent` is needed here; only the worker's own types know the rest. */
interface Asked {
  readonly preloadResponse: Promise<unknown>;
  readonly request: Request;
}

/** The browser has asked already, while the worker was still waking up. Rejects without a connection. */
export async function fromServer(event: Asked): Promise<Response> {
  const early = (await event.preloadResponse) as Response | undefined;
  // Firefox resolves with a network error where others reject; passed on, it would show its own page instead of ours.
  if (early?.type === "error") throw new TypeError("The server could not be reached.");
  return early ?? fetch(event.request);
}
