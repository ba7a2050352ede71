import { Camera, CircleCheck, Images, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { CaptureError, captures } from "#web/lib/captures.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { FileInput } from "#web/ui/file-input.tsx";
import { FilePreview } from "#web/ui/file-preview.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";

const types = "image/jpeg,image/png,image/webp";
const megabytes = Math.floor(limits.snag.photo.bytes / (1024 * 1024));

interface CaptureFormProps {
  /** The user for whom the item is stored. */
  user: number;
  onClose: () => void;
}

/** Adds an item behind the lock: a text, photos, or both. Once it is stored it cannot be seen again here. */
export function CaptureForm({ user, onClose }: CaptureFormProps) {
  const t = useText();
  const [text, setText] = useState("");
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const most = limits.snag.photos;

  function add(files: readonly File[]): void {
    const all = [...photos, ...files];
    setIsSaved(false);
    setProblem(all.length > most ? t("offline.lock.form.most_photos", { most }) : null);
    setPhotos(all.slice(0, most));
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (text.trim() === "" && photos.length === 0) return setProblem(t("offline.lock.form.empty"));
    setIsSaving(true);
    setProblem(null);
    try {
      await captures.keep({ user, text: text.trim(), photos });
      // Text and photos added meanwhile stay.
      setText((now) => (now === text ? "" : now));
      setPhotos((now) => now.filter((photo) => !photos.includes(photo)));
      setIsSaved(true);
    } catch (error) {
      const why = error instanceof CaptureError ? error.why : "failed";
      setProblem(t(`offline.lock.form.${why}`, { most: limits.captures }));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <h1 className="text-lg font-strong">{t("offline.lock.form.title")}</h1>
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      <output className="empty:hidden">
        {isSaved && (
          <span className="flex items-start gap-2 text-sm">
            <Icon of={CircleCheck} className="text-ok-text" />
            <span>
              <span className="block font-strong">{t("offline.lock.form.saved")}</span>
              <span className="text-ink-muted">{t("offline.lock.form.saved_text")}</span>
            </span>
          </span>
        )}
      </output>
      <TextArea
        label={t("offline.lock.form.note")}
        hint={t("offline.lock.form.note_hint")}
        rows={4}
        maxLength={limits.snag.text}
        value={text}
        onChange={(next) => {
          setText(next);
          setIsSaved(false);
        }}
      />
      <div className="flex flex-wrap items-start gap-2">
        <CameraButton onFiles={add} />
        <FileInput
          label={t("offline.lock.form.pick")}
          icon={Images}
          accept={types}
          maxMegabytes={megabytes}
          isMultiple
          onFiles={add}
        />
      </div>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map((photo, at) => (
            <Photo
              key={`${at} ${photo.name}`}
              photo={photo}
              number={at + 1}
              onRemove={() => setPhotos(photos.filter((one) => one !== photo))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" size="lg" isPending={isSaving}>
          {t("offline.lock.form.save")}
        </Button>
        <Button size="lg" isDisabled={isSaving} onPress={onClose}>
          {t("common.close")}
        </Button>
      </div>
    </form>
  );
}

/** Opens the camera of a phone; elsewhere the file picker. */
function CameraButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-hidden
        accept={types}
        capture="environment"
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])].filter(({ size }) => size <= limits.snag.photo.bytes);
          target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button icon={Camera} onPress={() => input.current?.click()}>
        {t("offline.lock.form.take")}
      </Button>
    </>
  );
}

function Photo({ photo, number, onRemove }: { photo: File; number: number; onRemove: () => void }) {
  const t = useText();
  return (
    <li className="relative">
      <FilePreview file={photo} className="size-20 rounded-md" />
      <IconButton
        icon={X}
        label={t("offline.lock.form.remove", { number })}
        onPress={onRemove}
        className="absolute -end-2 -top-2 size-11"
      />
    </li>
  );
}
