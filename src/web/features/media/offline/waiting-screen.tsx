import { CloudCheck, Download, RotateCw } from "lucide-react";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActList } from "#web/shell/outbox/act-list.tsx";
import { exportActs } from "#web/shell/outbox/export-acts.ts";
import { outbox } from "#web/shell/outbox/outbox.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** Everything of this user that waits on this device, by project. Of other users only how many there are. */
export function WaitingScreen() {
  const t = useText();
  const acts = useWaitingActs();
  const others = useStore(outbox.others);
  return (
    <>
      <PageHeader
        title={t("offline.waiting.title")}
        note={acts.length === 0 ? undefined : t("offline.waiting.count", { count: acts.length })}
        actions={
          acts.length > 0 && (
            <div className="flex flex-wrap gap-2">
              {acts.some(({ state }) => state === "refused") && (
                <Button icon={RotateCw} onPress={() => void outbox.retry()}>
                  {t("offline.waiting.retry_all")}
                </Button>
              )}
              <Button icon={Download} onPress={() => void exportActs(acts)}>
                {t("offline.waiting.export_all")}
              </Button>
            </div>
          )
        }
      />
      <div className="mx-auto flex max-w-3xl flex-col gap-5">
        {others > 0 && <Banner>{t("offline.waiting.others", { count: others })}</Banner>}
        {acts.length === 0 ? (
          <EmptyState
            icon={CloudCheck}
            title={t("offline.waiting.none_title")}
            text={t("offline.waiting.none_text")}
          />
        ) : (
          <>
            <p className="text-sm text-ink-muted">{t("offline.waiting.subtitle")}</p>
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
