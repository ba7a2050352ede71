import { ApiError, call } from "#web/lib/client.ts";
import { encodePictures, encodeSound, type SoundEncoder } from "./encoders.ts";
import { Pressure } from "./pressure.ts";

/** Why it ended without having been asked to: words for each stand in `live.golive`. */
export type SenderEnd = "stopped_elsewhere" | "taken" | "denied" | "no_codecs";

export type SenderState =
  | { readonly kind: "connecting" }
  | { readonly kind: "on_air" }
  /** The connection is gone; it is tried again without end. */
  | { readonly kind: "again" }
  | { readonly kind: "ended"; readonly why: SenderEnd };

export interface SenderFigures {
  /** Bits per second over the last seconds. */
  readonly bitrate: number;
  readonly width: number;
  readonly height: number;
  /** The connection carries less than the camera gives. */
  readonly isReduced: boolean;
}

export interface SenderOptions {
  readonly channel: number;
  readonly codec: string;
  readonly stream: MediaStream;
  readonly onState: (state: SenderState) => void;
}

export interface Sender {
  /** Another camera; the sound stays. */
  use(stream: MediaStream): void;
  figures(): SenderFigures;
  stop(): void;
}

const pauses = [300, 1000, 2000, 4000, 5000] as const;
/** Milliseconds over which what is sent is counted. */
const WINDOW = 3000;

/** Sends a camera to a channel, and goes on by itself when the connection was away: viewers see the same broadcast. */
export function startSender({ channel, codec, stream, onState }: SenderOptions): Sender {
  const pressure = new Pressure();
  const begun = performance.now();
  const now = () => performance.now() - begun;
  let socket: WebSocket | null = null;
  let isReady = false;
  let isOver = false;
  let failures = 0;
  let timer = 0;
  let sent: { readonly at: number; readonly bytes: number }[] = [];
  let sound: SoundEncoder | null = null;

  const send = (frame: Uint8Array<ArrayBuffer>) => {
    if (!isReady || socket?.readyState !== WebSocket.OPEN) return;
    socket.send(frame);
    const at = now();
    sent = [...sent.filter((one) => at - one.at < WINDOW), { at, bytes: frame.byteLength }];
  };
  const wants = () => {
    if (!isReady || socket === null) return false;
    const { isLost, isChanged } = pressure.look(socket.bufferedAmount, now());
    if (isChanged) pictures.use(pressure.step);
    return !isLost;
  };
  const pictures = encodePictures({
    codec,
    step: pressure.step,
    send,
    now,
    wants,
    onFailure: () => end("no_codecs"),
  });

  function watch(next: MediaStream): void {
    const [track] = next.getVideoTracks();
    if (track !== undefined) pictures.watch(track);
  }

  async function connect(): Promise<void> {
    try {
      const { socket: path } = await call(
        "POST /api/live-streaming/{id}/browser",
        { params: { id: channel } },
        { toast: false },
      );
      if (!isOver) listen(new WebSocket(new URL(path, location.href.replace(/^http/, "ws"))));
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 409 || status === 404) return end("stopped_elsewhere");
      if (status === 401 || status === 403) return end("denied");
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
        pictures.begin();
        sound?.begin();
        onState({ kind: "on_air" });
      } else if (told.kind === "end" && told.reason === "replaced") end("taken");
      else if (told.kind === "end" && told.reason === "stopped") end("stopped_elsewhere");
    });
    opened.addEventListener("close", () => opened === socket && again());
  }

  function again(): void {
    isReady = false;
    socket = null;
    if (isOver) return;
    onState({ kind: "again" });
    clearTimeout(timer);
    timer = window.setTimeout(() => void connect(), pauses[Math.min(failures, pauses.length - 1)]);
    failures += 1;
  }

  async function listenTo(microphone: MediaStreamTrack): Promise<void> {
    const encoder = await encodeSound(microphone, { send, now });
    if (isOver) return encoder?.close();
    sound = encoder;
    if (isReady) sound?.begin();
  }

  function close(): void {
    isOver = true;
    isReady = false;
    clearTimeout(timer);
    removeEventListener("online", hurry);
    const last = socket;
    socket = null;
    last?.close(1000);
    pictures.close();
    sound?.close();
  }

  function end(why: SenderEnd): void {
    if (isOver) return;
    close();
    onState({ kind: "ended", why });
  }

  /** There is a network again: no need to wait for the pause to end. */
  function hurry(): void {
    if (isOver || socket !== null) return;
    clearTimeout(timer);
    void connect();
  }

  addEventListener("online", hurry);
  watch(stream);
  const [microphone] = stream.getAudioTracks();
  if (microphone !== undefined) void listenTo(microphone);
  onState({ kind: "connecting" });
  void connect();

  return {
    use: watch,
    figures() {
      const bytes = sent.filter(({ at }) => now() - at < WINDOW).reduce((sum, one) => sum + one.bytes, 0);
      return { bitrate: (bytes * 8000) / WINDOW, ...pictures.size(), isReduced: pressure.isReduced };
    },
    stop: close,
  };
}
