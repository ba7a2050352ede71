import { Compass, type LucideIcon, PencilRuler, Ruler, WandSparkles } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { cx, floating } from "#web/ui/classes.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

/**
 * Meaning of a press on the floor plan: an end of a line to measure or to set the scale by, or of the arrow to the
 * north.
 */
export type Tool = "measure" | "scale" | "north";

const icons: Readonly<Record<Tool, LucideIcon>> = { measure: Ruler, scale: PencilRuler, north: Compass };

export interface ToolBarProps {
  tools: readonly Tool[];
  tool: Tool | null;
  onTool: (tool: Tool | null) => void;
  /** Undefined where nothing can be placed. */
  onArrange?: (() => void) | undefined;
  isArranging?: boolean;
}

/** The tools above a floor plan, at the start edge. */
export function ToolBar({ tools, tool, onTool, onArrange, isArranging = false }: ToolBarProps) {
  const t = useText();
  return (
    <div
      role="toolbar"
      aria-label={t("sheets.tools")}
      className={cx(floating, "absolute start-2 top-2 z-10 flex flex-col p-0.5")}
    >
      {onArrange && (
        <IconButton
          icon={WandSparkles}
          label={t("sheets.arrange")}
          onPress={onArrange}
          isDisabled={isArranging}
          className="touch:size-11"
        />
      )}
      {tools.map((one) => (
        <IconButton
          key={one}
          icon={icons[one]}
          label={t(`sheets.tool.${one}`)}
          aria-pressed={tool === one}
          onPress={() => onTool(tool === one ? null : one)}
          className={cx("touch:size-11", tool === one && "bg-accent-soft text-accent-text")}
        />
      ))}
    </div>
  );
}
