import { ChevronLeft, Rotate3d } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Picture } from "#web/ui/picture.tsx";
import { PlainButton } from "#web/ui/plain/plain-button.tsx";
import { addressOf, open } from "./address.ts";
import { AnswerForm } from "./answer-form.tsx";
import { Due } from "./due.tsx";
import { EarlierAnswers } from "./earlier-answers.tsx";
import { type LinkSession, withWaiting } from "./link-session.ts";
import { PhotoRow } from "./photo-row.tsx";
import { PlanPart } from "./plan-part.tsx";
import { Status } from "./status.tsx";

/** The 360 engine; loaded on the press that asks for it. */
const lookAround = later(() => import("./look-around.tsx"));

interface SnagViewProps {
  session: LinkSession;
  page: AnswerPage;
  snag: AnswerSnag;
}

/** One snag: what to fix, where it is, and the answer. */
export function SnagView({ session, page, snag: known }: SnagViewProps) {
  const t = useText();
  const snag = withWaiting(known, useStore(session.waiting));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const number = t("crews.answer.number", { number: snag.number });
  return (
    <article className="flex flex-col gap-5">
      <a
        href={addressOf(null)}
        onClick={(event) => {
          event.preventDefault();
          open(null);
        }}
        className="-mx-2 inline-flex min-h-11 items-center gap-1 self-start rounded-md px-2 text-base text-accent-text hover:bg-hover"
      >
        <Icon of={ChevronLeft} points />
        {t("crews.answer.back")}
      </a>
      <div className="flex flex-col gap-5 md:grid md:grid-cols-2 md:items-start md:gap-8">
        <div className="flex flex-col gap-5">
          <InPicture snag={snag} />
          <div className="flex flex-col gap-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-base">
              <span className="text-ink-muted tabular-nums">{number}</span>
              <Status status={snag.status} />
            </p>
            <h1 ref={heading} tabIndex={-1} className="own-direction text-lg font-strong outline-none">
              {snag.title}
            </h1>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-base">
              <Due snag={snag} today={page.today} language={page.language} />
              {snag.room !== "" && <bdi className="text-ink-muted">{snag.room}</bdi>}
            </p>
            {snag.text !== "" && (
              <p className="own-direction pt-1 text-base wrap-anywhere whitespace-pre-line">{snag.text}</p>
            )}
          </div>
          {snag.plan !== null && <PlanPart plan={snag.plan} />}
          <SnagPhotos photos={snag.photos} />
        </div>
        <div className="flex flex-col gap-6 md:sticky md:top-18">
          <AnswerForm key={snag.id} session={session} page={page} snag={snag} />
          <EarlierAnswers snag={snag} language={page.language} />
        </div>
      </div>
    </article>
  );
}

/** The 360 photo around the pin, and the way into the photo itself. */
function InPicture({ snag }: { snag: AnswerSnag }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const LookAround = useLater(lookAround, isOpen)?.LookAround;
  if (snag.crop === null && snag.view === null) return null;
  return (
    <div className="relative -mx-4 overflow-hidden bg-sunken sm:mx-0 sm:rounded-lg">
      <Picture src={snag.crop} alt={t("crews.answer.picture")} isFirst className="aspect-3/2 w-full" />
      {snag.view !== null && (
        <PlainButton
          variant="onPicture"
          size="lg"
          isPending={isOpen && LookAround === undefined}
          onClick={() => setIsOpen(true)}
          className="absolute end-3 bottom-3"
        >
          <Icon of={Rotate3d} />
          {t("crews.answer.around.open")}
        </PlainButton>
      )}
      {isOpen && LookAround && snag.view !== null && (
        <LookAround title={snag.title} view={snag.view} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

function SnagPhotos({ photos }: { photos: AnswerSnag["photos"] }) {
  const t = useText();
  if (photos.length === 0) return null;
  return (
    <section aria-labelledby="snag-photos" className="flex flex-col gap-2">
      <h2 id="snag-photos" className="text-base font-strong">
        {t("crews.answer.photos")}
      </h2>
      <PhotoRow photos={photos} />
    </section>
  );
}
