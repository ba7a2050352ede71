import { useMemo } from "react";
import { limits } from "#contract/limits.ts";
import type { Video } from "#contract/videos.ts";
import { useDraft } from "#web/lib/draft.ts";
import { useFormError } from "#web/lib/form-errors.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { LeaveGuard } from "#web/shell/leave-guard.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { ChangedMark } from "#web/ui/changed-mark.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { NumberField } from "#web/ui/number-field.tsx";
import { SaveBar } from "#web/ui/save-bar.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Switches } from "../switches.tsx";
import { checkPassword } from "../video-checks.ts";
import { useEditVideo } from "../videos.queries.ts";

const told = ["title", "description", "password", "north"] as const;

/** The fields of a video. Only changed fields are sent; its date never changes. */
export function VideoForm({ video }: { video: Video }) {
  const t = useText();
  const { title, description, is_public, is_protected, auto_play, muted, loop, north } = video;
  const base = useMemo(
    () => ({ title, description, is_public, is_protected, password: "", auto_play, muted, loop, north }),
    [title, description, is_public, is_protected, auto_play, muted, loop, north],
  );
  const draft = useDraft(base);
  const { values, errors, set, has } = draft;
  const edit = useEditVideo();
  const refusal = useFormError<typeof base>(draft, told);

  async function save(): Promise<void> {
    const password = checkPassword(values, is_protected);
    const problems = {
      ...(values.title.trim() === "" && { title: t("videos.title_required") }),
      ...(password !== null && { password: t(password, { n: limits.video.password.min }) }),
    };
    draft.setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    refusal.clear();
    const { password: typed, ...changes } = draft.changes;
    try {
      await edit.mutateAsync({
        id: video.id,
        body: { ...changes, ...(values.is_protected && typed !== undefined && { password: typed }) },
      });
      draft.clear();
      showToast({ tone: "ok", title: t("videos.saved") }, limits.toast.form);
    } catch (error) {
      refusal.show(error);
    }
  }

  return (
    <section aria-labelledby="video-facts">
      <h2 id="video-facts" className="mb-4 text-lg font-strong">
        {t("videos.facts")}
      </h2>
      <form
        noValidate
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !edit.isPending) void save();
        }}
      >
        {refusal.text !== null && <Banner tone="bad">{refusal.text}</Banner>}
        <ChangedMark isChanged={has("title")}>
          <TextField
            label={t("videos.name")}
            value={values.title}
            onChange={(value) => set("title", value)}
            error={errors.title}
            maxLength={limits.video.title}
            isRequired
          />
        </ChangedMark>
        <DateTimeField
          label={t("videos.date")}
          hint={t("videos.date_fixed")}
          value={video.video_date}
          onChange={() => undefined}
          isDisabled
        />
        <ChangedMark isChanged={has("description")}>
          <TextArea
            label={t("videos.description")}
            value={values.description}
            onChange={(value) => set("description", value)}
            error={errors.description}
            maxLength={limits.video.description}
            rows={3}
            hasCounter
          />
        </ChangedMark>
        <Switches
          values={values}
          onSwitch={set}
          onPassword={(value) => set("password", value)}
          passwordError={errors.password}
          hasPassword={is_protected}
        />
        <ChangedMark isChanged={has("north")}>
          <NumberField
            label={t("videos.north")}
            hint={t("videos.north_hint")}
            value={values.north}
            onChange={(value) => set("north", Number.isNaN(value) ? 0 : value)}
            minValue={-180}
            maxValue={180}
            formatOptions={{ maximumFractionDigits: 1 }}
            {...(errors.north !== undefined && { error: errors.north })}
            className="sm:max-w-48"
          />
        </ChangedMark>
        <SaveBar
          count={Object.keys(draft.changes).length}
          isSaving={edit.isPending}
          onDiscard={draft.clear}
        />
      </form>
      <LeaveGuard isOn={draft.isChanged} name={video.title} />
    </section>
  );
}
