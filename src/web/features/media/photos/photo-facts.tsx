import type { ReactNode } from "react";
import type { Photo } from "#contract/photos.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Link } from "#web/ui/link.tsx";
import { toCompass } from "./compass.ts";

/** Everything known about a photo. */
export function PhotoFacts({ photo }: { photo: Photo }) {
  const t = useText();
  const format = useFormat();
  const { taken_at, taken_from, author, visit, room, position, heading, file, bytes, sha256 } = photo;
  return (
    <dl className="flex flex-col gap-3 text-sm">
      <Fact name={t("photos.fields.taken_at")} note={t(`photos.times.${taken_from}`)}>
        <time dateTime={taken_at}>{format.date(taken_at, "moment")}</time>
      </Fact>
      <Fact name={t("photos.fields.author")}>
        <bdi>{author === null ? t("photos.nobody") : author.name}</bdi>
      </Fact>
      {visit !== null && (
        <Fact name={t("photos.fields.visit")}>
          <a
            href={`/viewer/${visit.code}${room === null ? "" : `/${room.id}`}`}
            className="hit-area text-accent-text hover:underline"
          >
            <bdi>{visit.name}</bdi>
          </a>
        </Fact>
      )}
      {room !== null && (
        <Fact name={t("photos.fields.room")}>
          <bdi>{room.name}</bdi>
        </Fact>
      )}
      <Fact name={t("photos.fields.floor")}>
        {position === null ? (
          t("photos.no_position")
        ) : (
          <Link href={`/editsheet/${position.id_sheet}`}>
            <bdi>{[position.floor, position.sheet].filter(Boolean).join(" · ")}</bdi>
          </Link>
        )}
      </Fact>
      {heading !== null && (
        <Fact name={t("photos.fields.heading")}>{t("photos.degrees", { n: toCompass(heading) })}</Fact>
      )}
      <Fact name={t("photos.fields.file")} note={format.bytes(bytes)}>
        <bdi className="break-all">{file}</bdi>
      </Fact>
      <Fact name={t("photos.fields.sha256")}>
        <bdi className="font-mono text-xs break-all">{sha256}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="min-w-0">
        {children}
        {note !== undefined && <span className="block text-xs text-ink-muted">{note}</span>}
      </dd>
    </div>
  );
}
