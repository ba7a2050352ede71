import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import type { Address } from "#web/lib/list-state.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { adskKeys } from "./autodesk.keys.ts";
import { Browser } from "./browse/browser.tsx";
import { markConnected, markDisconnected, useConfig, useConnection } from "./connection.ts";
import { RowsSkeleton } from "./rows.tsx";
import { readSignInReturn, withoutCallback } from "./sign-in-return.ts";
import { NotConfigured } from "./states/not-configured.tsx";
import { NotConnected } from "./states/not-connected.tsx";
import { Trouble } from "./trouble.tsx";

/** The content of the user's Autodesk account, and its links to projects here. */
export function AutodeskScreen() {
  const t = useText();
  const failure = useCameBack();
  const config = useConfig();
  const connection = useConnection(config.data?.configured === true);

  if (config.isPending || (config.data?.configured === true && connection.isPending))
    return (
      <>
        <PageHeader title={t("autodesk.title")} />
        <RowsSkeleton />
      </>
    );
  if (config.data === undefined)
    return (
      <>
        <PageHeader title={t("autodesk.title")} />
        <Trouble
          error={config.error}
          fallback="errors.failed.autodesk_config"
          onRetry={() => void config.refetch()}
        />
      </>
    );
  if (!config.data.configured) return <NotConfigured because={config.data.off_because ?? "keys"} />;
  if (connection.data?.authenticated !== true)
    return <NotConnected refused={failure} error={connection.error} />;
  return <Browser account={connection.data.account} viewer={config.data.viewer} />;
}

/** Reads the result of a sign-in at Autodesk, and removes it from the address. Null, or the reason of a failure. */
function useCameBack(): string | null {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const address: Address = useSearch({ strict: false });
  const back = readSignInReturn(address);
  const [last, setLast] = useState(back);
  const isBack = back !== null;
  if (isBack && (last?.isConnected !== back.isConnected || last.reason !== back.reason)) setLast(back);

  const takeIn = useEffectEvent(() => {
    if (back === null) return;
    if (back.isConnected) {
      markConnected(client);
      void client.invalidateQueries({ queryKey: adskKeys.auth });
    } else markDisconnected(client);
    const left = back.isConnected ? takePlace() : "";
    // An explicit address takes precedence over the stored one.
    const here = withoutCallback(address);
    if (left !== "" && Object.keys(here).length === 0) router.history.replace(`/autodesk${left}`);
    else void navigate({ to: ".", search: here as never, replace: true });
  });
  // Once for every return: clearing the address takes a moment.
  useEffect(() => {
    if (isBack) takeIn();
  }, [isBack]);
  return last === null || last.isConnected ? null : last.reason;
}

/** Address before leaving to sign in; empty when unknown. Returned once. */
function takePlace(): string {
  const place = recall(storageKeys.autodeskPlace) ?? "";
  remember(storageKeys.autodeskPlace, null);
  return place.startsWith("?") ? place : "";
}
