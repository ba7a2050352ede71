import { type ReactNode, useId } from "react";

export interface SectionProps {
  title: string;
  /** Its purpose, in a sentence. */
  text: string;
  children: ReactNode;
}

/** A section of a long form: its name and purpose at the side, its fields in the middle. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 border-t border-line py-8 first:border-0 first:pt-0 lg:grid-cols-[15rem_minmax(0,40rem)]"
    >
      <header>
        <h2 id={id} className="font-strong">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-muted">{text}</p>
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
