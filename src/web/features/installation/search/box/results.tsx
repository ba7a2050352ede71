/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of a combobox: `select` and `option` hold text alone */
import { useRouter } from "@tanstack/react-router";
import { CornerDownLeft } from "lucide-react";
import type { MouseEvent } from "react";
import type { SearchHit } from "#contract/search.ts";
import { useText } from "#web/lib/use-text.ts";
import { useFollow } from "#web/shell/use-follow.ts";
import { cx, floating } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { HitRow } from "../hit-row.tsx";
import { rememberTerm } from "../search.queries.ts";
import type { ListLink } from "../use-combobox.ts";
import { useListKeys } from "../use-list-keys.ts";
import { useResults } from "../use-results.ts";
import { ResultsStatus, RowSkeletons } from "./results-status.tsx";

export interface ResultListProps {
  text: string;
  list: ListLink;
  onChosen: () => void;
  /** Replaces the current history entry instead of adding one. */
  isInPlace?: boolean;
}

/** Below the box of the top bar. */
export function ResultsDropdown(props: ResultListProps) {
  return (
    <div
      className={cx(
        floating,
        "anim-rise-in absolute start-0 top-full z-40 mt-1.5 max-h-[calc(100dvh-5rem)] w-full min-w-116 overflow-y-auto",
      )}
    >
      <ResultList {...props} />
    </div>
  );
}

/** The results, as options of the field: title, kind and code, the first eight; and a link to all of them. */
export function ResultList({ text, list, onChosen, isInPlace = false }: ResultListProps) {
  const t = useText();
  const follow = useFollow();
  const router = useRouter();
  const results = useResults(text);
  const { hits, state } = results;
  const isFinal = state === "ready" || state === "offline";

  const go = (path: string) => {
    if (state !== "offline") void rememberTerm(text);
    onChosen();
    follow(path, isInPlace);
  };
  const all = router.buildLocation({ to: "/search", search: { q: text.trim() } as never }).href;
  const choices = hits.map((hit) => ({ id: optionId(list, hit), choose: () => go(hit.url) }));
  useListKeys(list, choices, isFinal);

  return (
    <>
      <ResultsStatus results={results} />
      <div
        role="listbox"
        id={list.id}
        aria-label={t("search.results")}
        aria-busy={!isFinal}
        className={cx("p-1 empty:hidden", state === "stale" && "opacity-60 transition-opacity")}
      >
        {hits.map((hit, at) => (
          <Option
            key={optionId(list, hit)}
            id={optionId(list, hit)}
            hit={hit}
            typed={text}
            isActive={list.active === optionId(list, hit)}
            isFirst={at === 0 && list.active === null}
            onChoose={() => go(hit.url)}
          />
        ))}
      </div>
      {state === "loading" && <RowSkeletons />}
      {(state === "ready" || state === "stale") && (
        <p className="border-t border-line p-1">
          <a
            href={all}
            onClick={(event) => plainClick(event, () => go(all))}
            className="flex min-h-9 items-center justify-center rounded-md px-3 text-sm text-accent-text -outline-offset-2 hover:bg-hover touch:min-h-11"
          >
            {t("search.see_all")}
          </a>
        </p>
      )}
    </>
  );
}

const optionId = ({ id }: ListLink, hit: SearchHit) => `${id}-${hit.type}-${hit.id}`;

/** Opening in another tab or window and the browser's menu work as for any link. */
function plainClick(event: MouseEvent, act: () => void): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}

interface OptionProps {
  id: string;
  hit: SearchHit;
  typed: string;
  isActive: boolean;
  /** The one that Enter takes when none is marked. */
  isFirst: boolean;
  onChoose: () => void;
}

function Option({ id, hit, typed, isActive, isFirst, onChoose }: OptionProps) {
  return (
    <a
      role="option"
      id={id}
      href={hit.url}
      tabIndex={-1}
      aria-selected={isActive}
      // The focus stays in the field, so the list does not close during a slow tap.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => plainClick(event, onChoose)}
      className={cx(
        "flex min-h-12 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-sm no-underline hover:bg-hover",
        isActive && "bg-hover",
      )}
    >
      <HitRow hit={hit} typed={typed} />
      <Icon
        of={CornerDownLeft}
        size="sm"
        points
        className={cx("text-ink-faint touch:hidden", !isActive && !isFirst && "invisible")}
      />
    </a>
  );
}
