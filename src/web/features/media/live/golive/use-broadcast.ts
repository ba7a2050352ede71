import { useCallback, useEffect, useRef, useState } from "react";
import type { Channel } from "#contract/live.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import { useStartChannel, useStopChannel } from "../live.queries.ts";
import { type CameraProblem, closeCamera, findCodec, listCameras, NoCamera, openCamera } from "./camera.ts";
import { type Sender, type SenderFigures, type SenderState, startSender } from "./sender.ts";

export type Stage =
  | { readonly kind: "preparing" }
  | { readonly kind: "no_camera"; readonly problem: CameraProblem }
  | { readonly kind: "ready" }
  | { readonly kind: "starting" }
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "sending"; readonly state: SenderState }
  | { readonly kind: "over" };

/** Camera, sender and screen of one page, from start to end. */
export function useBroadcast(channel: Channel) {
  const [stage, setStage] = useState<Stage>({ kind: "preparing" });
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([]);
  const [isMuted, setIsMuted] = useState(false);
  const [figures, setFigures] = useState<SenderFigures | null>(null);
  const [onAirSince, setOnAirSince] = useState<number | null>(null);
  const opened = useRef<MediaStream | null>(null);
  const codec = useRef("");
  const sender = useRef<Sender | null>(null);
  const starting = useStartChannel();
  const stopping = useStopChannel();

  const show = useCallback((next: MediaStream) => {
    opened.current = next;
    setStream(next);
  }, []);

  const prepare = useCallback(async () => {
    try {
      codec.current = await findCodec();
      closeCamera(opened.current);
      show(await openCamera({ id: null }));
      setCameras(await listCameras());
      setStage({ kind: "ready" });
    } catch (error) {
      const problem = error instanceof NoCamera ? error.problem : "no_camera";
      setStage({ kind: "no_camera", problem });
    }
  }, [show]);

  useEffect(() => {
    // After the first paint: the browser's prompt is then shown over a page that explains it.
    const timer = setTimeout(() => void prepare());
    return () => {
      clearTimeout(timer);
      sender.current?.stop();
      closeCamera(opened.current);
    };
  }, [prepare]);

  const isSending = stage.kind === "sending" && stage.state.kind !== "ended";
  useScreenOn(isSending);
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => setFigures(sender.current?.figures() ?? null), 1000);
    return () => clearInterval(timer);
  }, [isSending]);

  async function begin(): Promise<void> {
    if (opened.current === null) return;
    setStage({ kind: "starting" });
    try {
      await starting.mutateAsync(channel.id);
    } catch (error) {
      return setStage({ kind: "refused", error });
    }
    const stream = opened.current;
    sender.current = startSender({
      channel: channel.id,
      codec: codec.current,
      stream,
      onState(state) {
        if (state.kind === "on_air") setOnAirSince((before) => before ?? Date.now());
        setStage({ kind: "sending", state });
      },
    });
  }

  async function end(): Promise<void> {
    sender.current?.stop();
    sender.current = null;
    // Whether or not the server is reached now: nothing more is sent, and after a minute the broadcast ends by itself.
    await stopping.mutateAsync(channel.id).catch(() => undefined);
    closeCamera(opened.current);
    setStage({ kind: "over" });
  }

  /** Switches the camera, without ending the broadcast; the sound stays as it is. */
  async function change(id: string): Promise<void> {
    const before = opened.current;
    // Phones open one camera at a time.
    for (const track of before?.getVideoTracks() ?? []) track.stop();
    try {
      const next = await openCamera({ id });
      const sound = before?.getAudioTracks() ?? [];
      if (sound.length > 0) for (const track of next.getAudioTracks()) track.stop();
      const whole = new MediaStream([
        ...next.getVideoTracks(),
        ...(sound.length > 0 ? sound : next.getAudioTracks()),
      ]);
      sender.current?.use(whole);
      show(whole);
    } catch (error) {
      const problem = error instanceof NoCamera ? error.problem : "no_camera";
      sender.current?.stop();
      setStage({ kind: "no_camera", problem });
    }
  }

  function mute(isOff: boolean): void {
    for (const track of opened.current?.getAudioTracks() ?? []) track.enabled = !isOff;
    setIsMuted(isOff);
  }

  return {
    stage,
    stream,
    cameras,
    isMuted,
    hasSound: (stream?.getAudioTracks().length ?? 0) > 0,
    figures,
    onAirSince,
    isSending,
    isEnding: stopping.isPending,
    retry() {
      setStage({ kind: "preparing" });
      void prepare();
    },
    begin,
    end,
    change,
    mute,
  };
}

/** The screen stays on, and the session stays open, while the user broadcasts without touching it. */
function useScreenOn(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const release = keepAwake();
    let lock: WakeLockSentinel | null = null;
    const take = () => {
      if (document.hidden || !("wakeLock" in navigator)) return;
      // Refused when the battery is low: then the screen turns off, and the broadcast continues.
      navigator.wakeLock.request("screen").then(
        (taken) => (lock = taken),
        () => undefined,
      );
    };
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    take();
    // The browser releases it whenever the page is hidden.
    document.addEventListener("visibilitychange", take);
    addEventListener("beforeunload", warn);
    return () => {
      release();
      document.removeEventListener("visibilitychange", take);
      removeEventListener("beforeunload", warn);
      void lock?.release();
    };
  }, [isOn]);
}
