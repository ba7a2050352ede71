import { BoxSelect, Hourglass, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { AutodeskManifest } from "#contract/autodesk.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { isBeingMade, useDrawings, useManifest, useVersions } from "../autodesk.queries.ts";
import type { Names, ViewerFiles } from "../browse/browser.tsx";
import { browseHref, startAddress, useBrowseAddress } from "../browse-address.ts";
import { Trouble } from "../trouble.tsx";
import { ModelFrame } from "./model-frame.tsx";
import { shareOf } from "./share-of.ts";
import { ViewChoice } from "./view-choice.tsx";

interface ModelScreenProps {
  hub: string;
  project: string;
  urn: string;
  names: Names;
  viewer: ViewerFiles;
}

/** A model, or a drawing, in Autodesk's viewer; before that, the progress of its processing. */
export function ModelScreen({ hub, project, urn, names, viewer }: ModelScreenProps) {
  const t = useText();
  const [place, change] = useBrowseAddress();
  const manifest = useManifest(urn, names.region);
  const name = useModelName(hub, project, urn, place.item, place.view);
  const [tries, setTries] = useState(0);
  usePageTitle(name);
  const { data } = manifest;
  const views = data?.views ?? [];
  const shown =
    views.find(({ guid }) => guid === place.view) ?? views.find(({ role }) => role === "3d") ?? views[0];
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[
          { label: t("autodesk.title"), href: "/autodesk" },
          { label: names.hub, href: browseHref({ hub }) },
          {
            label: names.project,
            href: browseHref({ ...startAddress, hub, project, folders: place.folders, tab: place.tab }),
          },
          { label: name },
        ]}
        actions={
          data?.status === "success" &&
          views.length > 1 && (
            <ViewChoice views={views} chosen={shown?.guid ?? ""} onChoose={(view) => change({ view })} />
          )
        }
        className="mb-4"
      />
      {manifest.isPending ? (
        <Skeleton className="h-[70svh] min-h-90 rounded-lg" />
      ) : data === undefined ? (
        <Trouble
          error={manifest.error}
          fallback="errors.failed.autodesk_manifest"
          onRetry={() => void manifest.refetch()}
        />
      ) : data.status === "success" ? (
        <ModelFrame
          key={tries}
          {...viewer}
          urn={urn}
          region={names.region ?? ""}
          guid={shown?.guid ?? ""}
          name={name}
          onRetry={() => setTries((now) => now + 1)}
        />
      ) : (
        <NotReady manifest={data} onRetry={() => void manifest.refetch()} />
      )}
    </>
  );
}

/** The progress of a model, or why it failed. */
function NotReady({ manifest, onRetry }: { manifest: AutodeskManifest; onRetry: () => void }) {
  const t = useText();
  const { status, progress, messages } = manifest;
  if (isBeingMade(manifest))
    return (
      <div className="mx-auto flex max-w-100 flex-col gap-4 py-20">
        <ProgressBar label={t("autodesk.models.making")} share={shareOf(progress)} />
        <p className="text-center text-sm text-ink-muted">{t("autodesk.models.making_text")}</p>
      </div>
    );
  const kind = status === "failed" ? "failed" : status === "timeout" ? "timeout" : "none";
  return (
    <EmptyState
      icon={kind === "failed" ? TriangleAlert : kind === "timeout" ? Hourglass : BoxSelect}
      title={t(`autodesk.models.${kind}_title`)}
      text={t(`autodesk.models.${kind}_text`)}
      action={
        <span className="flex flex-col items-center gap-4">
          {messages.length > 0 && (
            <ul
              aria-label={t("autodesk.models.messages")}
              className="flex flex-col gap-1 rounded-md bg-bad-soft px-3 py-2 text-start text-sm text-bad-text"
            >
              {messages.map((message) => (
                <li key={message}>
                  <bdi>{message}</bdi>
                </li>
              ))}
            </ul>
          )}
          <Button onPress={onRetry}>{t("autodesk.models.look_again")}</Button>
        </span>
      }
    />
  );
}

/** Name of a model: that of its version, or of the drawing. */
function useModelName(
  hub: string,
  project: string,
  urn: string,
  item: string | null,
  view: string | null,
): string {
  const t = useText();
  const versions = useVersions(project, item);
  const drawings = useDrawings(hub, project, item === null);
  const version = versions.data?.items.find((one) => one.urn === urn);
  if (version !== undefined) return version.name;
  const same = drawings.data?.items.filter((one) => one.urn === urn) ?? [];
  const drawing = same.find(({ guid }) => guid === view) ?? same[0];
  return drawing === undefined ? t("autodesk.models.one") : `${drawing.number} ${drawing.title}`.trim();
}
