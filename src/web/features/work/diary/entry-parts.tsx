import { Plus, X } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode } from "react";
import { type DiaryEntry, type DiaryFields, delayCauses, diaryLimits } from "#contract/diary.ts";
import { dayOf } from "#web/lib/day.ts";
import { useFormat } from "#web/lib/format.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { SuggestField } from "#web/ui/suggest-field.tsx";
import { TextArea } from "#web/ui/text-area.tsx";

type ListName = "people" | "plant" | "deliveries" | "delays";
type Line = Readonly<Record<string, string | number>>;

/** A field of a row: a number up to `most`, a selection, or a text with suggestions from earlier entries. */
interface Column {
  readonly name: string;
  /** Columns of a twelve-column grid, on wide screens. */
  readonly span: string;
  readonly most?: number;
  readonly step?: number;
  readonly isCause?: true;
}
const count: Column = { name: "count", span: "sm:col-span-3", most: diaryLimits.people };
const lists: Readonly<Record<ListName, { readonly columns: readonly Column[]; readonly blank: Line }>> = {
  people: {
    columns: [{ name: "company", span: "sm:col-span-5" }, { name: "trade", span: "sm:col-span-4" }, count],
    blank: { company: "", trade: "", count: 1 },
  },
  delays: {
    columns: [
      { name: "cause", span: "sm:col-span-3", isCause: true },
      { name: "hours", span: "sm:col-span-3", most: diaryLimits.hours, step: 0.5 },
      { name: "text", span: "sm:col-span-6" },
    ],
    blank: { cause: "weather", hours: 1, text: "" },
  },
  plant: { columns: [{ name: "name", span: "sm:col-span-9" }, count], blank: { name: "", count: 1 } },
  deliveries: {
    columns: [
      { name: "what", span: "sm:col-span-7" },
      { name: "from", span: "sm:col-span-5" },
    ],
    blank: { what: "", from: "" },
  },
};

interface EntryFieldsProps {
  values: DiaryFields;
  set: (next: Partial<DiaryFields>) => void;
  companies: readonly string[];
  trades: readonly string[];
  before: { readonly day: string; readonly people: DiaryFields["people"] } | null;
  /** The weather card. */
  weather: ReactNode;
  /** Further content, below the notes. */
  children: ReactNode;
}

/** All fields of an entry, in the order of a daily report. */
export function EntryFields({ values, set, companies, trades, before, weather, children }: EntryFieldsProps) {
  const t = useText();
  const format = useFormat();
  const text = (name: "work" | "notes", rows: number) => (
    <TextArea
      label={t(`diary.fields.${name}`)}
      rows={rows}
      maxLength={diaryLimits.text}
      value={values[name]}
      onChange={(written) => set({ [name]: written })}
    />
  );
  const lines = (name: ListName, more: Pick<ComponentProps<typeof Lines>, "known" | "extra"> = {}) => (
    <Lines name={name} lines={values[name]} onChange={(next) => set({ [name]: next })} {...more} />
  );
  const same = values.people.length === 0 && before !== null && before.people.length > 0 && (
    <Button onPress={() => set({ people: before.people })}>
      {t("diary.yesterday", { date: format.date(dayOf(before.day), "date") })}
    </Button>
  );
  return (
    <>
      {weather}
      {lines("people", { known: { company: companies, trade: trades }, extra: same })}
      <Card>{text("work", 4)}</Card>
      {lines("delays")}
      {lines("plant")}
      {lines("deliveries")}
      <Card>
        <div className="flex flex-col gap-4">
          {text("notes", 3)}
          {children}
        </div>
      </Card>
    </>
  );
}

interface LinesProps {
  name: ListName;
  lines: readonly Line[];
  onChange: (lines: Line[]) => void;
  /** Values of earlier entries, by field. */
  known?: Readonly<Record<string, readonly string[]>>;
  extra?: ReactNode;
}

