import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { CloudOff, Images, QrCode as QrIcon, Timer, Unlink } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from "react";
import type { ScannedSpot, Spot } from "#contract/spot-codes.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { useConnection } from "#web/lib/connectivity.ts";
import { isVisitKept } from "#web/lib/kept-visit.ts";
import { leavePage } from "#web/lib/leave-page.ts";
import { useText } from "#web/lib/use-text.ts";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { NotFound } from "#web/shell/not-found.tsx";
import { AddPhoto, type AddPhotoParts } from "#web/shell/visits/add-photo.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Link } from "#web/ui/link.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import {
  dropCode,
  forgetOpened,
  keepCode,
  openedBefore,
  rememberOpened,
  useKeptCodes,
} from "./kept-codes.ts";
import { KeptCodes } from "./kept-codes-list.tsx";
import "./spot-codes.queries.ts";

/** Dialogs of the features of visits and photos. */
export interface ScanParts extends AddPhotoParts {
  /** Buttons that add photos at the spot, and their progress. */
  readonly AddPhotos: ComponentType<{ id_project: number; project: string; id_room: number }>;
}

/** `/q/{code}`: opens the spot of a scanned label; `?add=360` adds a 360 photo there, `?add=photo` a photo. */
export function ScanScreen({ parts }: { parts: ScanParts }) {
  const t = useText();
  const { code } = useParams({ strict: false }) as { code?: string };
  if (code === undefined) return <KeptCodes />;
  return (
    <>
      <h1 className="sr-only">{t("shell.titles.spot")}</h1>
      <Scan key={code} code={code} parts={parts} />
    </>
  );
}

const viewerOf = (code: string, visit: string, room: number | null): string =>
  `/viewer/${visit}/${room ?? ""}?here=${encodeURIComponent(code)}`;

function Scan({ code, parts }: { code: string; parts: ScanParts }) {
  const t = useText();
  const { isOnline } = useConnection();
  const { add } = useSearch({ strict: false }) as { add?: unknown };
  const isAdding = add === 360 || add === "360";
  const isPhoto = add === "photo";
  const spot = useQuery({
    queryKey: ["spot-code", code],
    // A date may have been added since.
    staleTime: 0,
    queryFn: ({ signal }) => call("GET /api/spot-codes/{code}", { params: { code } }, { signal }),
  });
  const { data, error } = spot;
  const isOffline = !isOnline || (error instanceof ApiError && error.code === "NETWORK");
  if (isOffline) return <Offline code={code} />;
  if (error instanceof ApiError && error.status === 404) return <Gone code={code} page={<NotFound />} />;
  if (error instanceof ApiError && error.status === 429)
    return (
      <EmptyState
        icon={Timer}
        title={t("spot_codes.scan.limited_title")}
        text={t("spot_codes.scan.limited_text")}
        action={<Button onPress={() => void spot.refetch()}>{t("spot_codes.scan.retry")}</Button>}
      />
    );
  if (spot.isError) return <LoadFailure error={error} onRetry={() => void spot.refetch()} />;
  // Stored data may be older than the newest date.
  if (data === undefined || spot.isFetching) return <Opening />;
  if (data.state === "revoked")
    return (
      <Gone
        code={code}
        page={
          <EmptyState
            icon={Unlink}
            title={t("spot_codes.scan.revoked_title")}
            text={t("spot_codes.scan.revoked_text", {
              n: data.number,
              name: data.name,
              project: data.project,
            })}
            action={<ToCodes spot={data} />}
          />
        }
      />
    );
  if (data.state === "open" && !isAdding && !isPhoto) return <Open code={code} spot={data} />;
  return <AddHere code={code} spot={data} isAdding={isAdding} parts={parts} />;
}

/** A label that opens nothing any more: the device forgets what it opened. */
function Gone({ code, page }: { code: string; page: ReactNode }) {
  useEffect(() => {
    dropCode(code);
    forgetOpened(code);
  }, [code]);
  return page;
}

function Opening() {
  const t = useText();
  return (
    <output className="flex min-h-[50dvh] flex-col items-center justify-center gap-4">
      <Spinner className="size-8 text-accent-text" />
      <p className="text-ink-muted">{t("spot_codes.scan.opening")}</p>
    </output>
  );
}

