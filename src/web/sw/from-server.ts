interface Asked {
  readonly request: Request;
  readonly preloadResponse: Promise<unknown>;
}

/** The browser has asked already, while the worker was still waking up. Rejects without a connection. */
export async function fromServer({ request, preloadResponse }: Asked): Promise<Response> {
  const early = (await preloadResponse) as Response | undefined;
  // Firefox resolves with a network error where others reject; passed on, it would show its own page instead of ours.
  if (early?.type === "error") throw new TypeError("The server could not be reached.");
  return early ?? fetch(request);
}
