import { Check, Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import type { Category } from "#contract/projects.ts";
import { categoryFailureText } from "#web/lib/category-failure.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { cx, optionRow } from "#web/ui/classes.ts";
import { FilterField } from "#web/ui/filter-field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useCategories } from "../projects.queries.ts";

export interface CategoryFieldProps {
  /** Ids, ascending. */
  value: readonly number[];
  onChange: (ids: number[]) => void;
  /** The project's own categories, whose names are known before the list is loaded. */
  known?: readonly Category[];
  error: string | undefined;
  isDisabled: boolean;
}

/** Any number of categories: selected ones are shown as chips, the others behind a search button. */
export function CategoryField({ value, onChange, known = [], error, isDisabled }: CategoryFieldProps) {
  const t = useText();
  const id = useId();
  const categories = useCategories();
  const all = categories.data ?? known;
  const names = new Map([...known, ...all].map((category) => [category.id, category.name]));
  const set = (ids: Iterable<number>) => onChange([...ids].sort((a, b) => a - b));
  return (
    <fieldset aria-labelledby={`${id}label`} className="flex min-w-0 flex-col gap-1.5">
      <span id={`${id}label`} className="text-sm font-strong">
        {t("projects.categories")}
      </span>
      {categories.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-bad-text">
          {categoryFailureText(categories.error, t)}
          <Button variant="quiet" size="sm" onPress={() => void categories.refetch()}>
            {t("common.retry")}
          </Button>
        </p>
      ) : categories.isPending && value.length === 0 ? (
        <Skeleton className="h-9 w-40" />
      ) : all.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("errors.categories.no_categories_found")}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-1.5">
          {value.map((one) => (
            <ChosenCategory
              key={one}
              name={names.get(one) ?? "…"}
              isDisabled={isDisabled}
              onRemove={() => set(value.filter((other) => other !== one))}
            />
          ))}
          {!isDisabled && (
            <Popover
              label={t("projects.add_categories")}
              trigger={
                <Button size="sm" icon={Plus}>
                  {t("projects.add_categories")}
                </Button>
              }
              className="w-72 max-w-full p-2!"
            >
              <Choices categories={all} value={value} onChange={set} />
            </Popover>
          )}
        </div>
      )}
      <p role="alert" className="text-xs text-bad-text empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

interface ChosenCategoryProps {
  name: string;
  isDisabled: boolean;
  onRemove: () => void;
}

function ChosenCategory({ name, isDisabled, onRemove }: ChosenCategoryProps) {
  const t = useText();
  return (
    <span
      className={cx(
        "inline-flex h-8 max-w-full items-center rounded-full bg-accent-soft ps-3 text-sm text-accent-text touch:h-11",
        isDisabled && "pe-3",
      )}
    >
      <bdi className="truncate">{name}</bdi>
      {!isDisabled && (
        <button
          type="button"
          aria-label={t("projects.remove_category", { name })}
          onClick={onRemove}
          className="hit-area ms-1 me-1 flex size-6 items-center justify-center rounded-full hover:bg-press"
        >
          <Icon of={X} size="sm" className="size-3.5" />
        </button>
      )}
    </span>
  );
}

/** Without accents and in lower case, for search. */
const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

interface ChoicesProps {
  categories: readonly Category[];
  value: readonly number[];
  onChange: (ids: Iterable<number>) => void;
}

function Choices({ categories, value, onChange }: ChoicesProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const found = categories.filter(({ name }) => plain(name).includes(plain(search.trim())));
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <FilterField label={t("projects.search_categories")} />
      <div className="mt-2 max-h-60 overflow-y-auto">
        <ListBox
          aria-label={t("projects.categories")}
          selectionMode="multiple"
          // Escape closes the list; the selection stays.
          escapeKeyBehavior="none"
          selectedKeys={value}
          onSelectionChange={(keys) =>
            onChange(
              keys === "all" ? new Set([...value, ...found.map(({ id }) => id)]) : [...keys].map(Number),
            )
          }
          renderEmptyState={() => (
            <p className="px-2.5 py-2 text-sm text-ink-muted">{t("common.results_zero")}</p>
          )}
          className="outline-none"
        >
          {found.map(({ id, name }) => (
            <ListBoxItem key={id} id={id} textValue={name} className={optionRow}>
              {({ isSelected }) => (
                <>
                  <span className={cx("own-direction min-w-0 flex-1 truncate", isSelected && "font-strong")}>
                    {name}
                  </span>
                  {isSelected && <Icon of={Check} size="sm" className="text-accent-text" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </div>
    </Autocomplete>
  );
}
