import { ApiError, call, quiet } from "#web/lib/client.ts";
import type { SenderEnd } from "./sender.ts";

export interface LineOptions {
  readonly channel: number;
  /** The channel accepts data from here on. */
  readonly onReady: () => void;
  /** The connection is lost; it is retried without limit. */
  readonly onLost: () => void;
  /** Nothing more is accepted, and there are no retries. */
  readonly onEnd: (why: SenderEnd) => void;
}

const pauses = [300, 1000, 2000, 4000, 5000] as const;

/** A connection to a channel that reconnects by itself. */
export function openLine({ channel, onReady, onLost, onEnd }: LineOptions) {
  let socket: WebSocket | null = null;
  let isReady = false;
  let isOver = false;
  let failures = 0;
  let timer = 0;

  async function connect(): Promise<void> {
    try {
      const { socket: path } = await call(
        "POST /api/live-streaming/{id}/browser",
        { params: { id: channel } },
        quiet,
      );
      if (!isOver) listen(new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 409 || status === 404) return onEnd("stopped_elsewhere");
      if (status === 401 || status === 403) return onEnd("denied");
      again();
    }
  }

  function listen(opened: WebSocket): void {
    socket = opened;
    opened.binaryType = "arraybuffer";
    opened.addEventListener("message", ({ data }) => {
      const told = JSON.parse(String(data)) as { kind: string; reason?: string };
      if (told.kind === "ready") {
        isReady = true;
        failures = 0;
        onReady();
      } else if (told.kind === "end" && told.reason === "replaced") onEnd("taken");
      else if (told.kind === "end" && told.reason === "stopped") onEnd("stopped_elsewhere");
    });
    opened.addEventListener("close", () => opened === socket && again());
  }

  function again(): void {
    isReady = false;
    socket = null;
    if (isOver) return;
    onLost();
    clearTimeout(timer);
    timer = window.setTimeout(() => void connect(), pauses[Math.min(failures, pauses.length - 1)]);
    failures += 1;
  }

  /** The network is back: no need to wait for the pause to end. */
  function hurry(): void {
    if (isOver || socket !== null) return;
    clearTimeout(timer);
    void connect();
  }
  addEventListener("online", hurry);

  return {
    connect,
    isReady: () => isReady && socket !== null,
    /** Bytes waiting to be sent. */
    waiting: () => socket?.bufferedAmount ?? 0,
    /** False while nothing can be sent. */
    send(frame: Uint8Array<ArrayBuffer>): boolean {
      if (!isReady || socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(frame);
      return true;
    },
    close(): void {
      isOver = true;
      isReady = false;
      clearTimeout(timer);
      removeEventListener("online", hurry);
      const last = socket;
      socket = null;
      last?.close(1000);
    },
  };
}
