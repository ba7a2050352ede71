import { type ReactNode, useId } from "react";

/** A section of the form with its own heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={id} className="text-base font-strong">
        {title}
      </h3>
      {children}
    </section>
  );
}
