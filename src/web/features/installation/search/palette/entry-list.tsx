/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of a combobox: `select` and `option` hold text alone */
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Pieces } from "../marked.tsx";
import type { ListLink } from "../use-combobox.ts";
import { useListKeys } from "../use-list-keys.ts";
import type { Command } from "./use-commands.ts";
import { type Entries, type Entry, useEntries } from "./use-entries.ts";

export interface EntryListProps {
  text: string;
  list: ListLink;
  commands: readonly Command[];
  onClose: () => void;
}

/** The entries of the palette in groups. One is always marked, so that Enter does what is visible. */
export function EntryList({ text, list, commands, onClose }: EntryListProps) {
  const t = useText();
  const { groups, state } = useEntries(text, commands, onClose);
  const id = (entry: Entry) => `${list.id}-${entry.id.replaceAll(" ", "-")}`;
  const entries = groups.flatMap((group) => group.entries);
  const choices = entries.map((entry) => ({ id: id(entry), choose: entry.run }));
  // While only the permanent entry could be taken, Enter waits for the results.
  const isWaiting = (state === "loading" || state === "stale") && entries[0]?.id === "everywhere";
  useListKeys(list, choices, !isWaiting, true);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Said state={state} hasEntries={entries.some((entry) => entry.id !== "everywhere")} />
      <div role="listbox" id={list.id} aria-label={t("search.palette.label")} className="p-1.5">
        {groups.map(({ title, entries: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
          <div key={title} role="group" aria-label={title} className="pb-1 last:pb-0">
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs text-ink-muted">
              {title}
            </p>
            {own.map((entry) => (
              <Line key={entry.id} id={id(entry)} entry={entry} isActive={id(entry) === list.active} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function Line({ id, entry, isActive }: { id: string; entry: Entry; isActive: boolean }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={entry.run}
      className={cx(
        "flex min-h-10 cursor-default items-center gap-3 rounded-md px-2.5 py-1.5 text-sm text-ink hover:bg-hover touch:min-h-11",
        isActive && "bg-press hover:bg-press",
      )}
    >
      <Icon of={entry.icon} size="sm" points={entry.points === true} className="text-ink-muted" />
      <span className="own-direction min-w-0 flex-1 truncate">
        <Pieces of={entry.pieces} />
      </span>
      {entry.note !== undefined && (
        <bdi className="max-w-1/2 truncate text-xs text-ink-muted tabular-nums">{entry.note}</bdi>
      )}
    </div>
  );
}

/** Status of the search on the site. */
function Said({ state, hasEntries }: { state: Entries["state"]; hasEntries: boolean }) {
  const t = useText();
  const text =
    state === "offline"
      ? t("search.offline")
      : state === "failed"
        ? t("search.failed")
        : state === "ready" && !hasEntries
          ? t("search.palette.none")
          : "";
  const isBusy = state === "loading" || state === "stale";
  return (
    <output className="flex items-center gap-2 px-4 text-sm text-ink-muted not-empty:pt-3">
      {text}
      {isBusy && !hasEntries && (
        <>
          <Spinner />
          {t("search.palette.searching")}
        </>
      )}
    </output>
  );
}
