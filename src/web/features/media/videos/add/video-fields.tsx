import { limits } from "#contract/limits.ts";
import type { Draft } from "#web/lib/draft.ts";
import { focusOnMount } from "#web/lib/focus.ts";
import { useText } from "#web/lib/use-text.ts";
import { ProjectSelect } from "#web/shell/projects/project-select.tsx";
import { DateTimeField } from "#web/ui/date-time-field.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { NewVideo } from "../video-checks.ts";
import { toMinute } from "./use-add-video.ts";

/** The fields of a new video. During the upload they are read-only. */
export function VideoFields({ draft, isFixed }: { draft: Draft<NewVideo>; isFixed: boolean }) {
  const t = useText();
  const { values, errors, set } = draft;
  return (
    <>
      <TextField
        label={t("videos.name")}
        placeholder={t("videos.name_placeholder")}
        value={values.title}
        onChange={(title) => set("title", title)}
        error={errors.title}
        maxLength={limits.video.title}
        isRequired
        isDisabled={isFixed}
        inputRef={focusOnMount}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <ProjectSelect
          label={t("videos.project")}
          placeholder={t("videos.project_placeholder")}
          may="add_video"
          none={t("videos.project_none")}
          value={values.id_project === null ? null : Number(values.id_project)}
          onChange={(project) => set("id_project", project === null ? null : String(project.id))}
          error={errors.id_project}
          isRequired
          isDisabled={isFixed}
        />
        <DateTimeField
          label={t("videos.date")}
          hint={t("videos.date_hint")}
          value={values.video_date}
          onChange={(instant) =>
            set("video_date", instant === null ? null : toMinute(new Date(instant)).toISOString())
          }
          error={errors.video_date}
          isRequired
          isPastOnly
          isDisabled={isFixed}
        />
      </div>
      <TextArea
        label={t("videos.description")}
        value={values.description}
        onChange={(description) => set("description", description)}
        error={errors.description}
        maxLength={limits.video.description}
        rows={2}
        hasCounter
        isDisabled={isFixed}
      />
    </>
  );
}
