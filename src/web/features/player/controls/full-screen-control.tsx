import { Maximize, Minimize } from "lucide-react";
import type { FullScreen } from "../use-full-screen.ts";
import { usePlayerWords } from "../words.ts";
import { Control } from "./control.tsx";

export function FullScreenControl({ of: { isOffered, isOn, toggle } }: { of: FullScreen }) {
  const { say } = usePlayerWords();
  if (!isOffered) return null;
  return (
    <Control
      icon={isOn ? Minimize : Maximize}
      label={say(isOn ? "fullscreen_leave" : "fullscreen")}
      onPress={toggle}
    />
  );
}
