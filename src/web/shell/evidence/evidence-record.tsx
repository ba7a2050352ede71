import type { AuditFinding } from "#contract/audit.ts";
import type { Evidence, EvidenceLine } from "#contract/evidence.ts";
import { activitySentence } from "#web/lib/activity-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";

/** The file's history and views, and whether their seals are valid. */
export function EvidenceRecord({ evidence }: { evidence: Evidence }) {
  const t = useText();
  const { lines, n_lines, seen, n_seen, seals, findings, kind } = evidence;
  return (
    <>
      <section aria-labelledby="evidence-record" className="flex flex-col gap-2">
        <h3 id="evidence-record" className="font-strong">
          {t("evidence.record")}
        </h3>
        {seals.length > 0 &&
          (findings.length === 0 ? (
            <Banner tone="ok">{t("evidence.intact")}</Banner>
          ) : (
            <Banner tone="bad" title={t("evidence.broken")}>
              <Findings findings={findings} />
            </Banner>
          ))}
        {lines === null ? (
          <p className="text-ink-muted">{t("evidence.record_hidden")}</p>
        ) : lines.length === 0 ? (
          <p className="text-ink-muted">{t("evidence.record_none")}</p>
        ) : (
          <Lines lines={lines} count={n_lines ?? 0} />
        )}
      </section>
      <section aria-labelledby="evidence-seen" className="flex flex-col gap-2">
        <h3 id="evidence-seen" className="font-strong">
          {t(kind === "room" ? "evidence.seen_room" : "evidence.seen")}
        </h3>
        <p className="text-ink-muted">{t("evidence.seen_count", { count: n_seen })}</p>
        {seen === null
          ? n_seen > 0 && <p className="text-ink-muted">{t("evidence.seen_hidden")}</p>
          : seen.length > 0 && <Lines lines={seen} count={n_seen} />}
      </section>
    </>
  );
}

/** The parts of the record that do not match their seals, one below the other. */
export function Findings({ findings }: { findings: readonly AuditFinding[] }) {
  const t = useText();
  return (
    <ul className="list-disc ps-5">
      {findings.map((finding) => (
        <li key={Object.values(finding).join(" ")}>{findingText(finding, t)}</li>
      ))}
    </ul>
  );
}

function findingText({ problem, id_line, id_seal }: AuditFinding, t: Translate): string {
  const where =
    id_line !== null && id_seal !== null
      ? t("evidence.of_line", { n: id_line, seal: id_seal })
      : id_line !== null
        ? t("evidence.of_line_only", { n: id_line })
        : id_seal !== null
          ? t("evidence.of_seal", { seal: id_seal })
          : "";
  return [t(`evidence.problems.${problem}`), where].filter((part) => part !== "").join(" – ");
}

/** The newest of `count` entries. */
function Lines({ lines, count }: { lines: readonly EvidenceLine[]; count: number }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {lines.length < count && (
        <p className="text-ink-muted">
          {t("evidence.listed", { n: format.number(lines.length), total: format.number(count) })}
        </p>
      )}
      <ol className="flex flex-col divide-y divide-line text-sm">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="min-w-0 flex-1 basis-60 break-words">
              <bdi>{whoOf(line, t)}</bdi>
              <span className="text-ink-muted">
                {" · "}
                {activitySentence(entryOf(line), t)}
              </span>
            </span>
            <span className="text-xs text-ink-muted tabular-nums">
              <time dateTime={line.at}>{format.date(line.at, "moment")}</time>
              {" · "}
              {line.id_seal === null ? t("evidence.unsealed") : t("evidence.seal", { n: line.id_seal })}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

const entryOf = ({ id, action, subject, changed, at }: EvidenceLine) => ({
  id,
  action,
  subject: { kind: "", id: null, name: subject },
  changed,
  address: "",
  created_at: at,
});

function whoOf({ who, is_guest, action }: EvidenceLine, t: Translate): string {
  if (who !== "") return who;
  if (is_guest) return t("evidence.guest");
  return t(action.endsWith(".purged") ? "evidence.server" : "evidence.gone");
}
