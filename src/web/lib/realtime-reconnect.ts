/** The subset of pusher-js's connection in use. */
export interface ReconnectingClient {
  readonly connection: {
    readonly state: string;
    bind(event: "state_change", callback: (states: { current: string }) => void): unknown;
  };
  connect(): void;
  disconnect(): void;
}

/**
 * Makes the library reconnect sooner. After a failed attempt it waits out a time limit of 15 s that doubles to 60 s
 * (`SequentialStrategy` in pusher-js 8.6), and after a refusal it never reconnects; a restarting server is back within
 * seconds. Attempts start `first` milliseconds apart and end up `longest` apart, with random jitter so that a thousand
 * pages do not return in the same instant. Returns a function that stops watching.
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
    timer = setTimeout(again, pause * (0.75 + Math.random() / 2));
  };

  const again = (): void => {
    wait();
    client.disconnect();
    client.connect();
  };

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
