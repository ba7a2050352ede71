import type { PanoramaOptions } from "../types.ts";
import type { ControlHost } from "./control-host.ts";
import { attachKeyboard } from "./keyboard.ts";
import { attachPointers } from "./pointers.ts";
import { attachDoubleClick, attachWheel } from "./wheel.ts";

/** Attaches every control that is not switched off. */
export function attachControls(host: ControlHost, controls: PanoramaOptions["controls"] = {}): void {
  const { drag = true, wheel = true, keyboard = true, doubleClick = true } = controls;
  if (drag) attachPointers(host);
  if (wheel) attachWheel(host);
  if (keyboard) attachKeyboard(host);
  if (doubleClick) attachDoubleClick(host);
}
