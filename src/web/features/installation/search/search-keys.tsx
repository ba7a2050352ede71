import { type ComponentType, useLayoutEffect } from "react";
import { useStore } from "#web/lib/store.ts";
import type { Later } from "#web/ui/later.ts";
import { goToSearch, isPaletteOpen, isShortcutsOpen } from "./access.ts";
import { usePart } from "./use-part.ts";

export interface SearchKeysProps {
  /** The palette with its targets; fetched when one of its keys is first pressed. */
  palette: Later<ComponentType>;
}

/**
 * Handles the shortcuts of the search on every screen: Ctrl or Cmd and K, `/`, `?`. Renders nothing until one is
 * pressed.
 */
export function SearchKeys({ palette }: SearchKeysProps) {
  const isWanted = [useStore(isPaletteOpen), useStore(isShortcutsOpen)].includes(true);
  const { part: Palette } = usePart(palette, isWanted);
  // Together with the field, not after it: the first key press would be lost.
  useLayoutEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return Palette && <Palette />;
}

function hear(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return;
  if ((ctrlKey || metaKey) && isKey(event, "k", "KeyK")) {
    if (isPaletteOpen.get()) isPaletteOpen.set(false);
    else if (isDialogOpen()) return;
    else isPaletteOpen.set(true);
  } else if (ctrlKey || metaKey || isTyping(event.target) || isDialogOpen()) return;
  else if (!event.shiftKey && isKey(event, "/", "Slash")) goToSearch.get()?.();
  else if (key === "?" || key === "؟") isShortcutsOpen.set(true);
  else return;
  event.preventDefault();
}

/** The key with this letter; on other layouts, such as Arabic, the key in the same position. */
const isKey = ({ key, code }: KeyboardEvent, letter: string, place: string) =>
  /^\P{Script=Arabic}$/u.test(key) ? key.toLowerCase() === letter : code === place;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/**
 * A dialog that waits for a response. Toasts have the dialog role too, and so do popovers; and one that is fading out
 * no longer waits.
 */
function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll<HTMLElement>("[role=dialog], [role=alertdialog]");
  return [...dialogs].some(
    (dialog) => dialog.ariaModal !== "false" && dialog.closest("[data-trigger], [data-exiting]") === null,
  );
}
