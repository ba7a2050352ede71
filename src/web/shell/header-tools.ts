import type { ComponentType } from "react";

/**
 * What features put into the header (the tour of the application finds these places by `data-tour`); handed in by the table of routes, because the shell knows no feature. Each is a
 * button and little more: what it opens is loaded when it is first opened.
 */
export interface HeaderTools {
  /** The search of the top bar; on phones the button that opens it over the whole screen. */
  search?: ComponentType;
  /** Bell and inbox, in this order: in the top bar. */
  widgets: readonly ComponentType<HeaderWidgetProps>[];
  /** Starts the tour of the application. */
  wizard?: ComponentType;
  /** Stands once beside every screen and draws nothing until it is called: the command palette, what is offline. */
  companions: readonly ComponentType[];
}

export interface HeaderWidgetProps {
  className?: string;
}
