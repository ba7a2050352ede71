export interface Asked {
  readonly request: Request;
  readonly preloadResponse: Promise<unknown>;
}

/**
 * Returns the response that the browser has already requested while the worker was starting. Rejects without a
 * connection.
 */
export async function fromServer({ request, preloadResponse }: Asked): Promise<Response> {
  const early = (await preloadResponse) as Response | undefined;
  // Firefox resolves with a network error where others reject; passed on, it would show the browser's own error page
  // instead of ours.
  if (early?.type === "error") throw new TypeError("The server could not be reached.");
  return early ?? fetch(request);
}
