import { EllipsisVertical, Film, History, Link2, Printer, QrCode as QrIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Spot } from "#contract/spot-codes.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { useFormat } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { buttonClass } from "#web/ui/button-style.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { cx } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { later, useLater } from "#web/ui/later.ts";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { addressOf } from "./spot-codes.queries.ts";

const dialogs = later(() => import("./code-dialogs.tsx"));

export interface SpotRowProps {
  project: number;
  spot: Spot;
  mayCreate: boolean;
  mayViewScans: boolean;
  mayFilm: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onPrint: (codes: number[]) => void;
}

/** One room: where it is, its label, and who scanned it last. */
export function SpotRow(props: SpotRowProps) {
  const { spot, mayCreate, mayFilm, isChosen, onChoose } = props;
  const t = useText();
  const format = useFormat();
  const { name, sheet, visit, label } = spot;
  const title = name === "" ? t("spot_codes.unnamed") : name;
  const floor =
    sheet === null ? t("spot_codes.no_floor") : [sheet.floor, sheet.name].filter(Boolean).join(" · ");
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 max-md:items-start">
      <Checkbox
        aria-label={t("common.select_named", { name: title })}
        isSelected={isChosen}
        onChange={onChoose}
        isDisabled={label === null && !mayCreate}
        className="max-md:mt-0.5"
      />
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-1 md:grid-cols-[minmax(0,2fr)_9rem_minmax(0,1.4fr)]">
        <div className="min-w-0">
          <p className="own-direction truncate font-strong">{title}</p>
          <p className="truncate text-sm text-ink-muted">
            <bdi>{floor}</bdi>
            {" · "}
            <bdi>{visit === null ? t("spot_codes.no_photo") : format.date(visit.visit_date)}</bdi>
          </p>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 md:contents">
          {label === null ? (
            <span className="text-sm text-ink-muted">{t("spot_codes.no_code")}</span>
          ) : (
            <Chip tone="accent" icon={QrIcon} className="w-fit">
              {t("spot_codes.number", { n: label.number })}
            </Chip>
          )}
          <Scans label={label} />
        </div>
      </div>
      <div className="flex w-11 shrink-0 flex-wrap items-center justify-end gap-2 md:w-60 md:flex-nowrap">
        {mayFilm && visit !== null && spot.id_room !== null && (
          <a
            href={`/viewer/${visit.code}/${spot.id_room}?timelapse=1`}
            aria-label={t("spot_codes.timelapse_of", { name: title })}
            title={t("spot_codes.timelapse_of", { name: title })}
            className={cx(buttonClass({ variant: "quiet" }), "size-11 px-0")}
          >
            <Icon of={Film} />
          </a>
        )}
        {label !== null && <RowActions {...props} label={label} title={title} />}
      </div>
    </li>
  );
}

function Scans({ label }: { label: Spot["label"] }) {
  const t = useText();
  const format = useFormat();
  if (label === null || label.scans === null) return null;
  const { scans, last_scan } = label;
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2 text-sm text-ink-muted tabular-nums md:block">
      <p>{scans === 0 ? t("spot_codes.scans_none") : t("spot_codes.scans_count", { count: scans })}</p>
      {last_scan !== null && (
        <p className="truncate">
          {t("spot_codes.last_scan", {
            name: last_scan.person?.name || t("spot_codes.someone"),
            when: format.ago(last_scan.at),
          })}
        </p>
      )}
    </div>
  );
}

type Asked = "code" | "scans" | "revoke";

function RowActions({
  project,
  spot,
  label,
  title,
  mayCreate,
  mayViewScans,
  onPrint,
}: SpotRowProps & { label: NonNullable<Spot["label"]>; title: string }) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const parts = useLater(dialogs, asked !== null);
  const close = () => setAsked(null);
  const copy = async () => {
    if (await copyText(addressOf(label.code))) showToast({ tone: "ok", title: t("spot_codes.copied") });
  };
  return (
    <>
      {spot.visit !== null && (
        <Link href={`/q/${label.code}`} look={{ variant: "quiet" }} className="max-md:hidden">
          {t("spot_codes.open")}
        </Link>
      )}
      <Menu
        label={t("spot_codes.actions_for", { name: title })}
        trigger={
          <IconButton
            icon={EllipsisVertical}
            label={t("spot_codes.actions_for", { name: title })}
            hasTooltip={false}
            className="size-11 shrink-0"
          />
        }
      >
        <MenuItem icon={QrIcon} label={t("spot_codes.show")} onAction={() => setAsked("code")} />
        <MenuItem icon={Link2} label={t("spot_codes.copy")} onAction={() => void copy()} />
        <MenuItem icon={Printer} label={t("spot_codes.print_one")} onAction={() => onPrint([label.id])} />
        {mayViewScans && (
          <MenuItem icon={History} label={t("spot_codes.scans")} onAction={() => setAsked("scans")} />
        )}
        {mayCreate && (
          <MenuItem
            icon={Trash2}
            label={t("spot_codes.revoke")}
            isDestructive
            onAction={() => setAsked("revoke")}
          />
        )}
      </Menu>
      {parts && asked === "code" && <parts.CodeDialog label={label} title={title} onClose={close} />}
      {parts && asked === "scans" && (
        <parts.ScansDialog project={project} label={label} title={title} onClose={close} />
      )}
      {parts && asked === "revoke" && (
        <parts.RevokeDialog project={project} codes={[label.id]} name={title} onClose={close} />
      )}
    </>
  );
}
