import type { ReactNode } from "react";
import { LoadFailure } from "../load-failure.tsx";
import type { FailureScreen } from "../screen-failure.ts";

/** The part of a query that a screen needs. */
export interface Loading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Loading<T>;
  /** The screen whose message is shown when loading failed. */
  screen?: FailureScreen | undefined;
  /** Shown until the data has loaded. */
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows loaded data; a skeleton until then, and the reason when loading failed. */
export function Loaded<T>({ query, screen, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return waiting;
  return <LoadFailure screen={screen} error={query.error} onRetry={() => void query.refetch()} />;
}
