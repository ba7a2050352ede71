import { Command as CommandIcon } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { limits } from "#contract/limits.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { isPaletteOpen, isShortcutsOpen } from "../access.ts";
import { useCombobox } from "../use-combobox.ts";
import { EntryList } from "./entry-list.tsx";
import { Keys } from "./keys.tsx";
import { ShortcutsDialog } from "./shortcuts-dialog.tsx";
import { type PaletteParts, useCommands } from "./use-commands.ts";

export interface CommandPaletteProps extends PaletteParts {
  /** Asks before signing out. */
  readonly Logout: ComponentType<{ isOpen: boolean; onClose: () => void }>;
}

/** The palette, and what it opens. */
export function CommandPalette({ Logout, ...parts }: CommandPaletteProps) {
  const t = useText();
  const isOpen = useStore(isPaletteOpen);
  const isHelpOpen = useStore(isShortcutsOpen);
  const [isLeaving, setIsLeaving] = useState(false);
  const opening = useOpening(isOpen);
  return (
    <>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={isPaletteOpen.set}
        isDismissable
        className="fixed inset-0 z-50 flex items-start justify-center bg-veil p-3 md:pt-[12dvh] entering:anim-fade-in exiting:anim-fade-out"
      >
        <Modal className="w-full max-w-152 rounded-lg bg-raised shadow-float entering:anim-rise-in exiting:anim-fade-out">
          <Dialog
            aria-label={t("search.palette.label")}
            className="flex max-h-[min(34rem,76dvh)] flex-col outline-none"
          >
            <Content key={opening} parts={parts} onLogout={() => setIsLeaving(true)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => isShortcutsOpen.set(false)} />
      <Logout isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  );
}

/** Counts its openings: reopened while it is still fading out, it is empty all the same. */
function useOpening(isOpen: boolean): number {
  const [state, setState] = useState({ isOpen, count: 0 });
  if (state.isOpen !== isOpen) setState({ isOpen, count: state.count + (isOpen ? 1 : 0) });
  return state.count;
}

const close = () => isPaletteOpen.set(false);

function Content({ parts, onLogout }: { parts: PaletteParts; onLogout: () => void }): ReactNode {
  const t = useText();
  const [text, setText] = useState("");
  const { input, list, reset } = useCombobox(true);
  const commands = useCommands(parts, onLogout);
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon of={CommandIcon} className="text-ink-muted" />
        <input
          {...input}
          type="text"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette is there to be typed into
          autoFocus
          enterKeyHint="go"
          value={text}
          maxLength={limits.search.text}
          aria-label={t("search.palette.placeholder")}
          placeholder={t("search.palette.placeholder")}
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
          className="h-13 min-w-0 flex-1 bg-transparent text-base text-ink outline-none"
        />
      </div>
      <EntryList text={text} list={list} commands={commands} onClose={close} />
      <p className="flex gap-5 border-t border-line px-4 py-2 text-xs text-ink-muted touch:hidden">
        <Hint keys={["↑", "↓"]}>{t("search.palette.hint_move")}</Hint>
        <Hint keys={["↵"]}>{t("search.palette.hint_open")}</Hint>
        <Hint keys={["Esc"]}>{t("search.palette.hint_close")}</Hint>
      </p>
    </>
  );
}

function Hint({ keys, children }: { keys: readonly string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <Keys of={keys} />
      {children}
    </span>
  );
}
