import { ChevronDown, ChevronLeft, ChevronUp, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import type { Snag } from "#contract/snags.ts";
import { useFormat } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { WaitingNote } from "#web/shell/outbox/waiting-note.tsx";
import { failureCase } from "#web/shell/screen-failure.ts";
import { Banner } from "#web/ui/banner.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { useSnagParts } from "../parts.ts";
import { useSnag, useSnagNews } from "../snags.queries.ts";
import { useOpenSnag } from "../use-open-snag.ts";
import { isAbout } from "../waiting/waiting-values.ts";
import { Comments } from "./comments.tsx";
import { DetailSkeleton } from "./detail-skeleton.tsx";
import { EditableText } from "./editable-text.tsx";
import { Facts } from "./facts.tsx";
import { History } from "./history.tsx";
import { Photos } from "./photos.tsx";
import { SnagMenu } from "./snag-menu.tsx";
import { StatusFlow } from "./status-flow.tsx";
import { Where } from "./where.tsx";

/** One snag with all its data. `items`: the snags of its list, for the next and previous one. */
export function SnagDetail({ id, items }: { id: number; items: readonly Snag[] }) {
  const snag = useSnag(id);
  const { close } = useOpenSnag();
  usePageTitle(snag.data?.title);
  useSnagNews(snag.data?.id_project ?? null);
  const steps = useSteps(id, items);
  useKeys(steps, close);
  const isClosed = ["permission", "not_found"].includes(failureCase(snag.error) ?? "");
  return (
    <>
      <Bar snag={snag.data} steps={steps} onClose={close} />
      {snag.isError && (snag.data === undefined || isClosed) ? (
        <div className="overflow-y-auto">
          <LoadFailure screen="snag" error={snag.error} onRetry={() => void snag.refetch()} />
        </div>
      ) : snag.data === undefined ? (
        <DetailSkeleton />
      ) : (
        <Body snag={snag.data} />
      )}
    </>
  );
}

interface Steps {
  readonly previous: number | undefined;
  readonly next: number | undefined;
  readonly go: (id: number | undefined) => void;
}

function useSteps(id: number, items: readonly Snag[]): Steps {
  const { open } = useOpenSnag();
  const at = items.findIndex((one) => one.id === id);
  return {
    previous: at > 0 ? items[at - 1]?.id : undefined,
    next: at === -1 ? undefined : items[at + 1]?.id,
    go: (to) => to !== undefined && open(to),
  };
}

/** Surfaces open above the page. A toast has the role of a dialog, too, but takes no keyboard input. */
const surfaces = "[role=dialog], [role=alertdialog]:not([aria-modal=false]), [role=menu], [role=listbox]";

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null;

/** J and K, as in other keyboard-driven tools, and Escape to close. */
function useKeys({ previous, next, go }: Steps, close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    // A surface above it handles the keys itself.
    if (isTyping(event.target) || document.querySelector(surfaces)) return;
    if (event.key === "Escape") close();
    else if (event.key === "j") go(next);
    else if (event.key === "k") go(previous);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

function Bar({ snag, steps, onClose }: { snag: Snag | undefined; steps: Steps; onClose: () => void }) {
  const t = useText();
  const format = useFormat();

  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line ps-2 pe-2 md:ps-4">
      <IconButton
        icon={ChevronLeft}
        points
        label={t("snags.detail.back")}
        onPress={onClose}
        className="md:hidden touch:size-11"
      />
      <p className="min-w-0 flex-1 truncate text-sm text-ink-muted">
        {snag !== undefined && (
          <>
            <span className="font-strong text-ink tabular-nums">
              {t("snags.number", { number: format.number(snag.number) })}
            </span>
            {" · "}
            <Link href={`/project/${snag.id_project}`} look="plain" className="hit-area hover:underline">
              <bdi>{snag.project}</bdi>
            </Link>
          </>
        )}
      </p>
      <IconButton
        icon={ChevronUp}
        label={t("snags.detail.previous")}
        isDisabled={steps.previous === undefined}
        onPress={() => steps.go(steps.previous)}
        className="touch:size-11 print:hidden"
      />
      <IconButton
        icon={ChevronDown}
        label={t("snags.detail.next")}
        isDisabled={steps.next === undefined}
        onPress={() => steps.go(steps.next)}
        className="touch:size-11 print:hidden"
      />
      {snag !== undefined && <SnagMenu snag={snag} onDeleted={onClose} />}
      <IconButton
        icon={X}
        label={t("snags.detail.close")}
        onPress={onClose}
        className="max-md:hidden print:hidden"
      />
    </header>
  );
}

function Body({ snag }: { snag: Snag }) {
  const t = useText();
  const format = useFormat();
  const mayEdit = snag.can["edit"] === true;
  const ago = format.ago(snag.captured_at ?? snag.created_at);
  const { details } = useSnagParts();
  return (
    <article
      aria-label={t("snags.detail.label", { number: snag.number })}
      className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain px-4 pt-4 pb-8 md:px-5"
    >
      <div className="flex flex-col gap-3">
        <EditableText snag={snag} field="title" mayEdit={mayEdit} />
        <p className="text-xs text-ink-muted">
          {snag.author === null || snag.author.name === ""
            ? t("snags.detail.pinned_unknown", { ago })
            : t("snags.detail.pinned", { name: snag.author.name, ago })}
        </p>
        {!mayEdit && (
          <Banner tone="info">
            {t(snag.can["answer"] === true ? "snags.detail.answer_only" : "snags.detail.read_only")}
          </Banner>
        )}
      </div>
      <WaitingNote isHere={(act) => isAbout(act, { id: snag.id })} />
      <StatusFlow snag={snag} />
      <EditableText snag={snag} field="text" mayEdit={mayEdit} />
      <Facts snag={snag} mayEdit={mayEdit} />
      <Photos snag={snag} />
      <Where snag={snag} />
      {details.map((Part, at) => (
        <Part key={at} snag={snag} />
      ))}
      <Comments snag={snag} />
      <History snag={snag} />
    </article>
  );
}
