import { encodePictures, encodeSound, type SoundEncoder } from "./encoders.ts";
import { openLine } from "./line.ts";
import { Pressure } from "./pressure.ts";

/** Why it ended without a stop: the texts are in `live.golive`. */
export type SenderEnd = "stopped_elsewhere" | "taken" | "denied" | "no_codecs";

export type SenderState =
  | { readonly kind: "connecting" }
  | { readonly kind: "on_air" }
  /** The connection is lost; it is retried without limit. */
  | { readonly kind: "again" }
  | { readonly kind: "ended"; readonly why: SenderEnd };

export interface SenderFigures {
  /** Bits per second over the last seconds. */
  readonly bitrate: number;
  readonly width: number;
  readonly height: number;
  /** Whether the connection carries less than the camera delivers. */
  readonly isReduced: boolean;
}

export interface SenderOptions {
  readonly channel: number;
  readonly codec: string;
  readonly stream: MediaStream;
  readonly onState: (state: SenderState) => void;
}

export interface Sender {
  /** Switches to another camera; the sound stays. */
  use(stream: MediaStream): void;
  figures(): SenderFigures;
  stop(): void;
}

/** Milliseconds over which the sent data is measured. */
const WINDOW = 3000;

/** Sends a camera to a channel, and resumes by itself after a lost connection: viewers see the same broadcast. */
export function startSender({ channel, codec, stream, onState }: SenderOptions): Sender {
  const pressure = new Pressure();
  const begun = performance.now();
  const now = () => performance.now() - begun;
  let isOver = false;
  let sent: { readonly at: number; readonly bytes: number }[] = [];
  let sound: SoundEncoder | null = null;

  const send = (frame: Uint8Array<ArrayBuffer>) => {
    if (!line.send(frame)) return;
    const at = now();
    sent = [...sent.filter((one) => at - one.at < WINDOW), { at, bytes: frame.byteLength }];
  };
  const wants = () => {
    if (!line.isReady()) return false;
    const { isLost, isChanged } = pressure.look(line.waiting(), now());
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

  const line = openLine({
    channel,
    onReady() {
      pictures.begin();
      sound?.begin();
      onState({ kind: "on_air" });
    },
    onLost: () => onState({ kind: "again" }),
    onEnd: end,
  });

  function watch(next: MediaStream): void {
    const [track] = next.getVideoTracks();
    if (track !== undefined) pictures.watch(track);
  }

  async function listenTo(microphone: MediaStreamTrack): Promise<void> {
    const encoder = await encodeSound(microphone, { send, now });
    if (isOver) return encoder?.close();
    sound = encoder;
    if (line.isReady()) sound?.begin();
  }

  function close(): void {
    isOver = true;
    line.close();
    pictures.close();
    sound?.close();
  }

  function end(why: SenderEnd): void {
    if (isOver) return;
    close();
    onState({ kind: "ended", why });
  }

  watch(stream);
  const [microphone] = stream.getAudioTracks();
  if (microphone !== undefined) void listenTo(microphone);
  onState({ kind: "connecting" });
  void line.connect();

  return {
    use: watch,
    figures() {
      const bytes = sent.filter(({ at }) => now() - at < WINDOW).reduce((sum, one) => sum + one.bytes, 0);
      return { bitrate: (bytes * 8000) / WINDOW, ...pictures.size(), isReduced: pressure.isReduced };
    },
    stop: close,
  };
}
