import { FileStack, Link2, SearchX } from "lucide-react";
import { useMemo, useState } from "react";
import type { AutodeskLink, AutodeskSheet } from "#contract/autodesk.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { useDrawings } from "../autodesk.queries.ts";
import { Warnings } from "../browse/warnings.tsx";
import { browseHref, startAddress, useBrowseAddress } from "../browse-address.ts";
import { contains } from "../contains.ts";
import { Rows, RowsSkeleton } from "../rows.tsx";
import { Trouble } from "../trouble.tsx";
import { DrawingFilters, everySet } from "./drawing-filters.tsx";
import { DrawingRow } from "./drawing-row.tsx";
import { ImportBar } from "./import-bar.tsx";

interface DrawingListProps {
  hub: string;
  project: string;
  /** The linked project, to which floor plans are imported. */
  link: AutodeskLink | undefined;
  onLink: () => void;
}

/** The drawings of an Autodesk project; the selected ones are imported as floor plans. */
export function DrawingList({ hub, project, link, onLink }: DrawingListProps) {
  const t = useText();
  const [{ search }, change] = useBrowseAddress();
  const drawings = useDrawings(hub, project);
  const [set, setSet] = useState(everySet);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = useMemo(() => drawings.data?.items.toSorted(byNumber) ?? [], [drawings.data]);
  const sets = [...new Set(all.map(({ version_set }) => version_set).filter((name) => name !== ""))];
  const shown = all.filter(
    (one) =>
      (set === everySet || one.version_set === set) &&
      contains(`${one.number} ${one.title} ${one.version_set}`, search),
  );
  const mayBring = link?.can["import"] === true;
  const free = mayBring ? shown.filter(({ can_import }) => can_import) : [];
  const taken = free.filter(({ id }) => chosen.has(id));

  if (drawings.isPending) return <RowsSkeleton lines={6} />;
  if (drawings.data === undefined)
    return (
      <Trouble
        error={drawings.error}
        fallback="autodesk.sheets.failed"
        onRetry={() => void drawings.refetch()}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      <Warnings warnings={drawings.data.warnings} />
      {link === undefined && all.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button size="sm" icon={Link2} onPress={onLink}>
              {t("autodesk.links.link")}
            </Button>
          }
        >
          {t("autodesk.sheets.link_first")}
        </Banner>
      )}
      {all.length === 0 ? (
        drawings.data.warnings.length === 0 && (
          <EmptyState
            icon={FileStack}
            title={t("autodesk.sheets.empty_title")}
            text={t("autodesk.sheets.empty_text")}
          />
        )
      ) : (
        <>
          <DrawingFilters
            search={search}
            onSearch={(next) => change({ search: next })}
            sets={sets}
            set={set}
            onSet={setSet}
            count={shown.length}
          />
          {free.length > 1 && (
            <Checkbox
              isSelected={taken.length === free.length}
              isIndeterminate={taken.length > 0 && taken.length < free.length}
              onChange={(isOn) => setChosen(new Set(isOn ? free.map(({ id }) => id) : []))}
              className="ms-4"
            >
              {t("common.select_all")}
            </Checkbox>
          )}
          {shown.length === 0 ? (
            <EmptyState
              icon={SearchX}
              title={t("autodesk.sheets.none_title")}
              action={
                <Button
                  onPress={() => {
                    setSet(everySet);
                    change({ search: "" });
                  }}
                >
                  {t("autodesk.clear")}
                </Button>
              }
            />
          ) : (
            <DrawingRows {...{ hub, project, shown, mayBring, chosen }} onChoose={setChosen} />
          )}
          {link !== undefined && taken.length > 0 && (
            <ImportBar link={link} chosen={taken} onDone={() => setChosen(new Set())} />
          )}
        </>
      )}
    </div>
  );
}

interface DrawingRowsProps {
  hub: string;
  project: string;
  shown: readonly AutodeskSheet[];
  mayBring: boolean;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

function DrawingRows({ hub, project, shown, mayBring, chosen, onChoose }: DrawingRowsProps) {
  const t = useText();
  return (
    <Rows label={t("autodesk.sheets.title")}>
      {shown.map((drawing) => (
        <DrawingRow
          key={drawing.id}
          drawing={drawing}
          choice={
            mayBring
              ? {
                  isChosen: chosen.has(drawing.id),
                  onChoose: (isOn) => onChoose(toggled(chosen, drawing.id, isOn)),
                }
              : null
          }
          model={modelHref(drawing, hub, project)}
        />
      ))}
    </Rows>
  );
}

/** Address of a drawing's model, if there is one. */
const modelHref = ({ urn, guid }: AutodeskSheet, hub: string, project: string): string | null =>
  urn === null ? null : browseHref({ ...startAddress, hub, project, tab: "sheets", model: urn, view: guid });

const collator = new Intl.Collator("en", { numeric: true });
const byNumber = (a: AutodeskSheet, b: AutodeskSheet) =>
  collator.compare(a.number, b.number) || collator.compare(a.title, b.title);

function toggled(chosen: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isOn) next.add(id);
  else next.delete(id);
  return next;
}
