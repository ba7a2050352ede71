import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";

interface PhotoInputProps {
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  icon: LucideIcon;
  /** Opens the camera where the device has one; otherwise its photos. */
  isCamera?: boolean;
  onFiles: (files: File[]) => void;
  className: string;
  children?: ReactNode;
}

/** A button that opens the device's own camera or photos. */
export function PhotoInput({
  label,
  isLabelHidden = false,
  icon,
  isCamera = false,
  onFiles,
  className,
  children,
}: PhotoInputProps) {
  return (
    <label
      className={`${className} relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text`}
    >
      <Icon of={icon} />
      <span className={isLabelHidden ? "sr-only" : ""}>{label}</span>
      {children}
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        multiple={!isCamera}
        {...(isCamera && { capture: "environment" as const })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file can be selected again after it was removed.
          currentTarget.value = "";
          if (files.length > 0) onFiles(files);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
