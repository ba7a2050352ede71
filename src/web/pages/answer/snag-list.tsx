import { Check, CloudOff, MapPin } from "lucide-react";
import { type MouseEvent, useState } from "react";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlanCrop } from "#web/ui/floor-plan/plan-crop.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { addressOf, open } from "./address.ts";
import { Due } from "./due.tsx";
import { type LinkSession, withWaiting } from "./link-session.ts";
import { Status } from "./status.tsx";

type Group = "open" | "answered" | "closed";
const groups = ["open", "answered", "closed"] as const satisfies readonly Group[];

function groupOf({ status }: AnswerSnag): Group {
  if (status === "closed") return "closed";
  return status === "open" || status === "in_work" ? "open" : "answered";
}

/** The snags of the link, those to fix first. */
export function SnagList({ session, page }: { session: LinkSession; page: AnswerPage }) {
  const t = useText();
  const waiting = useStore(session.waiting);
  const snags = page.snags.map((snag) => withWaiting(snag, waiting));
  if (!snags.some((snag) => groupOf(snag) === "open") && waiting.length === 0)
    return (
      <>
        <Nothing crew={page.crew} />
        <Groups session={session} page={page} snags={snags} />
      </>
    );
  return (
    <>
      <h1 className="sr-only">{t("crews.answer.title")}</h1>
      <Groups session={session} page={page} snags={snags} />
    </>
  );
}

function Nothing({ crew }: { crew: string }) {
  const t = useText();
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-ok-soft text-ok-text">
        <Icon of={Check} size="xl" />
      </span>
      <h1 className="text-lg font-strong">{t("crews.answer.none.title")}</h1>
      <p className="max-w-96 text-base text-ink-muted">{t("crews.answer.none.text", { crew })}</p>
    </div>
  );
}

interface GroupsProps {
  session: LinkSession;
  page: AnswerPage;
  snags: readonly AnswerSnag[];
}

function Groups({ session, page, snags }: GroupsProps) {
  const t = useText();
  const shown = page.snags.filter(({ status }) => status !== "closed").length;
  const lists = groups.map((group) => {
    const own = snags.filter((snag) => groupOf(snag) === group);
    return (
      own.length > 0 && (
        <section key={group} aria-labelledby={`group-${group}`} className="flex flex-col gap-2.5">
          <h2 id={`group-${group}`} className="flex items-baseline gap-2 px-1 text-base font-strong">
            {t(`crews.answer.list.${group}`)}
            <span className="text-sm font-normal text-ink-muted tabular-nums">{own.length}</span>
          </h2>
          <ul className="flex flex-col gap-2.5">
            {own.map((snag, at) => (
              <Item
                key={snag.id}
                session={session}
                page={page}
                snag={snag}
                isFirst={group === groups[0] && at < 5}
              />
            ))}
          </ul>
        </section>
      )
    );
  });
  return (
    <>
      {lists}
      {page.open > shown && (
        <p className="px-1 text-sm text-ink-muted">
          {t("crews.answer.list.more", { shown, total: page.open })}
        </p>
      )}
    </>
  );
}

interface ItemProps {
  session: LinkSession;
  page: AnswerPage;
  snag: AnswerSnag;
  isFirst: boolean;
}

function Item({ session, page, snag, isFirst }: ItemProps) {
  const t = useText();
  const waits = useStore(session.waiting).some((one) => one.snag === snag.id);
  const isSent = useStore(session.sent).has(snag.id);
  return (
    <li className="relative flex gap-3 rounded-lg bg-surface p-2.5 ring-1 ring-line hover:ring-line-strong">
      <Thumb snag={snag} isFirst={isFirst} />
      <div className="flex min-w-0 flex-1 flex-col gap-1 py-0.5">
        <p className="flex items-center gap-2 text-sm text-ink-muted tabular-nums">
          {t("crews.answer.number", { number: snag.number })}
          {snag.is_new && <span aria-hidden className="size-2 rounded-full bg-accent" />}
        </p>
        <a
          id={`snag-${snag.id}`}
          href={addressOf(snag.id)}
          onClick={(event) => openHere(event, snag.id)}
          className="own-direction line-clamp-2 text-base leading-snug font-strong outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
        >
          {snag.title}
        </a>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {snag.status !== "open" && <Status status={snag.status} />}
          {snag.status !== "closed" && <Due snag={snag} today={page.today} language={page.language} />}
        </div>
        {(waits || isSent) && (
          <p className={cx("flex items-center gap-1.5 text-sm", waits ? "text-warn-text" : "text-ok-text")}>
            <Icon of={waits ? CloudOff : Check} size="sm" />
            {t(waits ? "crews.answer.states.waiting_short" : "crews.answer.states.sent")}
          </p>
        )}
      </div>
    </li>
  );
}

/** The view at the pin, else a photo, else the floor plan around the pin. */
function Thumb({ snag: { crop, photos, plan }, isFirst }: { snag: AnswerSnag; isFirst: boolean }) {
  const [isBroken, setIsBroken] = useState(false);
  const look = "size-22 shrink-0 rounded-md";
  const src = crop ?? photos[0]?.thumbnail ?? null;
  if (src === null && plan !== null && !isBroken)
    return (
      <span className={cx("relative overflow-hidden ring-1 ring-line ring-inset", look)}>
        <PlanCrop image={plan.image} point={plan} onBroken={() => setIsBroken(true)} />
        <span
          aria-hidden
          className="absolute inset-0 m-auto size-4 rounded-full bg-bad shadow-pin ring-2 ring-white"
        />
      </span>
    );
  return <Picture src={src} icon={MapPin} isFirst={isFirst} className={look} />;
}

/** A press opens the snag on this page; a new tab or window is left to the browser. */
function openHere(event: MouseEvent, snag: number): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(snag);
}
