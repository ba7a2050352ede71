import { element } from "#web/lib/element.ts";
import { openPlayerDialog } from "../dialog.ts";
import type { PlayerSpeaker, PlayerTextKey } from "../words.ts";

const keys: readonly (readonly [text: PlayerTextKey, ...keys: string[]])[] = [
  ["keys.play", "Space", "K"],
  ["keys.turn", "←", "↑", "↓", "→"],
  ["keys.zoom", "+", "−"],
  ["keys.home", "Home"],
  ["keys.skip", "J", "L"],
  ["keys.speed", "[", "]"],
  ["keys.mute", "M"],
  ["keys.fullscreen", "F"],
  ["keys.help", "?"],
];

/** Everything one can do without a button. */
export function openHelp(root: HTMLElement, speaker: PlayerSpeaker): void {
  const rows = keys.flatMap(([text, ...names]) => [
    element("dt", {}, speaker.say(text)),
    // Keys are a row of their own on the keyboard: left stays left of right, in Arabic too.
    element("dd", { dir: "ltr" }, ...names.map((name) => element("kbd", {}, name))),
  ]);
  openPlayerDialog(
    root,
    speaker,
    speaker.say("keys.title"),
    element("dl", { class: "player-keys" }, ...rows),
    element("h3", { class: "player-keys-touch" }, speaker.say("keys.touch")),
    element("p", {}, speaker.say("keys.touch_turn")),
    element("p", {}, speaker.say("keys.touch_tools")),
  );
}
