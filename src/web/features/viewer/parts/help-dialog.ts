import { element } from "../element.ts";
import type { Frame } from "../frame.ts";
import type { ViewerTextKey } from "../texts.ts";
import { openDialog } from "./dialog.ts";

const keys: readonly (readonly [text: ViewerTextKey, ...keys: string[]])[] = [
  ["help.turn", "←", "↑", "↓", "→"],
  ["help.zoom", "+", "−"],
  ["help.home", "Home"],
  ["help.rooms", "[", "]"],
  ["help.list", "R"],
  ["help.share", "S"],
  ["help.fullscreen", "F"],
  ["help.help", "?"],
];

const gestures: readonly ViewerTextKey[] = ["help.touch_turn", "help.touch_go", "help.touch_tools"];

/** Everything one can do without a button. */
export function openHelpDialog(frame: Frame): void {
  const { speaker } = frame;
  const rows = keys.flatMap(([text, ...names]) => [
    element("dt", {}, speaker.say(text)),
    // Keys are a row of their own on the keyboard: left stays left of right, in Arabic too.
    element("dd", { dir: "ltr" }, ...names.map((name) => element("kbd", {}, name))),
  ]);
  openDialog(
    frame,
    speaker.say("help.title"),
    element("dl", { class: "help-keys" }, ...rows),
    element("h3", { class: "help-touch" }, speaker.say("help.touch")),
    element(
      "ul",
      { class: "help-gestures" },
      ...gestures.map((text) => element("li", {}, speaker.say(text))),
    ),
  );
}
