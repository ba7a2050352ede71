import { useBranding } from "#web/lib/theme.ts";
import { Mark } from "./mark.tsx";

/** The platform's logo, else mark and name; where there is no room for a name, the small logo, else the mark. */
export function Brand({ isNameShown = true }: { isNameShown?: boolean }) {
  const { website_name: name, logo, small_logo } = useBranding();
  if (isNameShown && logo !== null)
    return <img src={logo} alt={name} className="h-8 max-w-44 min-w-0 object-contain" />;
  // Without a small logo, the large one is scaled to fit.
  const small = small_logo ?? (isNameShown ? null : logo);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {small === null ? (
        <Mark className="size-7 shrink-0 text-accent" />
      ) : (
        <img src={small} alt="" className="size-8 shrink-0 object-contain" />
      )}
      <span className={isNameShown ? "own-direction truncate text-base font-strong text-ink" : "sr-only"}>
        {name}
      </span>
    </span>
  );
}
