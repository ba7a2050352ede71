import { CircleAlert, CircleCheck, Download, ScanSearch } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { isVoice, notOriginal, voicePrefix } from "#contract/evidence.files.ts";
import type { EvidenceFile, FileCheck } from "#contract/evidence.ts";
import { errorText } from "#web/lib/error-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { cx } from "#web/ui/classes.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type EvidenceOf, originalAddress, useFileCheck } from "./evidence.queries.ts";

/** Every file with its checksum, and whether the stored bytes are still those. */
export function EvidenceFiles({ of, files }: { of: EvidenceOf; files: readonly EvidenceFile[] }) {
  const t = useText();
  const format = useFormat();
  const check = useFileCheck(of);
  return (
    <section aria-labelledby="evidence-files" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="evidence-files" className="font-strong">
          {t("evidence.files")}
        </h3>
        {files.length > 0 && (
          <Button icon={ScanSearch} size="sm" isPending={check.isPending} onPress={() => check.mutate()}>
            {t("evidence.check")}
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {check.isPending && <p className="text-sm text-ink-muted">{t("evidence.checking")}</p>}
        {check.isError && <Banner tone="bad">{errorText(check.error, t)}</Banner>}
        {check.data !== undefined && (
          <p className="text-sm text-ink-muted">
            {t("evidence.checked_at", { at: format.date(check.data.checked_at, "moment") })}
          </p>
        )}
      </div>
      {files.length === 0 ? (
        <p className="text-ink-muted">{t("evidence.files_none")}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {files.map((file) => (
            <OneFile
              key={file.id}
              of={of}
              file={file}
              checked={check.data?.files.find(({ id }) => id === file.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface OneFileProps {
  of: EvidenceOf;
  file: EvidenceFile;
  checked: FileCheck | undefined;
}

function OneFile({ of, file, checked }: OneFileProps) {
  const t = useText();
  const format = useFormat();
  const { camera, came, device, width, height } = file;
  const hasPlace = camera.latitude !== null && camera.longitude !== null;
  return (
    <li className="flex flex-col gap-2 rounded-lg p-4 ring-1 ring-line">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-strong break-words">
          {isVoice(file.id) && `${t("evidence.voice", { n: file.id.slice(voicePrefix.length) })} · `}
          {of.kind === "sheet" && `${t("evidence.version", { n: file.id.slice(1) })} · `}
          {file.name === "" ? t("evidence.unnamed") : <bdi>{file.name}</bdi>}
        </p>
        {file.is_original && (
          <a
            href={originalAddress(of, of.kind === "sheet" ? Number(file.id.slice(1)) : undefined)}
            download=""
            className={buttonClass({ variant: "quiet", size: "sm" })}
          >
            <Icon of={Download} size="sm" />
            {t("evidence.original")}
          </a>
        )}
      </div>
      <Checked check={checked} />
      <Hash label={t("evidence.sha256")} hash={file.sha256} />
      {device?.sha256 != null && <Hash label={t("evidence.device_sha256")} hash={device.sha256} />}
      {came !== null && <Hash label={t("evidence.came_sha256")} hash={came.sha256} />}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        <Fact name={t("evidence.bytes")}>{format.bytes(file.bytes)}</Fact>
        {width !== null && height !== null && (
          <Fact name={t("evidence.pixels")}>
            <bdi dir="ltr">{`${width} × ${height}`}</bdi>
          </Fact>
        )}
        <Fact name={t("evidence.received")}>{format.date(file.received_at, "moment")}</Fact>
        <Fact name={t("evidence.received_by")}>
          <bdi>{file.received_by?.name || t("evidence.nobody")}</bdi>
        </Fact>
        {device?.captured_at != null && (
          <Fact name={t("evidence.device_time")}>{format.date(device.captured_at, "moment")}</Fact>
        )}
        {device?.clock_offset != null && (
          <Fact name={t("evidence.device_offset")}>
            {t("evidence.device_seconds", { n: format.number(Math.round(device.clock_offset / 1000)) })}
          </Fact>
        )}
        {device?.announced_at != null && (
          <Fact name={t("evidence.hash_received")}>{format.date(device.announced_at, "moment")}</Fact>
        )}
        {camera.at !== null && (
          <Fact name={t("evidence.camera_time")}>{format.date(camera.at, "moment")}</Fact>
        )}
        {hasPlace && (
          <Fact name={t("evidence.camera_place")}>
            <bdi dir="ltr">{`${camera.latitude?.toFixed(6)}, ${camera.longitude?.toFixed(6)}`}</bdi>
          </Fact>
        )}
        {file.variants.length > 0 && (
          <Fact name={t("evidence.variants")}>
            {file.variants.map(({ name }, at) => (
              <Fragment key={name}>
                {at > 0 && " · "}
                <bdi>{name === "t" ? t("evidence.tiles") : name}</bdi>
              </Fragment>
            ))}
          </Fact>
        )}
      </dl>
      {device !== null && <p className="text-xs text-ink-muted">{t("evidence.device_note")}</p>}
      <p className="text-xs text-ink-muted">
        {file.is_original
          ? t(camera.at === null && !hasPlace ? "evidence.camera_none" : "evidence.camera_note")
          : t(`evidence.${notOriginal(file)}`)}
      </p>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-end break-words tabular-nums">{children}</dd>
    </div>
  );
}

/** In groups of eight, left to right in every language. */
function Hash({ label, hash }: { label: string; hash: string }) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-ink-muted">{label}</p>
        <p dir="ltr" className="font-mono text-xs break-words text-start rtl:text-end">
          {hash.match(/.{1,8}/g)?.join(" ")}
        </p>
      </div>
      <CopyButton text={hash} size="sm" variant="quiet" className="shrink-0" />
    </div>
  );
}

function Checked({ check }: { check: FileCheck | undefined }) {
  const t = useText();
  if (check === undefined) return null;
  const text = check.is_same ? "same" : check.found === null ? "missing" : "different";
  return (
    <p className={cx("flex items-center gap-1.5 text-sm", check.is_same ? "text-ok-text" : "text-bad-text")}>
      <Icon of={check.is_same ? CircleCheck : CircleAlert} size="sm" />
      {t(`evidence.${text}`)}
    </p>
  );
}
