import { useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import type { Snag } from "#contract/snags.ts";
import { ApiError, call } from "#web/lib/client.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx, fieldBox } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { keepSnag } from "../snags.cache.ts";
import { useWriteSnag } from "../snags.changes.ts";

interface EditableTextProps {
  snag: Snag;
  field: "title" | "text";
  mayEdit: boolean;
}

const most = { title: limits.name, text: limits.snag.text } as const;

/**
 * Text that is edited in place. When another user rewrote it meanwhile, the input stays and both are shown; when they
 * changed only other fields, it is saved on top of their change.
 */
export function EditableText({ snag, field, mayEdit }: EditableTextProps) {
  const t = useText();
  const client = useQueryClient();
  const write = useWriteSnag(snag.id);
  /** The input, and the snag at the start of the edit; null while nothing is edited. */
  const [draft, setDraft] = useState<{ text: string; base: Snag } | null>(null);
  const [conflict, setConflict] = useState<Snag | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const label = t(field === "title" ? "snags.detail.edit_title" : "snags.detail.edit_text");

  function end(): void {
    setDraft(null);
    setConflict(null);
    setProblem(null);
    requestAnimationFrame(() => button.current?.focus());
  }

  async function save(over?: Snag): Promise<void> {
    if (draft === null || write.isPending) return;
    const text = draft.text.trim();
    if (text === draft.base[field] && over === undefined) return end();
    setProblem(null);
    let base = over ?? draft.base;
    for (const isLast of [false, true]) {
      try {
        await write.mutateAsync({ [field]: text, version: base.version });
        return end();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "CONFLICT" || isLast)
          return setProblem(fieldError(error, field, t) ?? errorText(error, t));
        const fresh = await call("GET /api/annotations/{id}", { params: { id: snag.id } }).catch(() => null);
        if (fresh === null) return setProblem(errorText(error, t));
        void keepSnag(client, fresh);
        if (fresh[field] !== base[field]) return setConflict(fresh);
        base = fresh;
      }
    }
  }

  function press(event: KeyboardEvent): void {
    const isSaving = event.key === "Enter" && (field === "title" || event.ctrlKey || event.metaKey);
    if (isSaving && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void save();
    } else if (event.key === "Escape") {
      // Ends the edit, without closing the panel around it.
      event.preventDefault();
      event.stopPropagation();
      end();
    }
  }

  if (draft === null)
    return (
      <Shown
        {...{ snag, field, mayEdit, label, button }}
        onEdit={() => setDraft({ text: snag[field], base: snag })}
      />
    );
  return (
    <div className="flex flex-col gap-2">
      <textarea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the pressed button stood
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null}
        rows={field === "title" ? 1 : 4}
        maxLength={most[field]}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        onKeyDown={press}
        className={cx(
          fieldBox,
          "field-sizing-content max-h-96 resize-none py-1.5 focus:border-accent-text",
          field === "title" && "text-lg font-strong",
        )}
      />
      {problem !== null && (
        <p role="alert" className="text-xs text-bad-text">
          {problem}
        </p>
      )}
      {conflict === null ? (
        <div className="flex justify-end gap-2">
          <Button size="sm" onPress={end}>
            {t("common.cancel")}
          </Button>
          <Button size="sm" variant="primary" isPending={write.isPending} onPress={() => void save()}>
            {t("snags.detail.save")}
          </Button>
        </div>
      ) : (
        <Conflict
          theirs={conflict[field]}
          yours={draft.text}
          isPending={write.isPending}
          onMine={() => void save(conflict)}
          onTheirs={end}
        />
      )}
    </div>
  );
}

function Shown({
  snag,
  field,
  mayEdit,
  label,
  button,
  onEdit,
}: EditableTextProps & {
  label: string;
  button: React.RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}) {
  const t = useText();
  const look =
    field === "title"
      ? "own-direction text-lg font-strong wrap-anywhere"
      : "own-direction text-sm whitespace-pre-line wrap-anywhere";
  const isEmpty = snag[field] === "";
  if (isEmpty && !mayEdit) return null;
  return (
    <div className="group/text -mx-1 flex items-start gap-1">
      {isEmpty ? (
        <button
          ref={button}
          type="button"
          onClick={onEdit}
          className="hit-area cursor-default rounded-sm px-1 text-sm text-ink-muted hover:text-ink"
        >
          {t("snags.detail.add_text")}
        </button>
      ) : (
        <>
          {field === "title" ? (
            <h2 className={cx(look, "min-w-0 flex-1 px-1")}>{snag[field]}</h2>
          ) : (
            <p className={cx(look, "min-w-0 flex-1 px-1")}>{snag[field]}</p>
          )}
          {mayEdit && (
            <button
              ref={button}
              type="button"
              aria-label={label}
              onClick={onEdit}
              className="hit-area flex size-7 shrink-0 cursor-default items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink print:hidden"
            >
              <Icon of={Pencil} size="sm" />
            </button>
          )}
        </>
      )}
    </div>
  );
}

function Conflict({
  theirs,
  yours,
  isPending,
  onMine,
  onTheirs,
}: {
  theirs: string;
  yours: string;
  isPending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}) {
  const t = useText();
  return (
    <Banner tone="warn">
      <div role="alert" className="flex flex-col gap-3">
        <p className="font-strong">{t("snags.conflict.title")}</p>
        <dl className="flex flex-col gap-2 text-sm">
          <dt className="text-xs">{t("snags.conflict.theirs")}</dt>
          <dd className="own-direction rounded-sm bg-surface p-2 whitespace-pre-line text-ink">{theirs}</dd>
          <dt className="text-xs">{t("snags.conflict.yours")}</dt>
          <dd className="own-direction rounded-sm bg-surface p-2 whitespace-pre-line text-ink">{yours}</dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" isDisabled={isPending} onPress={onTheirs}>
            {t("snags.conflict.take_theirs")}
          </Button>
          <Button size="sm" variant="primary" isPending={isPending} onPress={onMine}>
            {t("snags.conflict.keep_mine")}
          </Button>
        </div>
      </div>
    </Banner>
  );
}
