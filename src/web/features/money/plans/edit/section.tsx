import { type ReactNode, useId } from "react";

export interface SectionProps {
  title: string;
  /** Its purpose, in a sentence. */
  text: string;
  children: ReactNode;
}

/** A section of the form with its name and purpose. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line py-7 first:border-0 first:pt-0">
      <h2 id={id} className="font-strong">
        {title}
      </h2>
      <p className="mt-0.5 mb-5 text-ink-muted">{text}</p>
      {children}
    </section>
  );
}
