import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import type { Overview } from "./system.queries.ts";

/** The processes that are alive, and the roles of each. */
export function Processes({ overview: { nodes, clock, at } }: { overview: Overview }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t("system.processes.title")}>
      <ul className="flex flex-col divide-y divide-line">
        {nodes.map((node) => (
          <li
            key={node.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5 text-sm lg:grid-cols-[minmax(0,1fr)_9rem_7rem_12rem]"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <bdi className="max-w-full truncate font-strong">{node.name}</bdi>
              {node.is_self && <Chip tone="accent">{t("system.processes.self")}</Chip>}
            </span>
            <span className="text-ink-muted max-lg:text-end">{t(`system.processes.role.${node.role}`)}</span>
            <span className="text-ink-muted">
              {t("system.processes.version")} <bdi>{node.version}</bdi>
            </span>
            <span className="text-end text-ink-muted">
              {t("system.processes.since", { ago: format.ago(node.started_at, new Date(at)) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 border-t border-line pt-3 text-sm text-ink-muted">
        {t(clock.is_right ? "system.processes.clock_right" : "system.processes.clock_wrong", {
          seconds: format.number(clock.skew_seconds, { signDisplay: "exceptZero", maximumFractionDigits: 1 }),
        })}
      </p>
    </Card>
  );
}
