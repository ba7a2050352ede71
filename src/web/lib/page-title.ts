import { useEffect } from "react";
import { createStore, useStore } from "./store.ts";

const own = createStore<string | null>(null);

/** Sets the page title to the name of its subject (a project, a visit) instead of the title in the route table. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    own.set(title);
    return () => own.set(null);
  }, [title]);
}

export const useOwnPageTitle = () => useStore(own);
