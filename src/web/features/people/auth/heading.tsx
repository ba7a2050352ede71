import type { ReactNode } from "react";

/** Title and text of a sign-in page. */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-5">
      <h1 className="text-xl font-strong">{title}</h1>
      {children !== undefined && <p className="mt-1.5 text-ink-muted">{children}</p>}
    </header>
  );
}
