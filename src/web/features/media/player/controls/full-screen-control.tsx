import { Maximize, Minimize } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import type { FullScreen } from "../use-full-screen.ts";
import { Control } from "./control.tsx";

export function FullScreenControl({ of: { isOffered, isOn, toggle } }: { of: FullScreen }) {
  const t = useText();
  if (!isOffered) return null;
  return (
    <Control
      icon={isOn ? Minimize : Maximize}
      label={t(isOn ? "player.fullscreen_leave" : "player.fullscreen")}
      onPress={toggle}
    />
  );
}
