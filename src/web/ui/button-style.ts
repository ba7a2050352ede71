import { cx } from "./classes.ts";

export const buttonVariants = {
  primary: "bg-accent text-white hover:bg-accent-strong pressed:bg-accent-strong",
  secondary:
    "border border-line-strong bg-surface text-ink dark:bg-transparent hover:bg-hover pressed:bg-press",
  quiet: "text-ink hover:bg-hover pressed:bg-press",
  quietDanger: "text-bad-text hover:bg-bad-soft pressed:bg-bad-soft",
  /** On a photograph; must be visible on any. */
  onPicture: "bg-black/55 text-white hover:bg-black/70 pressed:bg-black/75",
  danger: "bg-bad text-white hover:brightness-90 pressed:brightness-85",
} as const;

export const buttonSizes = {
  sm: "h-8 gap-1.5 px-2.5",
  md: "h-9 gap-2 px-3.5",
  lg: "h-11 gap-2 px-5 text-base",
} as const;

export interface ButtonLook {
  variant?: keyof typeof buttonVariants;
  size?: keyof typeof buttonSizes;
}

/** Classes of a button, also for links that act like one. */
export function buttonClass({ variant = "secondary", size = "md" }: ButtonLook): string {
  return cx(
    "inline-flex shrink-0 cursor-default items-center justify-center rounded-md text-sm font-strong whitespace-nowrap no-underline select-none transition-colors fingertip",
    "disabled:cursor-not-allowed disabled:opacity-45 pending:opacity-75",
    buttonVariants[variant],
    buttonSizes[size],
  );
}
