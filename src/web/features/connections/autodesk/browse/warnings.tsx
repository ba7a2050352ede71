import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";

interface WarningsProps {
  warnings: readonly { readonly title: string; readonly detail: string }[];
  className?: string;
}

/** Warnings about regions that failed. Results of the others are shown all the same. */
export function Warnings({ warnings, className }: WarningsProps) {
  const t = useText();
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warn" title={t("autodesk.warnings.title")} {...(className !== undefined && { className })}>
      <p>{t("autodesk.warnings.text")}</p>
      <ul className="mt-1 list-disc ps-5">
        {warnings.map(({ title, detail }) => (
          <li key={title + detail} className="own-direction">
            {title}
            {detail !== "" && detail !== title && (
              <>
                {" "}
                <bdi>{detail}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
