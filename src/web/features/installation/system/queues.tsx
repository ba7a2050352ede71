import { RotateCw } from "lucide-react";
import { limits } from "#contract/limits.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type FailedJob, type Overview, useTryAgain } from "./system.queries.ts";

const columns = ["waiting", "later", "active", "failed"] as const;

/** Waiting, running and given up jobs, by queue. */
export function Queues({ queues }: Pick<Overview, "queues">) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t("system.queues.title")}>
      {queues.length === 0 ? (
        <p className="pb-2 text-sm text-ink-muted">{t("system.queues.none")}</p>
      ) : (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-xs text-ink-muted">
              <th scope="col" className="w-full py-2 text-start font-normal">
                {t("system.queues.name")}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="py-2 ps-4 text-right font-normal whitespace-nowrap">
                  {t(`system.queues.${column}`)}
                </th>
              ))}
              <th scope="col" className="py-2 ps-4 text-right font-normal whitespace-nowrap max-lg:hidden">
                {t("system.queues.oldest")}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {queues.map((queue) => (
              <tr key={queue.name}>
                <th scope="row" className="py-2 text-start font-normal">
                  <bdi dir="ltr" className="[overflow-wrap:anywhere]">
                    {queue.name}
                  </bdi>
                </th>
                {columns.map((column) => (
                  <td
                    key={column}
                    className={`py-2 ps-4 text-right tabular-nums ${
                      column === "failed" && queue.failed > 0 ? "font-strong text-bad-text" : ""
                    }`}
                  >
                    {format.number(queue[column])}
                  </td>
                ))}
                <td className="py-2 ps-4 text-right text-ink-muted tabular-nums max-lg:hidden">
                  {queue.waiting === 0 ? "" : t("system.seconds", { n: format.number(queue.oldest_seconds) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Jobs that were given up, with their errors, and the action to retry them. */
export function FailedJobs({ failed, at }: Pick<Overview, "failed" | "at">) {
  const t = useText();
  if (failed.length === 0) return null;
  return (
    <Card title={t("system.failed.title")}>
      <ul className="flex flex-col divide-y divide-line">
        {failed.map((job) => (
          <Failed key={job.id} job={job} now={new Date(at)} />
        ))}
      </ul>
      <p className="mt-2 text-xs text-ink-muted">{t("system.failed.note")}</p>
    </Card>
  );
}

function Failed({ job, now }: { job: FailedJob; now: Date }) {
  const t = useText();
  const format = useFormat();
  const again = useTryAgain();

  async function tryAgain(): Promise<void> {
    try {
      await again.mutateAsync(job.id);
      showToast({ tone: "ok", title: t("system.failed.begun") }, limits.toast.form);
    } catch (error) {
      showToast({ tone: "bad", title: t("system.failed.not_begun"), text: errorText(error, t) });
    }
  }

  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap gap-x-3">
          <bdi dir="ltr" className="font-strong">
            {job.queue}
          </bdi>
          <span className="text-ink-muted">{format.ago(job.at, now)}</span>
        </p>
        <p className="text-ink-muted [overflow-wrap:anywhere]">
          <bdi>{job.reason === "" ? t("system.failed.wordless") : job.reason}</bdi>
        </p>
      </div>
      <Button size="sm" icon={RotateCw} isPending={again.isPending} onPress={() => void tryAgain()}>
        {t("system.failed.again")} <span className="sr-only">{job.queue}</span>
      </Button>
    </li>
  );
}
