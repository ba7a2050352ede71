import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isOnline, onConnection, useConnection, watchConnection } from "#web/lib/connectivity.ts";
import type { CopyPart } from "#web/lib/copy-part.ts";
import { followConnection, persistQueriesHere, restoreQueriesHere } from "#web/lib/query-persistence.ts";
import { useUser } from "#web/lib/session.ts";
import { askUser } from "#web/shell/session-poll.ts";
import { BackOnline } from "./back-online.tsx";
import { ConnectionOverlay } from "./connection-overlay.tsx";
import { setContinued, useContinued } from "./continued.ts";
import { InstallCard } from "./install-card.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { startedWorker } from "./started-worker.ts";
import { UpdateDialog } from "./update-dialog.tsx";

export interface OfflinePartsProps {
  /** The contributions of features to a saved project, loaded when one is saved or refreshed. */
  copyParts: () => Promise<readonly CopyPart[]>;
}

/** Everything for when there is no connection, and what makes the site an app. */
export function OfflineParts({ copyParts }: OfflinePartsProps) {
  const { isOnline, wasOffline } = useConnection();
  const isContinued = useContinued();
  const worker = useWorker();
  useSeen();
  useRenewal();
  useOwnCopies(copyParts);
  return (
    <>
      <ConnectionOverlay isOpen={!isOnline && !isContinued} onContinue={() => setContinued(true)} />
      {!isOnline && isContinued && <OfflineBar />}
      <BackOnline isBack={isOnline && wasOffline} />
      {isOnline && <InstallCard />}
      {worker && <UpdateDialog registration={worker} />}
    </>
  );
}

function useWorker(): ServiceWorkerRegistration | null {
  const [worker, setWorker] = useState<ServiceWorkerRegistration | null>(null);
  useEffect(() => {
    let isGone = false;
    const start = async () => {
      const registration = await startedWorker();
      if (!isGone) setWorker(registration);
    };
    void start();
    return () => {
      isGone = true;
    };
  }, []);
  return worker;
}

/** Stores the data that this user sees, and no other user's. */
function useSeen(): void {
  const id = useUser()?.id;
  useEffect(() => (id === undefined ? undefined : persistQueriesHere()), [id]);
}

/** Looks after the projects saved on this device, and mentions what the signed-in user added behind the lock. */
function useOwnCopies(parts: OfflinePartsProps["copyParts"]): void {
  const id = useUser()?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const stop = new AbortController();
    void import("./copies/at-start.ts")
      .then(({ tidyAtStart }) => tidyAtStart(id, parts, stop.signal))
      .catch(() => undefined);
    return () => stop.abort();
  }, [id, parts]);
}

/** Without a connection screens show stored data; when it is back everything is refetched, without a reload. */
function useRenewal(): void {
  const client = useQueryClient();
  const was = useRef(true);
  useEffect(() => {
    const stopWatch = watchConnection();
    followConnection();
    const change = () => {
      if (was.current === isOnline()) return;
      was.current = isOnline();
      if (!was.current) return void restoreQueriesHere();
      setContinued(false);
      void askUser();
      void client.invalidateQueries({}, { cancelRefetch: false });
    };
    const stopChange = onConnection(change);
    change();
    return () => {
      stopChange();
      stopWatch();
    };
  }, [client]);
}
