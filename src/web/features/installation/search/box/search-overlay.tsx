import { Search, X } from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { limits } from "#contract/limits.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PopularTerms, RecentTerms } from "../terms.tsx";
import { useCombobox } from "../use-combobox.ts";
import { ResultList } from "./results.tsx";
import { useClosing } from "./use-closing.ts";

/** As specified: the overlay closes in 300 ms. */
const leaving = limits.shell.searchLeaves;

/** The search over the whole screen of a phone. A tap outside field and results closes it, as do Escape and Back. */
export function SearchOverlay({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const isClosing = useClosing(isOpen, leaving);
  return (
    <ModalOverlay
      isOpen={isOpen}
      isExiting={isClosing}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 overflow-y-auto bg-canvas entering:anim-fade-in exiting:animate-[fade-out_300ms_var(--ease-out)_forwards]"
    >
      <Modal className="flow-root">
        <Dialog aria-label={t("search.label")} className="outline-none">
          <Content onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [text, setText] = useState("");
  const isSearching = text.trim() !== "";
  const { input, list, reset } = useCombobox(isSearching);

  function change(next: string): void {
    setText(next);
    reset();
  }

  return (
    <>
      <search className="sticky top-0 z-10 flex h-14 items-center gap-1 border-b border-line bg-canvas ps-4 pe-1.5">
        <span className="relative flex-1">
          <Icon
            of={Search}
            size="sm"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-muted"
          />
          <input
            {...input}
            type="search"
            enterKeyHint="go"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to be typed into
            autoFocus
            value={text}
            maxLength={limits.search.text}
            aria-label={t("search.label")}
            placeholder={t("search.placeholder")}
            onChange={(event) => change(event.target.value)}
            className={cx(
              fieldBox,
              "h-11 ps-9 text-base text-ellipsis [&::-webkit-search-cancel-button]:hidden",
            )}
          />
        </span>
        <BareIconButton icon={X} label={t("common.close")} onPress={onClose} className="size-11" />
      </search>
      {isSearching ? (
        <div className="px-2 py-1">
          <ResultList text={text} list={list} isInPlace onChosen={() => undefined} />
        </div>
      ) : (
        <div className="flex flex-col gap-6 px-4 py-5 empty:hidden">
          <RecentTerms onPick={change} />
          <PopularTerms onPick={change} />
        </div>
      )}
    </>
  );
}
