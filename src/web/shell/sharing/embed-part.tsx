import { useState } from "react";
import { embedCode } from "#web/lib/embed-code.ts";
import { useText } from "#web/lib/use-text.ts";
import { CopyRow } from "./copy-row.tsx";
import { RadioChips } from "./radio-chips.tsx";

const sizes = {
  small: { width: "560", height: "315" },
  medium: { width: "800", height: "450" },
  large: { width: "1120", height: "630" },
  wide: { width: "100%", height: "600" },
} as const;
type Size = keyof typeof sizes;
const names = Object.keys(sizes) as Size[];

/** Pixel width of the page in the preview, and the height that is shown. */
const page = { width: 1200, height: 760 };

export interface EmbedPartProps {
  url: string;
  /** Name of the link's target. */
  name: string;
}

/** HTML code that embeds the link in another page. */
export function EmbedPart({ url, name }: EmbedPartProps) {
  const t = useText();
  const [size, setSize] = useState<Size>("medium");
  const { width, height } = sizes[size];
  return (
    <div className="flex flex-col gap-4">
      <RadioChips
        label={t("sharing.links.size")}
        options={names.map((value) => ({ value, label: t(`sharing.links.size_${value}`) }))}
        value={size}
        onChange={setSize}
      />
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file to show
        role="img"
        aria-label={t("sharing.links.preview")}
        className="flex items-end gap-3 text-ink-muted tabular-nums"
      >
        <span className="flex h-24 w-38 items-start justify-center overflow-hidden rounded-sm bg-sunken pt-1.5 shadow-[inset_0_0_0_1px_var(--line-strong)]">
          <span
            style={{ inlineSize: ofPage(width, page.width), blockSize: ofPage(height, page.height) }}
            className="rounded-sm bg-accent transition-[inline-size,block-size] motion-reduce:transition-none"
          />
        </span>
        <span dir="ltr">
          {width} × {height}
        </span>
      </div>
      <CopyRow
        label={t("sharing.links.embed_code")}
        value={embedCode(url, name, sizes[size])}
        action={t("sharing.links.copy_code")}
      />
    </div>
  );
}

const ofPage = (length: string, whole: number) =>
  length.endsWith("%") ? length : `${(Number(length) / whole) * 100}%`;
