import { Rotate3d } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { followDevice } from "#panorama/extras/gyroscope.ts";
import { hasGyroscope } from "#panorama/extras/has-gyroscope.ts";
import type { Panorama } from "#panorama/types.ts";
import { useText } from "#web/lib/use-text.ts";
import { Control } from "./control.tsx";

/**
 * The view follows the motion of the device; shown only with a motion sensor. A drag sets the direction of straight
 * ahead.
 */
export function MotionControl({ panorama }: { panorama: Panorama }) {
  const t = useText();
  const [status, setStatus] = useState<"off" | "on" | "failed">("off");
  const own = useRef<AbortController>(undefined);
  useEffect(() => () => own.current?.abort(), []);
  if (!hasGyroscope()) return null;

  async function toggle(picture: Panorama): Promise<void> {
    own.current?.abort();
    if (status === "on") {
      setStatus("off");
      return;
    }
    const mine = new AbortController();
    own.current = mine;
    setStatus("on");
    const follows = await followDevice(picture, mine.signal);
    if (!follows && !mine.signal.aborted) setStatus("failed");
  }
  const isFailed = status === "failed";
  return (
    <Control
      icon={Rotate3d}
      label={t(isFailed ? "player.view.follow_failed" : "player.view.follow")}
      isPressed={status === "on"}
      isDisabled={isFailed}
      onPress={() => void toggle(panorama)}
    />
  );
}