/** Records the scan and goes to the viewer; a scan that could not be recorded opens the spot all the same. */
function Open({ code, spot }: { code: string; spot: ScannedSpot }) {
  const { visit, id_room, name } = spot;
  useEffect(() => {
    if (visit === null || id_room === null) return;
    void call(
      "POST /api/spot-codes/{code}/scans",
      { params: { code } },
      { toast: false, keepalive: true },
    ).catch(() => undefined);
    dropCode(code);
    rememberOpened({ code, name, visit: visit.code, room: id_room });
    leavePage(viewerOf(code, visit.code, id_room));
  }, [code, visit, id_room, name]);
  return <Opening />;
}

/** The spot as a list of codes on this device describes it. */
function listedSpot(client: QueryClient, code: string): Spot | undefined {
  return client
    .getQueriesData<{ items: Spot[] }>({ queryKey: ["spot-codes", "list"] })
    .flatMap(([, list]) => list?.items ?? [])
    .find(({ label }) => label?.code === code);
}

/** Opens what the device holds, and otherwise offers to keep the code. */
function Offline({ code }: { code: string }) {
  const t = useText();
  const client = useQueryClient();
  const kept = useKeptCodes();
  const [opened] = useState(() => openedBefore(code));
  const listed = opened === undefined ? listedSpot(client, code) : undefined;
  const visit = opened?.visit ?? listed?.visit?.code;
  const room = opened?.room ?? listed?.id_room ?? null;
  const name = opened?.name ?? listed?.name ?? "";
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const isThere = visit !== undefined && (await isVisitKept(visit));
      if (isGone) return;
      if (isThere) leavePage(viewerOf(code, visit, room));
      else setMissing(true);
    };
    void open();
    return () => {
      isGone = true;
    };
  }, [code, visit, room]);
  if (!isMissing) return <Opening />;
  const isKept = kept.some((known) => known.code === code);
  return (
    <EmptyState
      icon={CloudOff}
      title={t("spot_codes.scan.offline_title")}
      text={
        name === "" ? t("spot_codes.scan.offline_text") : t("spot_codes.scan.offline_page_text", { name })
      }
      action={
        isKept ? (
          <output className="font-strong text-ok-text">{t("spot_codes.scan.kept")}</output>
        ) : (
          <Button variant="primary" size="lg" onPress={() => keepCode(code, name)}>
            {t("spot_codes.scan.keep")}
          </Button>
        )
      }
    />
  );
}

const ToCodes = ({ spot }: { spot: ScannedSpot }): ReactNode => {
  const t = useText();
  return (
    spot.id_project !== null && (
      <Link href={`/qrcodes/${spot.id_project}`} look={{ variant: "secondary" }}>
        {t("spot_codes.scan.to_codes")}
      </Link>
    )
  );
};

interface AddHereProps {
  code: string;
  spot: ScannedSpot;
  isAdding: boolean;
  parts: ScanParts;
}

/** A spot to which photos are added, or a 360 photo: in today's visit if there is one, else in a new one. */
function AddHere({ code, spot, isAdding, parts }: AddHereProps) {
  const t = useText();
  const { name, visit, id_room, id_project, thumbnail, can } = spot;
  const mayAdd = can["add_room"] === true && id_project !== null;
  const mayAddPhotos = can["add_photo"] === true && id_project !== null && id_room !== null;
  const [isOpen, setOpen] = useState(isAdding && mayAdd);
  const close = () => setOpen(false);
  return (
    <>
      <EmptyState
        icon={visit === null ? Images : QrIcon}
        title={visit === null ? t("spot_codes.scan.empty_title") : name}
        text={
          visit === null
            ? t("spot_codes.scan.empty_text", { name, project: spot.project })
            : `${spot.project} · ${visit.name}`
        }
        action={
          <>
            {mayAddPhotos && (
              <Suspense fallback={null}>
                <parts.AddPhotos id_project={id_project} project={spot.project} id_room={id_room} />
              </Suspense>
            )}
            {mayAdd && (
              <Button
                {...(!mayAddPhotos && { variant: "primary" })}
                icon={Images}
                onPress={() => setOpen(true)}
              >
                {t("spot_codes.here.add_room")}
              </Button>
            )}
            {visit !== null && (
              <Link href={viewerOf(code, visit.code, id_room)} look={{ variant: "secondary" }}>
                {t("spot_codes.open")}
              </Link>
            )}
            {visit === null && <ToCodes spot={spot} />}
          </>
        }
      />
      {thumbnail !== null && (
        <img src={thumbnail} alt="" className="mx-auto -mt-6 w-full max-w-96 rounded-lg object-cover" />
      )}
      {isOpen && id_project !== null && (
        <AddPhoto parts={parts} id_project={id_project} roomName={name} onClose={close} />
      )}
    </>
  );
}
