import { type RefObject, useEffect, useState } from "react";

/** Full-screen mode of the wall, in which the screen stays on. */
export function useKiosk(root: RefObject<HTMLElement | null>) {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    const follow = () => setIsOn(root.current !== null && document.fullscreenElement === root.current);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, [root]);

  useEffect(() => {
    if (!isOn) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    // The browser releases the wake lock whenever the page is hidden.
    const hold = async () => {
      if (document.hidden || !("wakeLock" in navigator)) return;
      const held = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isOver) await held?.release();
      else lock = held;
    };
    const again = () => void hold();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, [isOn]);

  return {
    isOn,
    /** Phones that support full screen only for videos have no such button. */
    isOffered: document.fullscreenEnabled,
    toggle: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else void root.current?.requestFullscreen().catch(() => undefined);
    },
  };
}
