import { Minus, Plus } from "lucide-react";
import type { Camera } from "#contract/cctv.ts";
import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { moved } from "#web/ui/sort-keys.ts";
import { SortableList } from "#web/ui/sortable-list.tsx";
import { StateMark } from "../state-mark.tsx";

interface ArrangeDialogProps {
  all: readonly Camera[];
  /** Cameras on the wall, in order. */
  chosen: readonly Camera[];
  /** Null: all of them, by name. */
  onChange: (ids: readonly number[] | null) => void;
  onClose: () => void;
}

/** Selects and orders the cameras of the wall. Changes are visible behind it at once. */
export function ArrangeDialog({ all, chosen, onChange, onClose }: ArrangeDialogProps) {
  const t = useText();
  const ids = chosen.map(({ id }) => id);
  const rest = all.filter(({ id }) => !ids.includes(id));
  return (
    <Modal
      title={t("cctv.wall.arrange_title")}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => onChange(null)}>{t("cctv.wall.all")}</Button>
          <Button variant="primary" onPress={onClose}>
            {t("common.close")}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-muted">{t("cctv.wall.arrange_text")}</p>
      {chosen.length === 0 && <p className="py-2">{t("cctv.wall.none_chosen")}</p>}
      <SortableList
        label={t("cctv.wall.on_wall")}
        items={chosen}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        onMove={(from, to) => onChange(moved(ids, from, to))}
        className="gap-0.5"
      >
        {(camera, { handle, arrows }) => (
          <span className="flex min-h-11 items-center gap-2">
            {handle}
            <span className="own-direction min-w-0 flex-1 truncate">{camera.name}</span>
            <StateMark camera={camera} className="max-sm:hidden" />
            <span className="flex">
              {arrows}
              <IconButton
                icon={Minus}
                size="sm"
                label={t("cctv.wall.remove", { name: camera.name })}
                onPress={() => onChange(ids.filter((id) => id !== camera.id))}
                isDisabled={chosen.length === 1}
                className="touch:size-11"
              />
            </span>
          </span>
        )}
      </SortableList>
      {rest.length > 0 && (
        <section className="mt-5 border-t border-line pt-4">
          <h3 className="mb-2 text-sm font-strong">{t("cctv.wall.off_wall")}</h3>
          <ul className="flex flex-col gap-0.5">
            {rest.map((camera) => (
              <li key={camera.id} className="flex min-h-11 items-center gap-2">
                <span className="own-direction min-w-0 flex-1 truncate ps-2">{camera.name}</span>
                <StateMark camera={camera} className="max-sm:hidden" />
                <IconButton
                  icon={Plus}
                  size="sm"
                  label={t("cctv.wall.add", { name: camera.name })}
                  onPress={() => onChange([...ids, camera.id])}
                  className="touch:size-11"
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Modal>
  );
}
