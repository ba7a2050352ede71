import { CloudCheck, Download, RotateCw } from "lucide-react";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useUser } from "#web/lib/session.ts";
import { useStore } from "#web/lib/store.ts";
import { unsentFiles } from "#web/lib/uploads/unsent-files.ts";
import { uploads, useUploads } from "#web/lib/uploads/uploads.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActList } from "#web/shell/outbox/act-list.tsx";
import { exportActs } from "#web/shell/outbox/export-acts.ts";
import { outbox } from "#web/shell/outbox/outbox.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** Everything of this user that waits on this device, by project. Of other users only how many there are. */
export function WaitingScreen() {
  const t = useText();
  const acts = useWaitingActs();
  const user = useUser()?.id;
  const batches = useUploads();
  const others = useStore(outbox.others) + useStore(uploads.others);
  const files = batches.reduce((sum, { total, arrived }) => sum + total - arrived, 0);
  const count = acts.length + files;
  const download = async () =>
    exportActs(acts, user === undefined || files === 0 ? [] : await unsentFiles(user));
  return (
    <>
      <PageHeader
        title={t("offline.waiting.title")}
        note={count === 0 ? undefined : t("offline.waiting.count", { count })}
        actions={
          count > 0 && (
            <div className="flex flex-wrap gap-2">
              {acts.some(({ state }) => state === "refused") && (
                <Button icon={RotateCw} onPress={() => void outbox.retry()}>
                  {t("offline.waiting.retry_all")}
                </Button>
              )}
              <Button icon={Download} onPress={() => void download()}>
                {t("offline.waiting.export_all")}
              </Button>
            </div>
          )
        }
      />
      <div className="mx-auto flex max-w-3xl flex-col gap-5">
        {others > 0 && <Banner>{t("offline.waiting.others", { count: others })}</Banner>}
        {count === 0 ? (
          <EmptyState
            icon={CloudCheck}
            title={t("offline.waiting.none_title")}
            text={t("offline.waiting.none_text")}
          />
        ) : (
          <>
            <p className="text-sm text-ink-muted">{t("offline.waiting.subtitle")}</p>
            {batches.map((batch) => (
              <Card key={batch.id} title={t("uploads.title")}>
                <Link href={batch.href} className="own-direction font-strong wrap-anywhere">
                  {batch.name}
                </Link>
                <p className="text-sm text-ink-muted tabular-nums">
                  {t("uploads.progress", { done: batch.arrived, total: batch.total })}
                  {batch.isSaved && ` · ${t("offline.waiting.kept")}`}
                </p>
              </Card>
            ))}
            {byProject(acts).map(([project, own]) => (
              <Card key={project} title={own[0]?.projectName || t("offline.waiting.no_project")}>
                <ActList acts={own} />
              </Card>
            ))}
          </>
        )}
      </div>
    </>
  );
}

/** In order of the oldest act of each project. */
function byProject(acts: readonly Act[]): [number, Act[]][] {
  const groups = new Map<number, Act[]>();
  for (const act of acts) groups.set(act.project, [...(groups.get(act.project) ?? []), act]);
  return [...groups];
}
