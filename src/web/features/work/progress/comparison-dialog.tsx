import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComparedSpot } from "#contract/comparisons.ts";
import { languages } from "#contract/languages.ts";
import { call } from "#web/lib/client.ts";
import { useLanguage } from "#web/lib/language.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Link } from "#web/ui/link.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export interface ComparisonDialogProps {
  project: number;
  /** Ids of the two visits, the earlier one first. */
  first: number;
  second: number;
  onClose: () => void;
}

/** As `comparisonsMost` of the contract, without its schemas. */
const most = 100;

/** Selects the spots of two visits that are printed side by side. */
export function ComparisonDialog({ project, first, second, onClose }: ComparisonDialogProps) {
  const t = useText();
  const [lang, setLang] = useState(useLanguage());
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const spots = useQuery({
    queryKey: ["comparisons", project, first, second],
    queryFn: ({ signal }) =>
      call(
        "GET /api/projects/{id}/comparisons",
        { params: { id: project }, query: { first, second } },
        { signal },
      ),
  });
  const items = spots.data?.items ?? [];
  const selected = items.filter(({ id_room }) => !skipped.has(id_room));
  const isTooMany = selected.length > most;
  const query = new URLSearchParams({ first: String(first), second: String(second), lang });
  query.set("rooms", selected.map(({ id_room }) => id_room).join(","));
  const toggle = ({ id_room }: ComparedSpot, isSelected: boolean) => {
    const next = new Set(skipped);
    if (isSelected) next.delete(id_room);
    else next.add(id_room);
    setSkipped(next);
  };
  return (
    <Modal
      title={t("comparisons.title")}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t("common.cancel")}</Button>
          {selected.length > 0 && !isTooMany ? (
            <Link
              href={`/api/projects/${project}/comparisons/pdf?${query}`}
              download
              look={{ variant: "primary" }}
              onPress={() => setTimeout(onClose, 0)}
            >
              {t("comparisons.create")}
            </Link>
          ) : (
            <Button variant="primary" isDisabled>
              {t("comparisons.create")}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-sm text-ink-muted">{t("comparisons.intro")}</p>
        {isTooMany && <Banner tone="bad">{t("comparisons.too_many")}</Banner>}
        {spots.isPending ? (
          <Skeleton className="h-40" />
        ) : spots.isError ? (
          <Banner
            tone="bad"
            action={<Button onPress={() => void spots.refetch()}>{t("common.retry")}</Button>}
          >
            {t("comparisons.failed")}
          </Banner>
        ) : items.length === 0 ? (
          <div>
            <p className="font-strong">{t("comparisons.none_title")}</p>
            <p className="mt-1 text-ink-muted">{t("comparisons.none_text")}</p>
          </div>
        ) : (
          <SpotList items={items} skipped={skipped} onToggle={toggle} onAll={(all) => setSkipped(all)} />
        )}
        <div className="flex flex-col gap-1.5">
          <p className="text-sm font-strong">{t("comparisons.language")}</p>
          <SegmentedControl
            label={t("comparisons.language")}
            value={lang}
            onChange={setLang}
            segments={languages.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
      </div>
    </Modal>
  );
}

interface SpotListProps {
  items: readonly ComparedSpot[];
  skipped: ReadonlySet<number>;
  onToggle: (spot: ComparedSpot, isSelected: boolean) => void;
  onAll: (skipped: ReadonlySet<number>) => void;
}

function SpotList({ items, skipped, onToggle, onAll }: SpotListProps) {
  const t = useText();
  const isAll = skipped.size === 0;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-strong">{t("comparisons.spots")}</legend>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={!isAll && skipped.size < items.length}
        onChange={(isSelected) => onAll(new Set(isSelected ? [] : items.map(({ id_room }) => id_room)))}
      >
        {t("comparisons.select_all")}
      </Checkbox>
      <ul className="mt-2 flex max-h-64 flex-col gap-1 overflow-y-auto rounded-md border border-line p-3">
        {items.map((spot) => (
          <li key={spot.id_room} className="flex items-center justify-between gap-3">
            <Checkbox
              isSelected={!skipped.has(spot.id_room)}
              onChange={(isSelected) => onToggle(spot, isSelected)}
            >
              <span className="own-direction">
                {[spot.name || t("comparisons.unnamed"), spot.floor].filter(Boolean).join(" · ")}
              </span>
            </Checkbox>
            {spot.snags > 0 && (
              <span className="shrink-0 text-xs text-ink-muted">
                {t("comparisons.snags", { count: spot.snags })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
