import { useState } from "react";
import { useText } from "#web/lib/use-text.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { useNames } from "./categories.queries.ts";
import { NamesCard } from "./names-card.tsx";

/** Number of names that fit at a glance; above it there is a search field. */
const GLANCE = 12;

/** The taxonomy of projects, for super admins: categories beside types. */
export function CategoriesScreen() {
  const t = useText();
  const [filter, setFilter] = useState("");
  const most = Math.max(useNames("category").data?.length ?? 0, useNames("type").data?.length ?? 0);
  return (
    <>
      <PageHeader
        title={t("categories.title")}
        note={t("categories.intro")}
        actions={
          most > GLANCE && (
            <SearchField
              label={t("categories.filter")}
              value={filter}
              onChange={setFilter}
              className="w-full sm:w-64"
            />
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <NamesCard kind="category" filter={most > GLANCE ? filter : ""} />
        <NamesCard kind="type" filter={most > GLANCE ? filter : ""} />
      </div>
    </>
  );
}
