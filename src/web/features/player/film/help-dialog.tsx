import { Fragment } from "react";
import { PlayerDialog } from "../controls/player-dialog.tsx";
import { type PlayerTextKey, usePlayerWords } from "../words.ts";

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
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { say } = usePlayerWords();
  return (
    <PlayerDialog title={say("keys.title")} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2.5">
        {keys.map(([text, ...names]) => (
          <Fragment key={text}>
            <dt>{say(text)}</dt>
            {/* Keys are a row of their own on the keyboard: left stays left of right, in Arabic too. */}
            <dd dir="ltr" className="flex justify-end gap-1">
              {names.map((name) => (
                <kbd key={name} className="min-w-7 rounded-sm bg-press px-1.5 py-0.5 text-center font-sans">
                  {name}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <h3 className="font-strong">{say("keys.touch")}</h3>
      <p>{say("keys.touch_turn")}</p>
      <p>{say("keys.touch_tools")}</p>
    </PlayerDialog>
  );
}
