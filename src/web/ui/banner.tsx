import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#web/lib/use-text.ts";
import { BareIconButton } from "./bare-icon-button.tsx";
import { cx } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { softTone } from "./tone.ts";

export type BannerTone = "info" | "ok" | "warn" | "bad";

export const bannerIcons: Record<BannerTone, LucideIcon> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
};

export interface BannerProps {
  tone?: BannerTone;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  /** Spans the whole width of the page, without rounded corners. */
  isEdgeToEdge?: boolean;
  className?: string;
}

/** A message that applies to the whole page. */
export function Banner({
  tone = "info",
  title,
  children,
  action,
  onClose,
  isEdgeToEdge = false,
  className,
}: BannerProps) {
  const t = useText();
  return (
    <div
      role={tone === "bad" || tone === "warn" ? "alert" : "status"}
      className={cx(
        "flex items-start gap-3 px-4 py-2.5 text-sm",
        !isEdgeToEdge && "rounded-lg",
        softTone[tone],
        className,
      )}
    >
      <Icon of={bannerIcons[tone]} className="mt-px rtl:mt-0.5" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-strong">{title}</p>}
        {children}
      </div>
      {action}
      {onClose && (
        <BareIconButton icon={X} size="sm" label={t("common.close")} onPress={onClose} className="-my-1" />
      )}
    </div>
  );
}
