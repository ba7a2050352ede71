import type { SnagAnswer } from "#contract/crews.ts";
import type { Snag } from "#contract/snags.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { useAnswers } from "./crews.queries.ts";

const tones = { started: "warn", done: "info", disputed: "note" } as const;

/** The answers of crews to a snag, with their photos, newest first. Nothing while there are none. */
export function SnagAnswers({ snag }: { snag: Snag }) {
  const t = useText();
  const answers = useAnswers(snag.id);
  if (answers.isPending || answers.data?.length === 0) return null;
  return (
    <section aria-labelledby="snag-answers" className="flex flex-col gap-3">
      <h3 id="snag-answers" className="text-sm font-strong">
        {t("crews.screens.answers.title")}
      </h3>
      {answers.data === undefined ? (
        <p role="alert" className="text-sm text-ink-muted">
          {errorText(answers.error, t)}
        </p>
      ) : (
        <ol className="flex flex-col gap-4">
          {answers.data.toReversed().map((answer) => (
            <Answer key={answer.id} answer={answer} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Answer({ answer }: { answer: SnagAnswer }) {
  const t = useText();
  const format = useFormat();
  const { kind, text, by, device, photos, is_late, created_at, captured_at } = answer;
  const sent = { to: by.sent_to, device };
  return (
    <li className="flex flex-col gap-2 rounded-lg bg-sunken p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Chip tone={tones[kind]} hasDot>
          {t(`crews.screens.answers.kinds.${kind}`)}
        </Chip>
        <span className="font-strong">{t("crews.screens.answers.by", { name: by.name, crew: by.crew })}</span>
        <time dateTime={created_at} className="ms-auto text-xs text-ink-muted">
          {format.date(created_at, "moment")}
        </time>
      </div>
      {text !== "" && <p className="own-direction wrap-anywhere whitespace-pre-line">{text}</p>}
      {photos.length > 0 && (
        <ul className="grid grid-cols-3 gap-2">
          {photos.map(({ url, thumbnail }, at) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener" className="block rounded-md">
                <Picture
                  src={thumbnail}
                  alt={t("crews.screens.answers.photo", { n: at + 1 })}
                  className="aspect-square w-full rounded-md"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-col text-xs text-ink-muted">
        <span>
          {t(device === "" ? "crews.screens.answers.sent_to" : "crews.screens.answers.device", sent)}
        </span>
        {captured_at !== null && (
          <span>{t("crews.screens.answers.captured", { at: format.date(captured_at, "moment") })}</span>
        )}
        {is_late && <span className="text-warn-text">{t("crews.screens.answers.late")}</span>}
      </p>
    </li>
  );
}
