import { Eye, FileStack, FolderTree, LogIn } from "lucide-react";
import { remember, storageKeys } from "#web/lib/storage.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { useAuthUrl } from "../connection.ts";
import { failureText } from "../failure.ts";
import { LinkedProjects } from "../links/linked-projects.tsx";

interface NotConnectedProps {
  /** Why the sign-in failed: empty without a reason; null without a failure. */
  refused: string | null;
  /** The connection could not be checked. */
  error: unknown;
}

const gains = [
  { id: "files", icon: FolderTree },
  { id: "sheets", icon: FileStack },
  { id: "models", icon: Eye },
] as const;

/** The benefits of connecting, and the action to connect. */
export function NotConnected({ refused, error }: NotConnectedProps) {
  const t = useText();
  const begin = useAuthUrl();
  const connect = () =>
    begin.mutate(undefined, {
      onSuccess: (url) => {
        // Autodesk redirects to the start of this page; the previous location is restored from here.
        remember(storageKeys.autodeskPlace, location.search);
        location.assign(url);
      },
    });
  const isLeaving = begin.isPending || begin.isSuccess;
  return (
    <>
      <PageHeader title={t("autodesk.title")} />
      <div className="flex flex-col gap-8">
        {begin.isError ? (
          <Banner tone="bad">{failureText(begin.error, "errors.failed.autodesk_auth_url", t)}</Banner>
        ) : refused !== null ? (
          <Banner tone="bad" title={t("autodesk.connect.refused_title")}>
            {refusalText(refused, t)}
          </Banner>
        ) : (
          error !== null && (
            <Banner tone="warn">{failureText(error, "autodesk.connect.check_failed", t)}</Banner>
          )
        )}
        <section className="rounded-lg bg-surface px-5 py-8 ring-1 ring-line md:px-10 md:py-12">
          <h2 className="text-lg font-strong">{t("autodesk.connect.title")}</h2>
          <p className="mt-1 max-w-150 text-ink-muted">{t("autodesk.connect.text")}</p>
          <ul className="mt-7 grid gap-x-8 gap-y-5 md:grid-cols-3">
            {gains.map(({ id, icon }) => (
              <li key={id} className="flex gap-3">
                <Icon of={icon} size="lg" className="mt-px text-accent-text" />
                <span>
                  <span className="block font-strong">{t(`autodesk.connect.gains.${id}.title`)}</span>
                  <span className="text-ink-muted">{t(`autodesk.connect.gains.${id}.text`)}</span>
                </span>
              </li>
            ))}
          </ul>
          <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button variant="primary" size="lg" icon={LogIn} isPending={isLeaving} onPress={connect}>
              {t("autodesk.connect.button")}
            </Button>
            <p className="max-w-110 text-sm text-ink-muted">{t("autodesk.connect.promise")}</p>
          </div>
        </section>
        <LinkedProjects isConnected={false} />
      </div>
    </>
  );
}

/** Text for a known reason; an unknown one is shown unchanged. */
function refusalText(reason: string, t: ReturnType<typeof useText>): string {
  if (reason === "" || reason === "failed") return t("autodesk.connect.refused");
  if (reason === "denied" || reason === "access_denied") return t("autodesk.connect.refused_denied");
  if (reason === "journey") return t("autodesk.connect.refused_late");
  if (reason === "off") return t("errors.code.AUTODESK_OFF");
  return t("autodesk.connect.refused_because", { reason });
}
