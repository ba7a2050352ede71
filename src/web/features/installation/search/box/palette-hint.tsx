import { comma } from "#web/lib/comma.ts";
import { useText } from "#web/lib/use-text.ts";
import { isPaletteOpen } from "../access.ts";
import { commandKey } from "../command-key.ts";

/** At the end of the box: the shortcut of the command palette, which a click opens as well. */
export function PaletteHint() {
  const t = useText();
  const key = `${commandKey} K`;
  return (
    <button
      type="button"
      // The visible text is part of its name, so that voice control can use it.
      aria-label={t("search.palette.open") + comma() + key}
      aria-keyshortcuts="Control+K Meta+K"
      title={t("search.palette.open")}
      onClick={() => isPaletteOpen.set(true)}
      className="absolute inset-y-0 end-1.5 my-auto flex h-6 cursor-default items-center rounded-sm border border-line bg-sunken px-1.5 text-xs text-ink-muted transition-colors hover:text-ink"
    >
      <kbd dir="ltr" className="font-sans">
        {key}
      </kbd>
    </button>
  );
}
