import { useEffect, useState } from "react";

export interface Section {
  /** Id of its element. */
  readonly id: string;
  readonly title: string;
}

/** Pixels below the upper edge at which a section counts as the current one: below top bar and section bar. */
const LINE = 140;

interface OnPage {
  /** Ids of the sections with content, in page order. */
  readonly ids: string;
  readonly current: string | undefined;
}

/** The sections with content (some panels render nothing), and the one that is currently below the bar. */
export function useSections(sections: readonly Section[]): {
  shown: Section[];
  current: string | undefined;
} {
  const all = sections.map(({ id }) => id).join(" ");
  const [onPage, setOnPage] = useState<OnPage>({ ids: "", current: undefined });
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const next = lookAt(all.split(" "));
      setOnPage((last) => (last.ids === next.ids && last.current === next.current ? last : next));
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    const watch = new MutationObserver(soon);
    watch.observe(document.querySelector("#content") ?? document.body, { childList: true, subtree: true });
    addEventListener("scroll", soon, { passive: true });
    look();
    return () => {
      watch.disconnect();
      removeEventListener("scroll", soon);
      cancelAnimationFrame(frame);
    };
  }, [all]);
  const ids = onPage.ids.split(" ");
  return { shown: sections.filter(({ id }) => ids.includes(id)), current: onPage.current };
}

function lookAt(ids: readonly string[]): OnPage {
  const filled = ids.flatMap((id) => {
    const element = document.getElementById(id);
    return element === null || element.childElementCount === 0 ? [] : [{ id, element }];
  });
  const passed = filled.filter(({ element }) => element.getBoundingClientRect().top <= LINE);
  return { ids: filled.map(({ id }) => id).join(" "), current: (passed.at(-1) ?? filled[0])?.id };
}
