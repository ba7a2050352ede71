import { useNavigate, useSearch } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Settings } from "#contract/settings.ts";
import { ApiError } from "#web/lib/client.ts";
import { type Draft, useDraft } from "#web/lib/draft.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { previewBranding } from "#web/lib/theme.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { LoadFailure } from "#web/shell/load-failure.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { SectionNav } from "#web/ui/section-nav.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { changedSettings, type FormKey, type FormValues, formKeyOf, formValues } from "./form-values.ts";
import { GroupPanel } from "./group-panel.tsx";
import { type Group, type GroupId, groups, isField } from "./groups.ts";
import { findSettings } from "./search.ts";
import { useChangeSettings, useSettingsRecord } from "./settings.queries.ts";

export function SettingsScreen() {
  const t = useText();
  const settings = useSettingsRecord();
  return (
    <div className="max-w-240">
      <PageHeader title={t("settings.title")} />
      {settings.isPending ? (
        <Skeleton className="h-[60dvh] w-full" />
      ) : settings.isError ? (
        <LoadFailure screen="settings" error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <EditSettings settings={settings.data} />
      )}
    </div>
  );
}

function EditSettings({ settings }: { settings: Settings }) {
  const t = useText();
  const base = useMemo(() => formValues(settings), [settings]);
  const draft = useDraft<FormValues>(base);
  const change = useChangeSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const [selected, select] = useGroup();
  usePreview(draft);

  async function save(): Promise<void> {
    setRefusal(null);
    try {
      await change.mutateAsync(changedSettings(draft.changes, draft.values));
      draft.clear();
      showToast({ tone: "ok", title: t("settings.saved") }, limits.toast.form);
    } catch (error) {
      const paths = error instanceof ApiError ? Object.keys(error.fields) : [];
      const refused = Object.fromEntries(
        paths.map((path) => [formKeyOf(path), fieldError(error, path, t) ?? ""]),
      ) as Partial<Record<FormKey, string>>;
      draft.setErrors(refused);
      const first = groups.find((group) => keysOf(group).some((key) => refused[key] !== undefined));
      if (first === undefined) setRefusal(errorText(error, t));
      else {
        setSearch("");
        select(first.id);
      }
    }
  }

  const found = search.trim() === "" ? null : findSettings(search, t);
  const changed = new Set(groups.filter((group) => keysOf(group).some(draft.has)).map(({ id }) => id));
  const shown = found ?? groups.filter(({ id }) => id === selected);
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-20 lg:self-start">
        <SearchField label={t("settings.search")} value={search} onChange={setSearch} />
        <SectionNav
          label={t("settings.title")}
          onChoose={() => setSearch("")}
          entries={groups.map(({ id, icon }) => ({
            id,
            icon,
            label: t(`settings.groups.${id}`),
            href: `/settings?group=${id}`,
            isCurrent: found === null && id === selected,
            isChanged: changed.has(id),
          }))}
        />
      </div>
      <form
        noValidate
        className="min-w-0 max-w-160"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !change.isPending) void save();
        }}
      >
        {refusal !== null && (
          <Banner tone="bad" className="mb-5">
            {refusal}
          </Banner>
        )}
        {shown.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t("settings.nothing_found")}
            text={t("settings.nothing_found_text")}
          />
        ) : (
          <div className="flex flex-col gap-10">
            {shown.map((group) => (
              <GroupPanel key={group.id} group={group} draft={draft} settings={settings} />
            ))}
          </div>
        )}
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={change.isPending}
          onDiscard={draft.clear}
        />
      </form>
      <LeaveGuard isOn={draft.isChanged} name={t("settings.title")} />
    </div>
  );
}

/** Every key that is edited in a group, by a field or by one of its tables. */
function keysOf({ parts }: Group): FormKey[] {
  return parts.flatMap((part) => (isField(part) ? [part.key] : part === "profile-fields" ? profileKeys : []));
}

const profileKeys = [
  "first_name",
  "last_name",
  "company",
  "tax_id",
  "street",
  "city",
  "postal_code",
  "province",
  "country",
  "tel",
].flatMap((field) => [`${field}_enable`, `${field}_mandatory`]) as FormKey[];

/** Name, colour and font of the whole page preview the draft, until it is saved or discarded. */
function usePreview({ changes, values }: Draft<FormValues>): void {
  const isBranded = ["website_name", "theme_color", "font", "font_provider"].some((key) => key in changes);
  const { website_name, theme_color, font, font_provider } = values;
  useEffect(() => {
    if (!isBranded) return undefined;
    return previewBranding({
      website_name: String(website_name),
      theme_color: String(theme_color),
      fonts: { provider: font_provider as "google" | "system", font: String(font) },
    });
  }, [isBranded, website_name, theme_color, font, font_provider]);
}

/** The current group is stored in the address, so that it can be linked. */
function useGroup(): [GroupId, (id: GroupId) => void] {
  const { group } = useSearch({ strict: false }) as { group?: unknown };
  const navigate = useNavigate();
  const known = groups.find(({ id }) => id === group)?.id ?? groups[0]?.id ?? "branding";
  return [known, (id) => void navigate({ to: ".", search: { group: id } as never, replace: true })];
}
