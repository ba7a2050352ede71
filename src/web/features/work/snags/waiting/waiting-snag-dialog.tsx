import { Camera } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { NewAct } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useText } from "#web/lib/use-text.ts";
import { ActList } from "#web/shell/outbox/act-list.tsx";
import { keepActs, notKept, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import {
  type CommentPayload,
  type PhotoPayload,
  snagComment,
  snagPhoto,
} from "#web/shell/outbox/snag-acts.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { photoTypes } from "../detail/photo-uploads.ts";
import { isAbout, type WaitingSnag } from "./waiting-values.ts";

/** A snag that waits on this device, with what was added to it since. Photos and comments can be added. */
export function WaitingSnagDialog({ act, onClose }: { act: WaitingSnag; onClose: () => void }) {
  const t = useText();
  const { fields } = act.payload;
  const acts = useWaitingActs().filter((one) => one.guid === act.guid || isAbout(one, { guid: act.guid }));
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  // Sent or deleted meanwhile. What was typed stays: a comment still reaches the snag.
  const isOver = !acts.some(({ guid }) => guid === act.guid) && text === "";
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  const about = { snag: { guid: act.guid }, title: fields.title };
  const of = { project: act.project, projectName: act.projectName };

  /** Returns whether they are stored on this device. */
  async function add(drafts: readonly (NewAct<CommentPayload> | NewAct<PhotoPayload>)[]): Promise<boolean> {
    setProblem(null);
    try {
      await keepActs(drafts);
      tellKept();
      return true;
    } catch (error) {
      setProblem(notKept(error) ?? t("offline.waiting.not_kept"));
      return false;
    }
  }

  async function comment(): Promise<void> {
    if (text.trim() === "") return;
    const payload = { ...about, text: text.trim() };
    if (await add([{ kind: snagComment, payload, ...of }])) setText((now) => (now === text ? "" : now));
  }

  return (
    <Modal title={fields.title} isOpen onClose={onClose} size="md">
      <div className="flex flex-col gap-4">
        {problem !== null && <Banner tone="bad">{problem}</Banner>}
        {fields.text && <p className="own-direction text-sm whitespace-pre-line">{fields.text}</p>}
        <ActList acts={acts} />
        <FileInput
          label={t("offline.waiting.add_photo")}
          icon={Camera}
          accept={photoTypes.join(",")}
          maxMegabytes={Math.round(limits.snag.photo.bytes / 1024 / 1024)}
          isMultiple
          onFiles={(files) =>
            void add(
              files.map((file) => ({ kind: snagPhoto, payload: { ...about, kind: "before" }, file, ...of })),
            )
          }
        />
        <form
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void comment();
          }}
        >
          <TextArea
            label={t("offline.waiting.comment")}
            rows={2}
            value={text}
            onChange={setText}
            maxLength={limits.snag.comment}
          />
          <Button type="submit" size="sm" isDisabled={text.trim() === ""} className="self-end">
            {t("offline.waiting.add_comment")}
          </Button>
        </form>
      </div>
    </Modal>
  );
}
