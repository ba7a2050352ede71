import { Pin } from "lucide-react";
import type { OwnerReport } from "#contract/owner-reports.ts";
import { localeOf } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Link } from "#web/ui/link.tsx";
import { Picture } from "#web/ui/picture.tsx";

type Pair = OwnerReport["pairs"][number];
type Side = Pair["before"];

interface ReportViewProps {
  report: OwnerReport;
  /** Keeps the view of a pair in every report; omitted for readers. */
  onFix?: (view: NonNullable<Pair["view"]>) => void;
  isFixing?: boolean;
}

/** A report in its own language, which may differ from that of the screen. */
export function ReportView({ report, onFix, isFixing = false }: ReportViewProps) {
  const t = useText();
  const { language, sentences, pairs, lines } = report;
  return (
    <article
      lang={language}
      dir={language === "ar" ? "rtl" : "ltr"}
      className="grid items-start gap-4 lg:grid-cols-2"
    >
      {sentences.length > 0 && (
        <Card title={t("owner_reports.sections.changes")} className="lg:col-span-2">
          <ul className="flex list-disc flex-col gap-1.5 ps-5">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Card>
      )}
      {pairs.length > 0 && (
        <Card title={t("owner_reports.sections.pairs")} className="lg:col-span-2">
          <ul className="flex flex-col gap-6">
            {pairs.map((pair) => (
              <li key={pair.n}>
                <PairView pair={pair} language={language} onFix={onFix} isFixing={isFixing} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {onFix !== undefined && pairs.length === 0 && (
        <p className="text-sm text-ink-muted lg:col-span-2">{t("owner_reports.screen.no_pairs")}</p>
      )}
      {lines.map(({ section, heading, facts }) => (
        <Card key={section} title={heading}>
          <dl className="flex flex-col divide-y divide-line text-sm">
            {facts.map(([name, value], at) => (
              // oxlint-disable-next-line react/no-array-index-key -- two lines may have the same name, and none moves
              <div key={at} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-4 py-1.5">
                <dt dir="auto" className="own-direction min-w-0 break-words text-ink-muted">
                  {name}
                </dt>
                <dd data-tabular className="min-w-0 break-words">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </article>
  );
}

interface PairViewProps {
  pair: Pair;
  language: OwnerReport["language"];
  onFix: ReportViewProps["onFix"] | undefined;
  isFixing: boolean;
}

function PairView({ pair, language, onFix, isFixing }: PairViewProps) {
  const t = useText();
  const { name, floor, before, after, view, is_fixed } = pair;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="own-direction min-w-0 font-strong">{[name, floor].filter(Boolean).join(" · ")}</h3>
        {is_fixed ? (
          <span className="flex items-center gap-1.5 text-xs text-ink-muted">
            <Pin aria-hidden className="size-3.5" /> {t("owner_reports.screen.fixed")}
          </span>
        ) : (
          onFix !== undefined &&
          view !== null && (
            <Button size="sm" icon={Pin} isDisabled={isFixing} onPress={() => onFix(view)}>
              {t("owner_reports.screen.fix")}
            </Button>
          )
        )}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <SideView side={before} name={name} language={language} />
        <SideView side={after} name={name} language={language} />
      </div>
    </>
  );
}

function SideView({
  side,
  name,
  language,
}: {
  side: Side;
  name: string;
  language: PairViewProps["language"];
}) {
  const t = useText();
  const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${side.day}T00:00:00Z`),
  );
  const picture = (
    <Picture src={side.picture} alt={`${name}, ${date}`} className="aspect-video w-full rounded-md" />
  );
  return (
    <figure className="m-0">
      {side.link === null || side.picture === null ? (
        picture
      ) : (
        <Link
          href={side.link}
          target="_blank"
          look="plain"
          aria-label={`${t("owner_reports.screen.open_view")}: ${name}, ${date}`}
          className="block"
        >
          {picture}
        </Link>
      )}
      <figcaption className="mt-1 text-xs text-ink-muted">
        {side.picture === null ? `${date} · ${t("owner_reports.screen.removed")}` : date}
      </figcaption>
    </figure>
  );
}
