import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import type { ComparedSpot } from "#contract/comparisons.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import type { ComparisonDraft } from "./comparison-draft.ts";

/** As `captionLength` of the contract, without its schemas. */
const longest = 300;

interface SpotListProps {
  items: readonly ComparedSpot[];
  draft: ComparisonDraft;
  onChange: (draft: ComparisonDraft) => void;
}

/** The spots that both visits show: which of them are printed, and with which caption. */
export function SpotList({ items, draft, onChange }: SpotListProps) {
  const t = useText();
  const skipped = new Set(draft.skipped);
  const isAll = skipped.size === 0;
  const skip = (ids: readonly number[]) => onChange({ ...draft, skipped: ids });
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-strong">{t("comparisons.spots")}</legend>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={!isAll && skipped.size < items.length}
        onChange={(isSelected) => skip(isSelected ? [] : items.map(({ id_room }) => id_room))}
      >
        {t("comparisons.select_all")}
      </Checkbox>
      <ul className="mt-2 flex flex-col divide-y divide-line rounded-md border border-line px-3">
        {items.map((spot) => (
          <SpotItem
            key={spot.id_room}
            spot={spot}
            isSelected={!skipped.has(spot.id_room)}
            caption={draft.captions[spot.id_room] ?? ""}
            onSelect={(isSelected) =>
              skip([
                ...draft.skipped.filter((id) => id !== spot.id_room),
                ...(isSelected ? [] : [spot.id_room]),
              ])
            }
            onCaption={(text) =>
              onChange({ ...draft, captions: { ...draft.captions, [spot.id_room]: text } })
            }
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface SpotItemProps {
  spot: ComparedSpot;
  isSelected: boolean;
  caption: string;
  onSelect: (isSelected: boolean) => void;
  onCaption: (text: string) => void;
}

function SpotItem({ spot, isSelected, caption, onSelect, onCaption }: SpotItemProps) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const name = spot.name || t("comparisons.unnamed");
  const isCaptioned = isSelected && (isOpen || caption !== "");
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Checkbox isSelected={isSelected} onChange={onSelect}>
          <span className="own-direction">{[name, spot.floor].filter(Boolean).join(" · ")}</span>
        </Checkbox>
        <div className="ms-auto flex items-center gap-3">
          {spot.snags > 0 && (
            <span className="text-xs text-ink-muted">{t("comparisons.snags", { count: spot.snags })}</span>
          )}
          {isSelected && !isCaptioned && (
            <Button
              size="sm"
              variant="quiet"
              icon={MessageSquarePlus}
              aria-label={`${t("comparisons.add_caption")}: ${name}`}
              onPress={() => setIsOpen(true)}
            >
              {t("comparisons.add_caption")}
            </Button>
          )}
        </div>
      </div>
      {isCaptioned && (
        <TextArea
          label={t("comparisons.caption_of", { name })}
          hint={t("comparisons.caption_hint")}
          value={caption}
          onChange={onCaption}
          maxLength={longest}
          hasCounter
          rows={2}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was opened by a press
          autoFocus={isOpen && caption === ""}
          className="mt-1 mb-1.5"
        />
      )}
    </li>
  );
}
