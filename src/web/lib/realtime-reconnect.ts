/** The subset of pusher-js's connection in use. */
export interface ReconnectingClient {
  readonly connection: {
    readonly state: string;
    bind(event: "state_change", callback: (states: { current: string }) => void): unknown;
    bind(event: "connecting_in", callback: () => void): unknown;
  };
  connect(): void;
  disconnect(): void;
}

/**
 * Chooses when the library reconnects. By itself it tries once, a second after the break, all pages of a restarted server
 * in the same instant; after a failed attempt it waits out a time limit of 15 s that doubles to 60 s
 * (`SequentialStrategy` in pusher-js 8.6), and after a refusal it never reconnects. Here each attempt follows after a
 * random time from a fifth of its pause to nearly twice that, the first pause `first` milliseconds, and at last `longest`:
 * five hundred pages keep a server busy for two seconds, in which others would wait. Returns a function that stops
 * watching.
 */
export function keepConnected(
  client: ReconnectingClient,
  pauses: { readonly first: number; readonly longest: number },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let ended = false;

  const wait = (): void => {
    const pause = Math.min(pauses.first * 1.5 ** tries++, pauses.longest);
    timer = setTimeout(again, pause * (0.2 + 1.6 * Math.random()));
  };

  const again = (): void => {
    wait();
    client.disconnect();
    client.connect();
  };

  // Said before the library's own attempt is timed, which ends with the disconnection.
  client.connection.bind("connecting_in", () => {
    if (!ended) queueMicrotask(() => client.disconnect());
  });
  client.connection.bind("state_change", ({ current }) => {
    if (ended) return;
    if (current === "connected") {
      clearTimeout(timer);
      timer = undefined;
      tries = 0;
    } else if (timer === undefined) wait();
  });
  wait();

  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
