import type { MediaConnection, Peer } from "peerjs";
import { createStore, type Store } from "#web/lib/store.ts";

/** `off`: nothing is sent. `asking`: the browser asks for permission. `denied`: refused by the user or the device. */
export type Microphone = "off" | "asking" | "on" | "denied";

export interface Voice {
  readonly microphone: Store<Microphone>;
  toggle(): Promise<void>;
  /** The current participants: a speaker is heard by all of them. */
  reach(peers: readonly string[]): void;
  close(): void;
}

/** Each speaker calls each of the others, one way: a listener sends nothing and needs no microphone. */
export function createVoice(peer: Peer): Voice {
  const microphone = createStore<Microphone>("off");
  const calls = new Map<string, MediaConnection>();
  const heard = new Map<MediaConnection, HTMLAudioElement>();
  let others: readonly string[] = [];
  let stream: MediaStream | undefined;

  peer.on("call", (call) => {
    call.answer();
    call.on("stream", (sound) => {
      const audio = new Audio();
      audio.srcObject = sound;
      audio.autoplay = true;
      heard.set(call, audio);
      // Plays from the next press on, where the browser requires a gesture.
      audio.play().catch(() => addEventListener("pointerdown", () => void audio.play(), { once: true }));
    });
    call.on("close", () => silence(call));
    call.on("error", () => silence(call));
  });

  function silence(call: MediaConnection): void {
    const audio = heard.get(call);
    if (audio !== undefined) audio.srcObject = null;
    heard.delete(call);
  }

  function callAll(): void {
    if (stream === undefined) return;
    for (const other of others) {
      if (other === peer.id || calls.has(other)) continue;
      const call = peer.call(other, stream);
      if (call === undefined) continue;
      calls.set(other, call);
      const forget = () => void (calls.get(other) === call && calls.delete(other));
      call.on("close", forget);
      call.on("error", forget);
    }
  }

  function stop(): void {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = undefined;
    for (const call of calls.values()) call.close();
    calls.clear();
  }

  return {
    microphone,
    async toggle() {
      if (microphone.get() === "on") {
        stop();
        microphone.set("off");
        return;
      }
      microphone.set("asking");
      try {
        const asked = await navigator.mediaDevices.getUserMedia({
          audio: { echoCancellation: true, noiseSuppression: true },
        });
        // The tour ended during the permission prompt.
        if (peer.destroyed) {
          for (const track of asked.getTracks()) track.stop();
          return;
        }
        stream = asked;
        microphone.set("on");
        callAll();
      } catch {
        microphone.set("denied");
      }
    },
    reach(peers) {
      others = peers;
      for (const [other, call] of calls) if (!peers.includes(other)) call.close();
      callAll();
    },
    close() {
      stop();
      microphone.set("off");
      for (const call of heard.keys()) silence(call);
    },
  };
}
