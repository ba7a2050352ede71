import { CircleCheck } from "lucide-react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { bannerIcons } from "#web/ui/banner.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { textTone } from "#web/ui/tone.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { Overview } from "./system.queries.ts";

/** Findings that need attention, or a message that there are none. */
export function FindingsList({ overview }: { overview: Overview }) {
  const t = useText();
  const findings = findingsOf(overview);
  return (
    <section aria-label={t("system.findings.title")} aria-live="polite" className="mb-8">
      {findings.length === 0 ? (
        <p className="flex items-center gap-2.5 text-base font-strong">
          <Icon of={CircleCheck} className={textTone.ok} />
          {t("system.findings.none")}
        </p>
      ) : (
        <ul className="flex flex-col gap-2">
          {findings.map((finding) => (
            <Line key={finding.kind} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Line({ finding: { kind, tone, values } }: { finding: Finding }) {
  const t = useText();
  const format = useFormat();
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === "percent"
        ? format.percent(value / 100)
        : name === "bytes" || name === "reserve"
          ? format.bytes(value)
          : format.number(value),
    ]),
  );
  return (
    <li className="flex items-start gap-2.5">
      <Icon of={bannerIcons[tone]} className={cx("mt-0.5", textTone[tone])} />
      <span>
        <strong className="font-strong">{t(`system.findings.${kind}.title`, shown)}</strong>{" "}
        <span className="text-ink-muted">{t(`system.findings.${kind}.text`, shown)}</span>
      </span>
    </li>
  );
}
