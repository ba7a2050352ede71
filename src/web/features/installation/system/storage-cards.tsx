import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "./facts.tsx";
import type { Overview } from "./system.queries.ts";

export function DatabaseCard({ database }: Pick<Overview, "database">) {
  const t = useText();
  const format = useFormat();
  const { replicas } = database;
  return (
    <Card title={t("system.database.title")}>
      <Facts>
        <Fact name={t("system.database.version")}>
          <bdi dir="ltr">PostgreSQL {database.version}</bdi>
        </Fact>
        <Fact name={t("system.database.size")}>{format.bytes(database.bytes)}</Fact>
        <Fact name={t("system.database.connections")}>
          {t("system.of", {
            n: format.number(database.connections),
            most: format.number(database.connections_max),
          })}
        </Fact>
        <Fact name={t("system.database.answer")}>
          {t("system.milliseconds", { n: format.number(database.milliseconds) })}
        </Fact>
        {replicas.map(({ name, lag_seconds }) => (
          <Fact key={name} name={t("system.database.replica", { name })}>
            {t("system.database.behind", { n: format.number(Math.round(lag_seconds)) })}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

export function StorageCard({ storage, media, search }: Pick<Overview, "storage" | "media" | "search">) {
  const t = useText();
  const format = useFormat();
  return (
    <Card title={t("system.storage.title")}>
      <Facts>
        <Fact name={t(`system.storage.${storage.kind}`)}>
          <bdi dir="ltr" className="[overflow-wrap:anywhere]">
            {storage.place}
          </bdi>
        </Fact>
        <Fact name={t("system.storage.free")}>
          {t("system.of", { n: format.bytes(storage.free_bytes), most: format.bytes(storage.total_bytes) })}
        </Fact>
        <Fact name={t("system.storage.ffmpeg")}>
          {media.ffmpeg === null ? t("system.storage.no_ffmpeg") : <bdi dir="ltr">{media.ffmpeg}</bdi>}
        </Fact>
        <Fact name={t("system.storage.search")}>
          {t("system.storage.entries", { n: format.number(search.entries) })}
        </Fact>
      </Facts>
    </Card>
  );
}

export function BackupCard({ backup, at }: Pick<Overview, "backup" | "at">) {
  const t = useText();
  const format = useFormat();
  const now = new Date(at);
  const { last, failed } = backup;
  return (
    <Card title={t("system.backup.title")}>
      {last === null && failed === null ? (
        <p className="pb-1 text-sm text-ink-muted">{t("system.backup.none")}</p>
      ) : (
        <Facts>
          {last !== null && (
            <>
              <Fact name={t("system.backup.last")}>
                {format.date(last.at, "moment")} ({format.ago(last.at, now)})
              </Fact>
              <Fact name={t("system.backup.size")}>{format.bytes(last.bytes)}</Fact>
            </>
          )}
          {failed !== null && (
            <Fact
              name={t("system.backup.failed", { ago: failed.at === null ? "" : format.ago(failed.at, now) })}
            >
              <bdi className="text-bad-text [overflow-wrap:anywhere]">{failed.reason}</bdi>
            </Fact>
          )}
        </Facts>
      )}
    </Card>
  );
}

export function OutsideCard({ mail, outside, at }: Pick<Overview, "mail" | "outside" | "at">) {
  const t = useText();
  const format = useFormat();
  const now = new Date(at);
  const told = (trouble: { at: string | null; reason: string }) =>
    [trouble.at === null ? "" : format.ago(trouble.at, now), trouble.reason]
      .filter((part) => part !== "")
      .join(" · ");
  return (
    <Card title={t("system.outside.title")}>
      <Facts>
        <Fact name={t("system.outside.mail")}>
          {mail.trouble === null ? (
            t(mail.is_on ? "system.outside.well" : "system.outside.mail_off")
          ) : (
            <bdi className="text-warn-text [overflow-wrap:anywhere]">{told(mail.trouble)}</bdi>
          )}
        </Fact>
        {outside.length === 0 && <Fact name={t("system.outside.others")}>{t("system.outside.well")}</Fact>}
        {outside.map(({ kind, name, trouble }, index) => (
          // Two webhooks may have the same host.
          <Fact key={`${kind} ${name} ${index}`} name={t(`system.outside.${kind}`, { name })}>
            <bdi className="text-warn-text [overflow-wrap:anywhere]">{told(trouble)}</bdi>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
