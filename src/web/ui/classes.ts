import { clsx } from "clsx";

export { clsx as cx };

/** The box of all input and picker fields. */
export const fieldBox =
  "w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink outline-none transition-[border-color,box-shadow] " +
  "touch:text-base focus:border-accent-text focus:shadow-[0_0_0_1px_var(--accent-text)] " +
  "focus-within:border-accent-text focus-within:shadow-[0_0_0_1px_var(--accent-text)] " +
  "invalid:border-bad invalid:focus:border-bad invalid:focus:shadow-[0_0_0_1px_var(--bad)] " +
  "invalid:focus-within:border-bad invalid:focus-within:shadow-[0_0_0_1px_var(--bad)] " +
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint";

/** Height of a control in a form: 36 px, 44 px for touch. */
export const controlHeight = "h-9 touch:h-11";

/** The surface of menus, lists and popovers. */
export const floating = "rounded-lg bg-raised shadow-float outline-none";

/** Open and close animation of a floating surface. */
export const floatingMotion = "anim-floating";

/** A row of a menu or a list box. */
export const optionRow =
  "flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-ink outline-none select-none touch:min-h-11 " +
  "hover:bg-hover focus:bg-hover pressed:bg-press disabled:text-ink-faint disabled:opacity-70";
