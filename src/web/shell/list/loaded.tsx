import type { ReactNode } from "react";
import { LoadFailure } from "../load-failure.tsx";
import type { FailureScreen } from "../screen-failure.ts";

/** What is asked of the server, as far as a screen needs it. */
export interface Loading<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Loading<T>;
  /** Whose words are said where it could not be loaded. */
  screen?: FailureScreen | undefined;
  /** In its place until it is known. */
  waiting: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for: until it is known its outline, and why it did not come where it did not. */
export function Loaded<T>({ query, screen, waiting, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return waiting;
  return <LoadFailure screen={screen} error={query.error} onRetry={() => void query.refetch()} />;
}
