import type { ComponentType } from "react";

/**
 * Components that features add to the header (the tour of the application finds them by `data-tour`); passed in by the
 * route table, because the shell imports no feature. Each is little more than a button: what it opens is loaded on
 * first use.
 */
export interface HeaderTools {
  /** The search of the top bar; on phones the button that opens it full-screen. */
  search?: ComponentType;
  /** Bell and inbox, in this order: in the top bar. */
  widgets: readonly ComponentType<HeaderWidgetProps>[];
  /** Starts the tour of the application. */
  wizard?: ComponentType;
  /** Rendered once beside every screen and invisible until called: the command palette, the offline notice. */
  companions: readonly ComponentType[];
}

export interface HeaderWidgetProps {
  className?: string;
}
