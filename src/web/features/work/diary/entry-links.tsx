import { useQuery } from "@tanstack/react-query";
import type { DiaryFields } from "#contract/diary.ts";
import { call } from "#web/lib/client.ts";
import { useText } from "#web/lib/use-text.ts";
import { Chip } from "#web/ui/chip.tsx";
import { SearchSelect } from "#web/ui/search-select.tsx";

interface LinksProps {
  project: number;
  values: DiaryFields;
  set: (next: Partial<DiaryFields>) => void;
}

/** Snags and visits linked to the day. */
export function Links({ project, values, set }: LinksProps) {
  const t = useText();
  const query = { id_project: project, per_page: 100 };
  const snags = useQuery({
    queryKey: ["diary", "snags", project],
    queryFn: ({ signal }) => call("GET /api/annotations", { query }, { signal }),
    select: ({ items }) =>
      items.map(({ id, number, title }) => ({ value: String(id), label: `#${number} ${title}` })),
  });
  const visits = useQuery({
    queryKey: ["diary", "visits", project],
    queryFn: ({ signal }) => call("GET /api/visits", { query }, { signal }),
    select: ({ items }) => items.map(({ id, name }) => ({ value: String(id), label: name })),
  });
  const field = (name: "snags" | "visits", options: readonly { value: string; label: string }[] = []) => (
    <div className="flex min-w-0 flex-col gap-2">
      <SearchSelect
        label={t(`diary.links.${name}`)}
        options={options.filter(({ value }) => !values[name].includes(Number(value)))}
        value={null}
        placeholder={options.length === 0 ? t("diary.links.none") : ""}
        isDisabled={options.length === 0}
        onChange={(id) => id !== null && set({ [name]: [...values[name], Number(id)] })}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {values[name].map((id) => (
          <Chip key={id} onRemove={() => set({ [name]: values[name].filter((one) => one !== id) })}>
            {options.find(({ value }) => value === String(id))?.label ?? `#${id}`}
          </Chip>
        ))}
      </div>
    </div>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field("snags", snags.data)}
      {field("visits", visits.data)}
    </div>
  );
}
