import { Link2Off } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";

/** An expired or invalid link of an email, and what to do instead. */
export function DeadLink({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div role="alert">
      <div className="mb-5 flex size-12 items-center justify-center rounded-full bg-warn-soft text-warn-text">
        <Icon of={Link2Off} size="lg" />
      </div>
      <h1 className="text-xl font-strong">{title}</h1>
      <p className="mt-1.5 text-ink-muted">{text}</p>
      <div className="mt-5 flex flex-col gap-2.5">{children}</div>
    </div>
  );
}
