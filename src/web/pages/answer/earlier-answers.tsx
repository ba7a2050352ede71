import type { AnswerSnag } from "#contract/crews.answers.ts";
import type { CrewLanguage } from "#contract/crews.ts";
import { useText } from "#web/lib/use-text.ts";
import { statusAfter } from "./kept-answer.ts";
import { PhotoRow } from "./photo-row.tsx";
import { Status } from "./status.tsx";
import { written } from "./texts.ts";

/** The answers of the crew so far, newest first. */
export function EarlierAnswers({ snag, language }: { snag: AnswerSnag; language: CrewLanguage }) {
  const t = useText();
  if (snag.answers.length === 0) return null;
  return (
    <section aria-labelledby="earlier-answers" className="flex flex-col gap-3">
      <h2 id="earlier-answers" className="text-base font-strong">
        {t("crews.answer.answers")}
      </h2>
      <ol className="flex flex-col gap-4 border-s-2 border-line ps-4">
        {snag.answers.map(({ guid, kind, text, by, photos, created_at }) => (
          <li key={guid} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <Status status={statusAfter[kind]} />
              <bdi>{by}</bdi>
              <time dateTime={created_at} className="text-ink-muted">
                {written(created_at, language)}
              </time>
            </p>
            {text !== "" && <p className="own-direction text-base whitespace-pre-line">{text}</p>}
            {photos.length > 0 && <PhotoRow photos={photos} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
