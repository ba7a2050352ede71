import { Fragment } from "react";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";

const keys: readonly (readonly [text: TextKey, ...keys: string[]])[] = [
  ["player.keys.play", "Space", "K"],
  ["player.keys.turn", "←", "↑", "↓", "→"],
  ["player.keys.zoom", "+", "−"],
  ["player.keys.home", "Home"],
  ["player.keys.skip", "J", "L"],
  ["player.keys.speed", "[", "]"],
  ["player.keys.mute", "M"],
  ["player.keys.fullscreen", "F"],
  ["player.keys.help", "?"],
];

/** Keyboard shortcuts and gestures that have no button. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  return (
    <PlainDialog title={t("player.keys.title")} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2.5">
        {keys.map(([text, ...names]) => (
          <Fragment key={text}>
            <dt>{t(text)}</dt>
            {/* Keys mirror the keyboard's layout: left stays left of right, in Arabic too. */}
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
      <h3 className="font-strong">{t("player.keys.touch")}</h3>
      <p>{t("player.keys.touch_turn")}</p>
      <p>{t("player.keys.touch_tools")}</p>
    </PlainDialog>
  );
}
