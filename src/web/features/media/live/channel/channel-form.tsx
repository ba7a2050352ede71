import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Channel } from "#contract/live.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { useEditChannel } from "../live.queries.ts";
import { accessOf, type ChannelDraft, ChannelFields, problemsOf, wireOf } from "./channel-fields.tsx";

/** Name of a channel, and who may view it. Only changed values are sent. */
export function ChannelForm({ channel }: { channel: Channel }) {
  const t = useText();
  const { name, description, is_public, is_protected, is_360, record } = channel;
  const base = useMemo<ChannelDraft>(
    () => ({
      name,
      description,
      access: accessOf({ is_public, is_protected }),
      password: "",
      picture: is_360 ? "sphere" : "flat",
      record,
    }),
    [name, description, is_public, is_protected, is_360, record],
  );
  const draft = useDraft(base);
  const edit = useEditChannel(channel.id);
  const refusal = useFormError<ChannelDraft>(draft, ["name", "description", "password"]);

  async function save(): Promise<void> {
    const problems = Object.entries(problemsOf(draft.values, is_protected)).map(([field, key]) => [
      field,
      t(key),
    ]);
    draft.setErrors(Object.fromEntries(problems));
    if (problems.length > 0) return;
    refusal.clear();
    try {
      await edit.mutateAsync(wireOf(draft.changes));
      draft.clear();
      showToast({ tone: "ok", title: t("live.saved") }, limits.toast.form);
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <section aria-labelledby="channel-settings">
      <h2 id="channel-settings" className="mb-4 text-lg font-strong">
        {t("live.settings")}
      </h2>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        {refusal.text !== null && <Banner tone="bad">{refusal.text}</Banner>}
        <ChannelFields
          values={draft.values}
          errors={draft.errors}
          set={draft.set}
          has={draft.has}
          hasPassword={is_protected}
        />
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      <LeaveGuard isOn={draft.isChanged} name={name} />
    </section>
  );
}