/** Rows that can be added and removed; on a phone each is a separate block. */
function Lines({ name, lines, onChange, known = {}, extra }: LinesProps) {
  const t = useText();
  const { columns, blank } = lists[name];
  const change = (at: number, next: Line) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...next } : line)));
  const field = (line: Line, at: number, { name: key, span, most, step = 1, isCause }: Column) => {
    const common = { label: t(`diary.${name}.${key}` as TextKey), className: span };
    const value = line[key] ?? "";
    const set = (next: string | number) => change(at, { [key]: next });
    if (isCause) {
      const options = delayCauses.map((cause) => ({
        value: cause as string,
        label: t(`diary.causes.${cause}`),
      }));
      return <Select {...common} options={options} value={String(value)} onChange={set} />;
    }
    if (most !== undefined)
      return (
        <NumberField
          {...common}
          value={Number(value)}
          maxValue={most}
          step={step}
          onChange={(next) => set(Number.isNaN(next) ? 0 : next)}
        />
      );
    return (
      <SuggestField
        {...common}
        value={String(value)}
        suggestions={known[key] ?? []}
        maxLength={diaryLimits.name}
        onChange={set}
      />
    );
  };
  return (
    <Card title={t(`diary.fields.${name}`)}>
      <ol className="flex flex-col gap-4">
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place
          <li key={at} className="flex items-end gap-2 border-b border-line pb-4 last:border-0">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-12">
              {columns.map((column) => (
                <Fragment key={column.name}>{field(line, at, column)}</Fragment>
              ))}
            </div>
            <IconButton
              icon={X}
              label={t(`diary.${name}.remove`, { name: String(Object.values(line)[0]) })}
              onPress={() => onChange(lines.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          icon={Plus}
          isDisabled={lines.length >= diaryLimits.lines}
          onPress={() => onChange([...lines, blank])}
        >
          {t(`diary.${name}.add`)}
        </Button>
        {extra}
      </div>
    </Card>
  );
}

/** Thumbnails that open the full photos; `onRemove` where they may be removed. */
export function Photos({
  photos,
  onRemove,
}: {
  photos: DiaryEntry["photos"];
  onRemove?: (filename: string) => void;
}) {
  const t = useText();
  return (
    <ul className="flex flex-wrap gap-3 empty:hidden">
      {photos.map(({ filename, url, thumbnail }, at) => (
        <li key={filename} className="relative">
          <a href={url} target="_blank" rel="noreferrer">
            <img
              src={thumbnail}
              alt={t("diary.photos.open", { n: at + 1 })}
              width={160}
              height={120}
              className="rounded-md"
            />
          </a>
          {onRemove && (
            <IconButton
              icon={X}
              label={t("diary.photos.remove")}
              className="absolute end-1 top-1 bg-surface"
              onPress={() => onRemove(filename)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A read-only row of an entry. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="flex min-w-0 flex-col max-sm:-mt-2">{children}</dd>
  </div>
);

/** Snags, visits and photos of an entry, and its changes after closing. */
export function Linked({ entry }: { entry: DiaryEntry }) {
  const t = useText();
  const format = useFormat();
  const linked = (name: "snags" | "visits") =>
    entry[name].length > 0 && (
      <Fact label={t(`diary.fields.${name}`)}>
        {entry[name].map(({ id, name: words, url }) => (
          <Link key={id} href={url} className="own-direction">
            {words}
          </Link>
        ))}
      </Fact>
    );
  const shown = (text: string) => text || t("diary.nothing_there");
  return (
    <>
      {linked("snags")}
      {linked("visits")}
      {entry.photos.length > 0 && (
        <Fact label={t("diary.fields.photos")}>
          <Photos photos={entry.photos} />
        </Fact>
      )}
      {entry.corrections.map(({ at, author, reason, is_applied, changes }) => (
        <Fact
          key={at}
          label={t(is_applied ? "diary.correction_of" : "diary.not_applied_of", {
            date: format.date(at, "date"),
          })}
        >
          <p className="own-direction">
            {author}: {is_applied ? reason : t("diary.not_applied_text")}
          </p>
          {changes.map(({ field, from, to }) => (
            <p key={field} className="text-sm whitespace-pre-line text-ink-muted">
              {t("diary.was", { text: shown(from) })} → {t("diary.now", { text: shown(to) })}
            </p>
          ))}
        </Fact>
      ))}
    </>
  );
}
