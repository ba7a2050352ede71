import { Check, Pencil, Trash2, X } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { limits } from "#contract/limits.ts";
import { errorText, fieldError } from "#web/lib/error-text.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { controlHeight, cx, fieldBox } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { type NameKind, type NameRow, useRename } from "./categories.queries.ts";
import { kindTexts } from "./texts.ts";

interface NameItemProps {
  kind: NameKind;
  row: NameRow;
  onDelete: () => void;
}

/** A name, its number of projects, and its actions. Renamed in place. */
export function NameItem({ kind, row, onDelete }: NameItemProps) {
  const t = useText();
  const [isRenaming, setIsRenaming] = useState(false);
  const pencil = useRef<HTMLDivElement>(null);
  if (isRenaming) {
    const close = () => {
      setIsRenaming(false);
      // The focused field was unmounted: returns the focus to the button that opened it.
      requestAnimationFrame(() => pencil.current?.querySelector("button")?.focus());
    };
    return <Renaming kind={kind} row={row} onClose={close} />;
  }
  return (
    <li className="flex min-h-13 items-center gap-3 py-1.5 ps-4 pe-2">
      <span className="own-direction min-w-0 flex-1 font-strong break-words">{row.name}</span>
      {row.project_count === 0 ? (
        <span className="text-xs whitespace-nowrap text-ink-faint">
          {t("categories.projects", { count: 0 })}
        </span>
      ) : (
        <Link
          href={`/projects?id_${kind}=${row.id}`}
          aria-label={t("categories.projects_of", {
            projects: t("categories.projects", { count: row.project_count }),
            name: row.name,
          })}
          className="text-xs whitespace-nowrap tabular-nums"
        >
          {t("categories.projects", { count: row.project_count })}
        </Link>
      )}
      <div ref={pencil} className="flex touch:gap-1">
        <IconButton
          icon={Pencil}
          label={t("categories.rename", { name: row.name })}
          onPress={() => setIsRenaming(true)}
          className="touch:size-11"
        />
        <IconButton
          icon={Trash2}
          label={t("categories.delete", { name: row.name })}
          onPress={onDelete}
          className="touch:size-11"
        />
      </div>
    </li>
  );
}

function Renaming({ kind, row, onClose }: { kind: NameKind; row: NameRow; onClose: () => void }) {
  const t = useText();
  const rename = useRename(kind);
  const [name, setName] = useState(row.name);
  const isMissing = name.trim() === "";
  const refusal = rename.error && (fieldError(rename.error, "name", t) ?? errorText(rename.error, t));
  const error = isMissing ? t(kindTexts[kind].required) : refusal;
  const noteId = `rename-${kind}-${row.id}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isMissing || rename.isPending) return;
    if (name.trim() === row.name) return onClose();
    rename.mutate(
      { id: row.id, name: name.trim() },
      {
        onSuccess: (changed) => {
          showToast({ tone: "ok", title: t("categories.renamed", { before: row.name, name: changed.name }) });
          onClose();
        },
      },
    );
  }

  return (
    <li className="py-1.5 ps-2 pe-2">
      <form noValidate onSubmit={submit} className="flex items-center gap-1">
        <input
          // The rename was just requested.
          ref={selectOnMount}
          aria-label={t("categories.name")}
          aria-invalid={error !== null}
          {...(error !== null && { "aria-describedby": noteId })}
          value={name}
          maxLength={limits.name}
          onChange={({ target }) => {
            setName(target.value);
            if (rename.isError) rename.reset();
          }}
          onKeyDown={({ key }: KeyboardEvent) => {
            if (key === "Escape") onClose();
          }}
          className={cx(fieldBox, controlHeight, "min-w-0 flex-1 font-strong")}
        />
        <IconButton
          type="submit"
          icon={Check}
          label={t("common.save")}
          isDisabled={isMissing || rename.isPending}
          className="touch:size-11"
        />
        <IconButton icon={X} label={t("common.cancel")} onPress={onClose} className="touch:size-11" />
      </form>
      <p id={noteId} role="alert" className="ps-3 text-xs text-bad-text">
        {error}
      </p>
    </li>
  );
}

function selectOnMount(element: HTMLInputElement | null): void {
  if (element === null || element === document.activeElement) return;
  element.focus();
  element.select();
}
