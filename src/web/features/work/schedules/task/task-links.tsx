import type { ScheduleTask } from "#contract/schedules.ts";
import { useFormat } from "#web/lib/format.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { durationText } from "../import/field-words.ts";

type Link = ScheduleTask["predecessors"][number];

interface TaskLinksProps {
  tasks: readonly ScheduleTask[];
  task: ScheduleTask;
  onOpen: (uid: number) => void;
}

/** Predecessors and successors of a task, each with a link. */
export function TaskLinks({ tasks, task, onOpen }: TaskLinksProps) {
  const before = task.predecessors.flatMap((link) => {
    const other = tasks.find(({ uid }) => uid === link.uid);
    return other === undefined ? [] : [{ other, link }];
  });
  const after = tasks.flatMap((other) =>
    other.predecessors.filter(({ uid }) => uid === task.uid).map((link) => ({ other, link })),
  );
  return (
    <>
      <Links title="schedules.task.waits_for" entries={before} onOpen={onOpen} />
      <Links title="schedules.task.waited_for" entries={after} onOpen={onOpen} />
    </>
  );
}

interface LinksProps {
  title: TextKey;
  entries: readonly { other: ScheduleTask; link: Link }[];
  onOpen: (uid: number) => void;
}

function Links({ title, entries, onOpen }: LinksProps) {
  const t = useText();
  const format = useFormat();
  if (entries.length === 0) return null;
  return (
    <section aria-label={t(title)}>
      <h3 className="mb-1.5 text-ink-muted">{t(title)}</h3>
      <ul className="-mx-2">
        {entries.map(({ other, link: { kind, lag } }, at) => (
          <li key={`${other.uid}-${kind}-${at}`}>
            <button
              type="button"
              onClick={() => onOpen(other.uid)}
              className="flex w-full items-baseline gap-2.5 rounded-md px-2 py-1.5 text-start hover:bg-hover touch:py-3"
            >
              <span dir="ltr" className="shrink-0 text-xs text-ink-muted tabular-nums">
                {other.wbs}
              </span>
              <span className="own-direction min-w-0 flex-1">{other.name}</span>
              <span className="shrink-0 text-xs text-ink-muted">
                {t(`schedules.links.${kind}`)}
                {lag !== 0 &&
                  t(lag > 0 ? "schedules.links.after" : "schedules.links.ahead", {
                    duration: durationText(Math.abs(lag), t, format),
                  })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
