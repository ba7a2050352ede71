import type { Visit } from "#contract/visits.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";
import { useMatches } from "./match.queries.ts";
import { undecided } from "./match-facts.ts";

/** Notice on a visit's page that some rooms have no counterpart on other dates yet, with a link to the matching. */
export function MatchNotice({ visit }: { visit: Visit }) {
  const t = useText();
  const format = useFormat();
  const isReady =
    visit.rooms.length > 0 && visit.rooms.every(({ picture }) => picture.state !== "processing");
  const matches = useMatches(visit.id, null, isReady);
  const { data } = matches;
  if (data?.other == null) return null;
  const open = undecided(data);
  const address = `/editvisit/${visit.id}/match`;
  if (open === 0)
    return (
      <p className="mb-6">
        <Link href={address}>{t("visits.match.title")}</Link>
      </p>
    );
  const proposed = data.matches.filter(({ state }) => state === "proposed").length;
  const date = format.date(data.other.visit_date, "long");
  return (
    <Banner tone="info" className="mb-6" title={t("visits.match.notice", { count: open, date })}>
      <p>
        {t(proposed > 0 ? "visits.match.notice_proposed" : "visits.match.notice_open", { count: proposed })}
      </p>
      <Link href={address} look={{ variant: "primary" }} className="mt-2.5 mb-1">
        {t("visits.match.review")}
      </Link>
    </Banner>
  );
}
