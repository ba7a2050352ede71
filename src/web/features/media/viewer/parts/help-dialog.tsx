import { Fragment } from "react";
import { useStore } from "#web/lib/store.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { PlainDialog } from "#web/ui/plain/plain-dialog.tsx";
import { useFrame } from "../frame.ts";

const keys: readonly (readonly [text: TextKey, ...keys: string[]])[] = [
  ["viewer.help.zoom", "+", "−"],
  ["viewer.help.home", "Home"],
  ["viewer.help.rooms", "[", "]"],
  ["viewer.help.list", "R"],
  ["viewer.help.share", "S"],
  ["viewer.help.fullscreen", "F"],
  ["viewer.help.help", "?"],
];

const gestures: readonly TextKey[] = [
  "viewer.help.touch_turn",
  "viewer.help.touch_go",
  "viewer.help.touch_tools",
];

const turning: typeof keys = [["viewer.help.turn", "←", "↑", "↓", "→"]];
/** In visits with a walk, the upright arrows lead along it. */
const walking: typeof keys = [
  ["viewer.help.walk", "↑", "↓"],
  ["viewer.help.turn", "←", "→"],
  ["viewer.help.tilt", "Shift", "↑", "↓"],
];

/** Keyboard shortcuts and gestures that have no button. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { has_walk } = useStore(useFrame().tour.visit);
  return (
    <PlainDialog title={t("viewer.help.title")} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2.5">
        {[...(has_walk ? walking : turning), ...keys].map(([text, ...names]) => (
          <Fragment key={text}>
            <dt>{t(text)}</dt>
            {/* Keys mirror the keyboard's layout: left stays left of right, in Arabic too. */}
            <dd dir="ltr" className="flex justify-end gap-1 in-[[dir=rtl]]:justify-start">
              {names.map((name) => (
                <kbd
                  key={name}
                  className="inline-grid h-7 min-w-7 place-items-center rounded-sm bg-sunken px-2 font-sans text-xs shadow-[inset_0_0_0_1px_var(--line),inset_0_-2px_0_var(--line)]"
                >
                  {name}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <h3 className="border-t border-line pt-4 font-strong">{t("viewer.help.touch")}</h3>
      <ul className="-mt-3 grid gap-1 text-ink-muted">
        {gestures.map((text) => (
          <li key={text}>{t(text)}</li>
        ))}
      </ul>
    </PlainDialog>
  );
}
