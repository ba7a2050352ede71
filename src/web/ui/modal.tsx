import type { ReactNode } from "react";
import { later, useLater } from "./later.ts";

const surface = later(() => import("./modal-surface.tsx"));

export interface ModalProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: "sm" | "md" | "lg" | "xl";
  children: ReactNode;
  /** Buttons, the main one last; they stay visible while the content scrolls. */
  footer?: ReactNode;
  /** `false` while closing would lose work: neither Escape nor a click beside it closes. */
  isDismissable?: boolean;
  /** For questions that require an answer: announced at once by screen readers. */
  role?: "dialog" | "alertdialog";
}

/** A dialog over the page; a bottom sheet on phones. Escape closes it, focus stays inside and returns afterwards. */
export function Modal(props: ModalProps) {
  const Surface = useLater(surface, props.isOpen)?.ModalSurface;
  return Surface && <Surface {...props} />;
}
