import { useLocation, useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect } from "react";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "#web/ui/bare-icon-button.tsx";
import { later } from "#web/ui/later.ts";
import { goToSearch } from "../access.ts";
import { usePart } from "../use-part.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the search covers the screen: a history entry of its own, so that Back closes it. */
    isSearching?: boolean;
  }
}

const overlay = later(() => import("./search-overlay.tsx"));

/** The search on phones: a button that opens it over the whole screen. */
export function SearchButton() {
  const t = useText();
  const router = useRouter();
  const isOpen = useLocation({ select: ({ state }) => state.isSearching === true });
  const { part, hasFailed } = usePart(overlay, isOpen);

  useEffect(() => {
    goToSearch.set(() => open());
    return () => goToSearch.set(null);
  });
  useEffect(() => {
    if (!hasFailed) return;
    showToast({ tone: "bad", title: t("errors.title.network"), text: t("search.unloaded") });
    router.history.back();
  }, [hasFailed, router, t]);

  function open(): void {
    if (isOpen) return;
    void router.navigate({
      to: ".",
      search: true as never,
      hash: true,
      state: { isSearching: true },
      resetScroll: false,
      ignoreBlocker: true,
    });
  }

  return (
    <>
      <BareIconButton icon={Search} label={t("search.open")} onPress={open} className="size-11" />
      {part && <part.SearchOverlay isOpen={isOpen} onClose={() => router.history.back()} />}
    </>
  );
}
