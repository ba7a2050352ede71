import {
  ArrowUpRight,
  Circle,
  Grid3x3,
  type LucideIcon,
  Move,
  Redo2,
  Square,
  Trash2,
  Type,
  Undo2,
} from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "#web/lib/store.ts";
import { useText } from "#web/lib/use-text.ts";
import { cx } from "#web/ui/classes.ts";
import { PlainIconButton } from "#web/ui/plain/plain-icon-button.tsx";
import { PlainTooltip } from "#web/ui/plain/plain-tooltip.tsx";
import { type Color, colors } from "./colors.ts";
import type { Editor, Tool } from "./editor.ts";

const icons: Readonly<Record<Tool, LucideIcon>> = {
  select: Move,
  arrow: ArrowUpRight,
  circle: Circle,
  box: Square,
  text: Type,
  blur: Grid3x3,
};
const tools = Object.keys(icons) as Tool[];
const colorNames = Object.keys(colors) as Color[];

const look = { variant: "onGlass", size: "lg" } as const;

/** Shape, colour, undo and redo. */
export function ToolBar({ editor }: { editor: Editor }) {
  const t = useText();
  const chosen = useStore(editor.tool);
  const selected = useStore(editor.selected);
  useStore(editor.changes);
  return (
    <div
      role="toolbar"
      aria-label={t("viewer.snapshot.tools")}
      className="flex flex-wrap gap-x-3 gap-y-1 max-[30rem]:gap-x-1"
    >
      <Group label={t("viewer.snapshot.tools")}>
        {tools.map((tool) => (
          <PlainIconButton
            key={tool}
            {...look}
            icon={icons[tool]}
            label={t(`viewer.snapshot.${tool}`)}
            isPressed={tool === chosen}
            onPress={() => editor.take(tool)}
          />
        ))}
      </Group>
      <Group label={t("viewer.snapshot.colors")}>
        {colorNames.map((name) => (
          <Swatch
            key={name}
            name={name}
            isChosen={editor.color === colors[name]}
            onPress={() => editor.paintWith(colors[name])}
          />
        ))}
      </Group>
      <Group label={t("viewer.snapshot.undo")}>
        <PlainIconButton
          {...look}
          icon={Undo2}
          points
          label={t("viewer.snapshot.undo")}
          isDisabled={!editor.canUndo}
          onPress={() => editor.undo()}
        />
        <PlainIconButton
          {...look}
          icon={Redo2}
          points
          label={t("viewer.snapshot.redo")}
          isDisabled={!editor.canRedo}
          onPress={() => editor.redo()}
        />
        <PlainIconButton
          {...look}
          icon={Trash2}
          label={t("viewer.snapshot.remove")}
          isDisabled={selected < 0}
          onPress={() => editor.remove()}
        />
      </Group>
    </div>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no fieldset: nothing is filled in here
    <div role="group" aria-label={label} className="flex rounded-lg bg-glass-hover">
      {children}
    </div>
  );
}

interface SwatchProps {
  name: Color;
  isChosen: boolean;
  onPress: () => void;
}

function Swatch({ name, isChosen, onPress }: SwatchProps) {
  const t = useText();
  const label = t(`viewer.snapshot.color.${name}`);
  return (
    <PlainTooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isChosen}
        onClick={onPress}
        className="inline-flex h-10 min-w-10 cursor-default items-center justify-center rounded-[8px] hover:bg-glass-hover touch:h-11 touch:min-w-11"
      >
        <span
          style={{ background: colors[name] }}
          className={cx("size-4.5 rounded-full", isChosen ? "ring-3 ring-white" : "ring-2 ring-white/35")}
        />
      </button>
    </PlainTooltip>
  );
}
